import { buildSchema, parse, Source, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { checkSize } from './document-size.ts';
import { persistedDocuments } from './persisted.ts';
import { checkSyntax, MAX_CHARACTERS, MAX_LINES } from './syntax.ts';

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ');
const check = (text: string) => () => checkSize(parse(text));

describe('a document is refused', () => {
  const REPEATS = 'The document repeats too many fields or fragments beside each other (more than 5000 comparisons).';
  it.each([
    ['a field is repeated with its fields', `{ ${many(990, () => 'viewer { name }')} }`],
    ['fields are repeated on several levels', `{ ${many(12, () => `viewer { ${many(12, () => 'roles { id }')} }`)} }`],
    ['a field is repeated by inline fragments', `{ viewer { ${many(100, () => '... on Viewer { name }')} } }`],
    [
      'a field is repeated by fragments',
      `{ ${many(100, (i) => `...F${i}`)} } ${many(100, (i) => `fragment F${i} on Query { viewer { id } }`)}`,
    ],
    [
      'fragments without a common field are compared with each other',
      `{ ${many(100, (i) => `...F${i}`)} } ${many(100, (i) => `fragment F${i} on Query { f${i} }`)}`,
    ],
    ['a chain of fragments is long', `{ ...F0 } ${many(100, (i) => `fragment F${i} on Query { ...F${i + 1} }`)}`],
    ['unused fragments repeat', `{ id } fragment F on Query { ${many(100, () => 'viewer { id }')} }`],
    [
      'many operations share fragments',
      `${many(100, (i) => `query Q${i} { ...F }`)} fragment F on Query { ${many(60, (i) => `f${i}`)} }`,
    ],
    [
      'fragments multiply',
      `{ ...F0 } ${many(13, (i) => `fragment F${i} on Query { a { ...F${i + 1} } b { ...F${i + 1} } }`)}`,
    ],
  ])('when %s', (_what, text) => expect(check(text)).toThrow(REPEATS));

  it.each([
    ['levels', `${'{ a '.repeat(16)}${'}'.repeat(16)}`, '15 levels of fields'],
    [
      'levels, through circular fragments',
      '{ ...A } fragment A on Query { a { ...B } } fragment B on Query { b { ...A } }',
      '15 levels of fields',
    ],
    ['aliases', `{ ${many(101, (i) => `a${i}: id`)} }`, '100 aliases'],
    ['directives', `{ id ${many(101, () => '@include(if: true)')} }`, '100 directives'],
  ])('for its %s', (_what, text, limit) => {
    expect(check(text)).toThrow(new RegExp(`^The document has more than ${limit}\\.$`));
  });
});

it.each([
  ['characters', MAX_CHARACTERS, ' '],
  ['lines', MAX_LINES - 1, '\r\n'],
])('a document is refused for its %s before they are read as tokens', (what, max, filler) => {
  const text = '{ id }';
  const room = filler === ' ' ? max - text.length : max;
  const checked = (count: number) => () => checkSyntax(new Source(`${filler.repeat(count)}${text}`));
  expect(checked(room)).not.toThrow();
  expect(checked(room + 1)).toThrow(`has more than ${what === 'lines' ? MAX_LINES : MAX_CHARACTERS} ${what}`);
});

describe('a document is accepted', () => {
  it.each([
    ['with the maximum number of levels', `${'{ a '.repeat(15)}${'}'.repeat(15)}`],
    ['that reads the schema, which is deeper', `{ __schema ${'{ a '.repeat(18)}${'}'.repeat(18)} }`],
    ['with the maximum number of aliases and directives', `{ ${many(100, (i) => `a${i}: id @include(if: true)`)} }`],
    ['with many fields that differ', `{ viewer { ${many(1_900, (i) => `f${i}`)} } }`],
    ['with a fragment in a circle, which validation refuses', '{ ...A } fragment A on Query { a ...A }'],
  ])('%s', (_what, text) => expect(check(text)).not.toThrow());

  it('that is one of the persisted documents', () => {
    const { documents } = persistedDocuments({ graphqlDocuments: null });
    expect(documents.length).toBeGreaterThan(100);
    for (const { document, text } of documents) {
      checkSyntax(new Source(text));
      checkSize(document);
    }
  });
});

it('graphql-js aborts on a refused document, but only after half a million comparisons', () => {
  const schema = buildSchema('type Query { viewer: Query name: String }');
  const document = parse(`{ ${many(990, () => 'viewer { name }')} }`);
  expect(validate(schema, document).map(({ message }) => message)).toEqual([
    expect.stringMatching(/too complex|aborted/i),
  ]);
});
