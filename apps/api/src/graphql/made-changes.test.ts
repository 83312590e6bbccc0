import { buildSchema, GraphQLError, parse } from 'graphql';
import { expect, it } from 'vitest';
import { madeChanges } from './made-changes.ts';

const schema = buildSchema('type Query { a: Int } type Mutation { a: Int b: Int c: Int }');
const failed = (...keys: string[]) => keys.map((key) => new GraphQLError('No.', { path: [key] }));

it('visits each fragment once, however often others spread it', () => {
  const levels = 12;
  const fragments = Array.from(
    { length: levels },
    (_, level) => `fragment A${level} on Mutation { ${`...A${level + 1} `.repeat(5)} }`,
  );
  const document = parse(`mutation { a ...A0 c } ${fragments.join(' ')} fragment A${levels} on Mutation { b }`);

  expect(madeChanges({ schema, document }, failed('c'))).toEqual(['a', 'b']);
});

it('visits a fragment at its first spread that is not skipped', () => {
  const document = parse('mutation { ...A @skip(if: true) a ...A @include(if: true) c } fragment A on Mutation { b }');

  expect(madeChanges({ schema, document }, failed('c'))).toEqual(['a', 'b']);
});
