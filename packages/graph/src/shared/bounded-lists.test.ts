import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import {
  buildSchema,
  execute,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
  subscribe,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { schema } from '../schema.ts';
import { contextFor } from '../testing/context.ts';
import { run } from '../testing/run.ts';
import { boundFields } from './bounded-fields.ts';

/** As many as one body can hold. */
const MANY = 9_900;

const SCALARS: Record<string, (index: number) => unknown> = {
  Int: (index) => index + 1,
  Decimal: (index) => index + 1,
  Boolean: () => true,
  Date: () => '2026-06-01',
  DateTime: () => '2026-06-01T00:00:00Z',
  LocalDateTime: () => '2026-06-01 00:00:00',
  LocalTime: () => '10:00:00',
};

/** A value of a type, with what it needs and, along a path, `MANY` entries. */
function example(type: GraphQLInputType, path: readonly string[], index = 0): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const count = path.length === 0 ? MANY : 1;
    return Array.from({ length: count }, (_, entry) => example(nullable.ofType, path, entry));
  }
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const given = fields.filter((field) => isRequiredInputField(field) || field.name === path[0]);
    return Object.fromEntries(given.map((field) => [field.name, exampleOf(field, path, index)]));
  }
  return SCALARS[nullable.name]?.(index) ?? `a${index}`;
}

type Input = GraphQLArgument | GraphQLInputField;
const exampleOf = ({ name, type }: Input, path: readonly string[], index = 0) =>
  example(type, path[0] === name ? path.slice(1) : ['none'], index);

/** Levels of inputs within inputs that are looked at: no input holds itself deeper than that. */
const DEPTH = 8;

/** Paths of the lists in a value. */
function listsIn({ name, type }: Input, above: readonly string[] = []): string[][] {
  const path = [...above, name];
  const named = getNamedType(type);
  const inside =
    isInputObjectType(named) && path.length < DEPTH
      ? Object.values(named.getFields()).flatMap((field) => listsIn(field, path))
      : [];
  return isListType(getNullableType(type)) ? [path, ...inside] : inside;
}

const KINDS = { Query: 'query', Mutation: 'mutation', Subscription: 'subscription' } as const;

const cases = Object.entries(KINDS).flatMap(([type, kind]) =>
  Object.values(schema.getRootType(kind as never)?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap((argument) =>
      listsIn(argument).map((path) => ({ name: `${type}.${field.name}.${path.join('.')}`, kind, field, path })),
    ),
  ),
);

let database: TestDatabase;
let context: Context;
let role: string;
beforeAll(async () => {
  database = await testDatabase();
  const staff = await createFactories(database.db).userWith([
    'orders.view-all',
    'products.book',
    'administration',
    'console.access',
    'tags.change-shared',
  ]);
  role = String(staff.role.id);
  context = await contextFor(database.db, staff.id);
});
afterAll(() => database.drop());

type Refused = { path: readonly (string | number)[] };

/** The members that a field refuses, by their dotted names without the positions in lists. */
async function refusedMembers({ kind, field, path }: (typeof cases)[number]): Promise<string[]> {
  const given = field.args.filter((argument) => isRequiredArgument(argument) || argument.name === path[0]);
  const variables = Object.fromEntries(given.map((argument) => [argument.name, exampleOf(argument, path)]));
  if ('role' in variables) variables.role = role;
  const declared = given.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : '';
  const text = `${kind} (${declared}) { ${field.name}(${passed}) ${selection} }`;
  const fields = kind === 'subscription' ? await refusedWatching(text, variables) : await refusedBy(text, variables);
  return fields.map(({ path: given }) => given.filter((step) => typeof step === 'string').join('.'));
}

const refusedBy = async (text: string, variables: Record<string, unknown>): Promise<readonly Refused[]> =>
  ((await run(text, variables, context)).errors ?? []).flatMap(({ fields }) => fields ?? []);

async function refusedWatching(text: string, variableValues: Record<string, unknown>): Promise<readonly Refused[]> {
  const result = await subscribe({ schema, document: parse(text), variableValues, contextValue: context });
  return 'errors' in result ? (result.errors ?? []).flatMap(({ extensions }) => extensions.fields as Refused[]) : [];
}

it('every list in arguments, however deep, is refused above its limit, at its path', async () => {
  const unbounded: string[] = [];
  for (const one of cases) {
    const path = one.path.join('.');
    const refused = await refusedMembers(one);
    // What an argument `input` holds is named without it, or with it.
    if (!refused.includes(path) && !refused.includes(path.replace(/^input\./, ''))) unbounded.push(one.name);
  }
  expect(cases.length).toBeGreaterThan(80);
  expect(unbounded).toEqual([]);
});

it('so is a list of a field within an answer', async () => {
  const sdl = buildSchema(
    'input In { ids: [Int!] } type Query { one: One! } type One { some(in: [In!], input: In): Int }',
  );
  const rootValue = { one: { some: () => 1 } };
  const asked = (ids: number[], input: number[]) =>
    execute({
      schema: boundFields(sdl),
      document: parse(
        'query ($ids: [Int!], $input: [Int!]) { one { some(in: [{}, { ids: $ids }], input: { ids: $input }) } }',
      ),
      rootValue,
      contextValue: {},
      variableValues: { ids, input },
    });
  const many = Array.from({ length: 2_001 }, (_, index) => index);
  expect((await asked(many.slice(1), many.slice(1))).data).toEqual({ one: { some: 1 } });
  const [error] = (await asked(many, many)).errors ?? [];
  expect(error?.extensions).toEqual({
    code: 'VALIDATION',
    fields: [
      { path: ['in', 1, 'ids'], message: 'must hold at most 2000 entries.' },
      { path: ['ids'], message: 'must hold at most 2000 entries.' },
    ],
  });
});
