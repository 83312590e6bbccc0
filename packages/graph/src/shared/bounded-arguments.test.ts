import { createHash } from 'node:crypto';
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

/** The number of entries, and nearly the number of characters, that fit into one request body. */
const MANY = 9_900;
const LONG = 36_000;
/** Maximum characters of any text. */
const LONGEST = 10_000;

const SCALARS: Record<string, (index: number) => unknown> = {
  Int: (index) => index + 1,
  SafeInt: (index) => index + 1,
  Decimal: (index) => index + 1,
  Boolean: () => true,
  Date: () => '2026-06-01',
  DateTime: () => '2026-06-01T00:00:00Z',
  LocalDateTime: () => '2026-06-01 00:00:00',
  LocalTime: () => '10:00:00',
};

/** A text that Postgres can't compress, of characters that take four bytes each. */
function textOf(length: number): string {
  const random = createHash('shake256', { outputLength: length }).digest();
  return Array.from({ length: length / 2 }, (_, index) =>
    String.fromCodePoint(0x20000 + (random.readUInt16LE(index * 2) % 0xa000)),
  ).join('');
}

const TEXTS = new Set(['String', 'TagValue']);

/** The value at the end of a path: a text, or the number of entries of a list. */
type End = string | number;

/** A value of a type with its required members, and with `end` at the end of the path. */
function example(type: GraphQLInputType, path: readonly string[], end: End, index = 0): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const count = path.length === 0 && typeof end === 'number' ? end : 1;
    return Array.from({ length: count }, (_, entry) => example(nullable.ofType, path, end, entry));
  }
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const given = fields.filter((field) => isRequiredInputField(field) || field.name === path[0]);
    return Object.fromEntries(given.map((field) => [field.name, exampleOf(field, path, end, index)]));
  }
  if (TEXTS.has(nullable.name) && path.length === 0 && typeof end === 'string') return end;
  return SCALARS[nullable.name]?.(index) ?? `a${index}`;
}

type Input = GraphQLArgument | GraphQLInputField;
const exampleOf = ({ name, type }: Input, path: readonly string[], end: End, index = 0) =>
  example(type, path[0] === name ? path.slice(1) : ['none'], end, index);

/** Levels of nested inputs that are tested, as a bound for recursive inputs. */
const DEPTH = 8;

type Wanted = (type: GraphQLInputType) => boolean;
const isList: Wanted = (type) => isListType(getNullableType(type));
const isText: Wanted = (type) => TEXTS.has(getNamedType(type).name);

/** Paths of the lists, or of the texts, in a value. */
function pathsIn({ name, type }: Input, isWanted: Wanted, above: readonly string[] = []): string[][] {
  const path = [...above, name];
  const named = getNamedType(type);
  const inside =
    isInputObjectType(named) && path.length < DEPTH
      ? Object.values(named.getFields()).flatMap((field) => pathsIn(field, isWanted, path))
      : [];
  return isWanted(type) ? [path, ...inside] : inside;
}

const KINDS = { Query: 'query', Mutation: 'mutation', Subscription: 'subscription' } as const;

const casesOf = (isWanted: Wanted) =>
  Object.entries(KINDS).flatMap(([type, kind]) =>
    Object.values(schema.getRootType(kind as never)?.getFields() ?? {}).flatMap((field) =>
      field.args.flatMap((argument) =>
        pathsIn(argument, isWanted).map((path) => ({
          name: `${type}.${field.name}.${path.join('.')}`,
          kind,
          field,
          path,
        })),
      ),
    ),
  );
type Case = ReturnType<typeof casesOf>[number];

let database: TestDatabase;
let context: Context;
let role: string;
let order: string;
beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const staff = await make.userWith([
    'orders.view-all',
    'products.book',
    'administration',
    'console.access',
    'tags.change-shared',
  ]);
  role = String(staff.role.id);
  order = String((await make.order()).id);
  context = await contextFor(database.db, staff.id);
});
afterAll(() => database.drop());

type Refused = { path: readonly (string | number)[] };

/** The members that a field refuses, as dotted paths without list indexes. */
async function refusedMembers({ kind, field, path }: Case, end: End): Promise<string[]> {
  const given = field.args.filter((argument) => isRequiredArgument(argument) || argument.name === path[0]);
  const variables = Object.fromEntries(given.map((argument) => [argument.name, exampleOf(argument, path, end)]));
  if ('role' in variables && path[0] !== 'role') variables.role = role;
  if ('reference' in variables && path[0] !== 'reference') variables.reference = order;
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

/** The cases that are not refused at their path. */
async function unbounded(cases: readonly Case[], end: End): Promise<string[]> {
  const found: string[] = [];
  for (const one of cases) {
    const path = one.path.join('.');
    const refused = await refusedMembers(one, end);
    // Paths of members of an argument `input` may leave out `input`.
    if (!refused.includes(path) && !refused.includes(path.replace(/^input\./, ''))) found.push(one.name);
  }
  return found;
}

it('refuses every list in arguments above its maximum, at its path, at any depth', { timeout: 60_000 }, async () => {
  const cases = casesOf(isList);
  expect(cases.length).toBeGreaterThan(80);
  expect(await unbounded(cases, MANY)).toEqual([]);
});

it('refuses every text in arguments above its maximum, at its path, at any depth', async () => {
  const cases = casesOf(isText);
  expect(cases.length).toBeGreaterThan(150);
  expect(await unbounded(cases, textOf(LONG))).toEqual([]);
});

it('causes no internal error with a text of the maximum length', { timeout: 60_000 }, async () => {
  const text = textOf(LONGEST);
  for (const one of casesOf(isText)) await expect(refusedMembers(one, text), one.name).resolves.toBeDefined();
});

it.each([
  ['the reference code of an order', ['referenceCode'], 255],
  ['the name of a person', ['leader', 'firstName'], 255],
  ['an address', ['pickup', 'location', 'point', 'address'], 500],
])('%s has the maximum length of v1', async (_, path, max) => {
  const update =
    'mutation ($reference: String!, $input: OrderUpdateInput!) { updateOrder(reference: $reference, input: $input) { order { id: databaseId } } }';
  const inputOf = (text: string) => path.reduceRight<unknown>((value, name) => ({ [name]: value }), text);
  const updated = async (length: number) =>
    (await run(update, { reference: order, input: inputOf('x'.repeat(length)) }, context)).errors.flatMap(
      ({ fields }) => fields ?? [],
    );
  const message = `must have at most ${max} characters.`;
  expect(await updated(max)).not.toContainEqual({ path, message });
  expect(await updated(max + 1)).toContainEqual({ path, message });
});

it('refuses a list in the arguments of a nested field', async () => {
  const sdl = buildSchema(
    'input In { ids: [Int!] } type Query { one: One! } type One { some(in: [In!], input: In): Int }',
  );
  const rootValue = { one: { some: () => 1 } };
  const requested = (ids: number[], input: number[]) =>
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
  expect((await requested(many.slice(1), many.slice(1))).data).toEqual({ one: { some: 1 } });
  const [error] = (await requested(many, many)).errors ?? [];
  expect(error?.extensions).toEqual({
    code: 'VALIDATION',
    fields: [
      { path: ['in', 1, 'ids'], message: 'must hold at most 2000 entries.' },
      { path: ['ids'], message: 'must hold at most 2000 entries.' },
    ],
  });
});
