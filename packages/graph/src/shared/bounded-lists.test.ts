import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import {
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

/** Paths of the lists in a value. */
function listsIn({ name, type }: Input, above: readonly string[] = []): string[][] {
  const path = [...above, name];
  const named = getNamedType(type);
  const inside =
    isInputObjectType(named) && path.length < 4
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

/**
 * Lists that have no limit of their own, or are looked at only once what they are about is found. The cost of the operation
 * and the size of a body (10,000 entries) bound them; a list is added here only by who has looked at what reads it.
 */
const BOUNDED_BY_THE_REQUEST = [
  'Query.ordersById.ids',
  'Query.productsMeta.sort',
  'Query.ratesByDate.filter.rates',
  'Query.ratesByDate.filter.serviceLevel.ids',
  'Mutation.bookOrder.input.additionalInformation.contactPerson.tags',
  'Mutation.bookOrder.input.additionalInformation.tourGuide.tags',
  'Mutation.bookOrder.input.passengers',
  'Mutation.bookOrder.input.tags',
  'Mutation.changeUserRoles.add',
  'Mutation.changeUserRoles.remove',
  'Mutation.planBatch.change.driver.of',
  'Mutation.planBatch.change.tags.tags',
  'Mutation.planBatch.orders.ids',
  'Mutation.retryBatch.orderIds',
  'Mutation.updateOrder.input.contactPerson.tags',
  'Mutation.updateOrder.input.tourGuide.tags',
  'Mutation.updateOrder.versions',
  'Mutation.updateOrders.input.contactPerson.tags',
  'Mutation.updateOrders.input.tourGuide.tags',
];

async function refusalsOf({ kind, field, path }: (typeof cases)[number]): Promise<string> {
  const given = field.args.filter((argument) => isRequiredArgument(argument) || argument.name === path[0]);
  const variables = Object.fromEntries(given.map((argument) => [argument.name, exampleOf(argument, path)]));
  if ('role' in variables) variables.role = role;
  const declared = given.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : '';
  const text = `${kind} (${declared}) { ${field.name}(${passed}) ${selection} }`;
  if (kind !== 'subscription') return JSON.stringify((await run(text, variables, context)).errors);
  const document = parse(text);
  const result = await subscribe({ schema, document, variableValues: variables, contextValue: context });
  return JSON.stringify('errors' in result ? result.errors?.map(({ extensions }) => extensions) : []);
}

it('every list in arguments is refused above its limit, but for those that the request bounds', async () => {
  const unbounded: string[] = [];
  for (const one of cases) {
    const refusals = await refusalsOf(one);
    if (!refusals.includes(`"${one.path.at(-1)}"`)) unbounded.push(one.name);
  }
  expect(unbounded).toEqual(BOUNDED_BY_THE_REQUEST);
});
