import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  graphql,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from './context.ts';
import { DomainError } from './errors.ts';
import { schema } from './schema.ts';
import { contextFor } from './testing/context.ts';

/*
 * Tests every number in the arguments of the schema, at the limits of its type and beyond the range of its column: each
 * is accepted or refused with an expected error, and none causes a database error. The cases come from the schema, so
 * that they include new numbers.
 */

const EXTREMES: Record<string, readonly (number | string)[]> = {
  Int: [-(2 ** 31), -1, 0, 2 ** 31 - 1],
  SafeInt: [Number.MIN_SAFE_INTEGER, -1, 0, 2 ** 31, Number.MAX_SAFE_INTEGER],
  Decimal: [-1e308, 1e308, 1e-320, '99999999999999999999.9999999999', '-99999999999.9999'],
  TagValue: [1e308, -1e308, 5e-324, 2 ** 53],
};

type Input = GraphQLArgument | GraphQLInputField;
type Path = string[];

/** The paths of numbers in an input, up to the first repetition of an input type. */
function numbersIn(type: GraphQLInputType, path: Path, above: readonly string[] = []): { path: Path; kind: string }[] {
  const named = getNamedType(type);
  if (named.name in EXTREMES) return [{ path, kind: named.name }];
  if (!isInputObjectType(named) || above.includes(named.name)) return [];
  return Object.values(named.getFields()).flatMap((field) =>
    numbersIn(field.type, [...path, field.name], [...above, named.name]),
  );
}

/** The smallest value of a type that has a number at a path; without a path, the smallest value. */
function inputOf(type: GraphQLInputType, path: Path | undefined, number: unknown): unknown {
  if (isNonNullType(type)) return inputOf(type.ofType, path, number);
  if (isListType(type)) return [inputOf(type.ofType, path, number)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isLeafType(type)) return path ? number : (LEAST[type.name] ?? 'x');
  const [next, ...rest] = path ?? [];
  const members = Object.values(type.getFields()).filter((field) => field.name === next || isRequiredInputField(field));
  return Object.fromEntries(
    members.map((field) => [field.name, inputOf(field.type, field.name === next ? rest : undefined, number)]),
  );
}

const LEAST: Record<string, unknown> = {
  Int: 1,
  SafeInt: 1,
  Boolean: false,
  Decimal: 1,
  TagValue: 'x',
  Date: '2026-06-10',
  DateTime: '2026-06-10T09:00:00Z',
  LocalTime: '09:00',
  LocalDateTime: '2026-06-10 09:00',
};

type Case = { name: string; document: string; variables: Record<string, unknown> };

function casesOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): Case[] {
  const numbers = field.args.flatMap((arg) => numbersIn(arg.type, [arg.name]));
  return numbers.flatMap(({ path: [head = '', ...rest], kind: number }) => {
    const args = field.args.filter((arg) => arg.name === head || isRequiredArgument(arg));
    const list = (text: (arg: Input) => string) => args.map(text).join(', ');
    const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
    const document = `${kind} (${list((arg) => `$${arg.name}: ${arg.type}`)}) {
      ${field.name}(${list((arg) => `${arg.name}: $${arg.name}`)}) ${selection} }`;
    return (EXTREMES[number] ?? []).map((extreme) => ({
      name: `${field.name} ${[head, ...rest].join('.')} = ${extreme}`,
      document,
      variables: Object.fromEntries(
        args.map((arg) => [arg.name, inputOf(arg.type, arg.name === head ? rest : undefined, extreme)]),
      ),
    }));
  });
}

const fieldsOf = (kind: 'query' | 'mutation') =>
  Object.values((kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {});

let database: TestDatabase;
let staff: Context;

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const { permissions } = (await contextFor(database.db, null)).settings;
  const user = await make.userWith(Object.values(permissions));
  staff = await contextFor(database.db, user.id);
  await make.order({ offer: await make.offer([user.role.id]) });
});
afterAll(() => database.drop());

describe.each(['query', 'mutation'] as const)('the numbers of every %s', (kind) => {
  const table = fieldsOf(kind).flatMap((field) => casesOf(kind, field));

  it('are accepted or refused, and never cause an internal error', { timeout: 120_000 }, async () => {
    expect(table.length).toBeGreaterThan(100);
    const failures: string[] = [];
    for (const { name, document, variables } of table) {
      const { errors = [] } = await graphql({
        schema,
        source: document,
        variableValues: variables,
        contextValue: staff,
      });
      for (const { originalError, message } of errors)
        if (originalError && !(originalError instanceof DomainError)) failures.push(`${name}: ${message}`);
    }
    expect(failures).toEqual([]);
  });
});
