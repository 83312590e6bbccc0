import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from './context.ts';
import { DomainError } from './errors.ts';
import { executeOperation } from './execute.ts';
import { createLoaders } from './loaders.ts';
import { schema } from './schema.ts';
import { pagedWorld } from './testing/paged-world.ts';
import { seeded } from './testing/random-orders.ts';

/*
 * Whatever arguments a root field gets, the answer is a result or a refusal, never an internal error: each field of the
 * schema is tried with random values of which some are plausible and some are not.
 */

const SEED = Number(process.env.ARGUMENTS_SEED ?? 20_261_127);
const TRIES = Number(process.env.ARGUMENTS_TRIES ?? 12);

let database: TestDatabase;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  const describe = async () => ({ id: randomUUID(), kind: 'order-updated', body: '{}' });
  context = { ...(await pagedWorld(database.db, 3)).context, describe };
}, 60_000);
afterAll(() => database.drop());

const TEXTS = [
  '',
  ' ',
  'a',
  'Zoo',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '木🦊',
  "'; DROP TABLE orders; --",
  '%_\\',
  '../..',
  'null',
  '__proto__',
  'constructor',
  '{}',
  '\u2028',
];
const BY_TYPE: Readonly<Record<string, readonly unknown[]>> = {
  SafeInt: [0, -1, 1, 2, 3, 5, 12, 3_000_000_000, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  Int: [0, -1, 1, 2, 3, 5, 12, 1_000, 1_001, 2_147_483_647, -2_147_483_648],
  Float: [0, -1, 0.1, 1e308, -1e-300, 52.37],
  Boolean: [true, false],
  ID: ['Order:1', 'Order:0', 'User:1', 'x', '', 'Order:99999999999999999999', 'AuditEntry:1'],
  Date: ['2026-06-01', '2026-06-30', '0001-01-01', '9999-12-31'],
  DateTime: ['2026-06-01T10:00:00Z', '2026-06-01T10:00:00+02:00', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  Decimal: ['1', '0', '-1', '12.345', '0.0001', '99999999999999999999', '1e40', 7.5],
  LocalTime: ['10:00', '23:59:59'],
  LocalDateTime: ['2026-06-01T10:00', '2026-06-01 10:00:00', '9999-12-31 23:59:59'],
  TagValue: [1, 'a', 1.5, -0, '', 'x'.repeat(300)],
};
const BY_NAME: readonly [RegExp, readonly unknown[]][] = [
  [/^role$|^reference$/, ['1', '2', '3', 'x']],
  [/email/i, ['a@guest.example', 'nobody', `${'a'.repeat(250)}@b.example`]],
  [/currenc/i, ['EUR', 'USD', 'XXX', 'eur']],
  [/time$/i, ['10:00', '10:00:00', '25:00', '-1:00', '2026-06-01T10:00:00Z', '2026-06-01 10:00:00', '2026-12-31']],
  [/date|valid|from|to$|start|end|until/i, ['2026-06-01', '2026-12-31', '2026-13-01', '0000-00-00', '10:00']],
  [/url/i, ['https://receiver.example/', 'javascript:alert(1)', 'http://127.0.0.1:1/', 'https://[::1]/']],
  [/language|lang/i, ['en', 'nl', 'xx', 'en-US-x-y', '__proto__', 'constructor']],
  [/^member$/, ['title', 'name', 'description', 'highlights', '__proto__', 'constructor', 'toString']],
  [/zone/i, ['Europe/Amsterdam', 'Mars/Olympus', '+02:00']],
  [/base64/i, ['aGFsbG8=', '%%%', 'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=']],
  [/key|cursor|after|before/i, ['a', 'MTc', 'x'.repeat(9_000)]],
];

type Random = (below: number) => number;

function anyValue(type: GraphQLInputType, name: string, random: Random, depth = 0): unknown {
  if (isNonNullType(type)) return anyValue(type.ofType, name, random, depth);
  if (isListType(type)) {
    const size = [0, 1, 1, 2, 3, 101][random(6)] ?? 1;
    return Array.from({ length: depth > 2 ? Math.min(size, 1) : size }, () =>
      anyValue(type.ofType, name, random, depth + 1),
    );
  }
  const pick = (values: readonly unknown[]) => values[random(values.length)];
  if (isEnumType(type)) return pick(type.getValues().map((value) => value.name));
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields()).flatMap((field) => {
        const isGiven = isRequiredInputField(field) || random(depth > 3 ? 8 : 3) === 0;
        if (!isGiven) return [];
        const isNull = !isNonNullType(field.type) && random(12) === 0;
        return [[field.name, isNull ? null : anyValue(field.type, field.name, random, depth + 1)]];
      }),
    );
  if (type.name === 'Int' || type.name === 'SafeInt')
    return random(2) === 0 ? 1 + random(30) : pick(BY_TYPE[type.name] ?? []);
  const known = BY_NAME.find(([pattern]) => pattern.test(name));
  if (type.name === 'String') return known && random(3) > 0 ? pick(known[1]) : pick(TEXTS);
  const values = BY_TYPE[type.name];
  if (!values) throw new Error(`there are no values of ${type.name}`);
  return pick(values);
}

/** The scalars of a type, of its lists, and of the objects directly below. */
function selectionOf(type: GraphQLObjectType, levels: number): string {
  const members = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    const named = getNamedType(field.type);
    if (!isObjectType(named)) return 'getFields' in named || 'getTypes' in named ? [] : [field.name];
    return levels > 0 ? [`${field.name} ${selectionOf(named, levels - 1)}`] : [];
  });
  return `{ __typename ${members.join(' ')} }`;
}

type Root = { operation: 'query' | 'mutation'; field: GraphQLField<unknown, unknown> };
const roots: Root[] = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({ operation: 'query' as const, field })),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => ({
    operation: 'mutation' as const,
    field,
  })),
];

/** What all objects share: an argument that changes it breaks the process for everybody. */
const inherited = () => [Object, Object.prototype].map((shared) => Object.getOwnPropertyNames(shared));
const INHERITED = inherited();

/** Fields that answered with a result at least once. */
const accepted = new Set<string>();

describe('any arguments', () => {
  it.each(roots.map((root) => [`${root.operation} ${root.field.name}`, root] as const))(
    '%s',
    async (_name, { operation, field }) => {
      const random = seeded(SEED + roots.findIndex((root) => root.field === field));
      const named = getNamedType(field.type);
      const selection = isObjectType(named) ? selectionOf(named, operation === 'query' ? 1 : 2) : '';
      const declared = field.args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
      const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
      const text = `${operation} ${declared ? `(${declared})` : ''} { ${field.name}${given ? `(${given})` : ''} ${selection} }`;
      const document = parse(text);
      const failures: { message: string; variables: string }[] = [];
      for (let count = 0; count < TRIES; count += 1) {
        const variables = Object.fromEntries(
          field.args.flatMap((arg) =>
            isRequiredArgument(arg) || random(2) === 0 ? [[arg.name, anyValue(arg.type, arg.name, random)]] : [],
          ),
        );
        const { data, errors = [] } = await executeOperation(document, variables, {
          ...context,
          loaders: createLoaders(context.db),
        });
        const result = data?.[field.name] as { userErrors?: unknown[] } | null | undefined;
        if (result && errors.length === 0 && !result.userErrors?.length) accepted.add(`${operation} ${field.name}`);
        for (const { originalError, message } of errors)
          if (originalError && !message.startsWith('Variable ') && !(originalError instanceof DomainError))
            failures.push({ message, variables: JSON.stringify(variables).slice(0, 1_000) });
      }
      expect(failures.slice(0, 2)).toEqual([]);
      expect(inherited()).toEqual(INHERITED);
    },
  );

  it('are accepted by most queries and by some mutations, so that they reach the database', () => {
    const count = (operation: string) => [...accepted].filter((name) => name.startsWith(operation)).length;
    expect([count('query'), count('mutation')]).toEqual([
      expect.toSatisfy((n: number) => n > 85),
      expect.toSatisfy((n: number) => n > 25),
    ]);
  });
});
