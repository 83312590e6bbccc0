import { Prisma } from '@channel/prisma';
import { buildSchema, isObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { raw } from './sql.ts';
import { tryCompile } from './try-compile.ts';
import { aliases, Unsupported, whereSql } from './where.ts';

const where = (condition: object) => whereSql({ model: 'Order', alias: 'q', newAlias: aliases('w') }, condition);

describe('a condition', () => {
  it('that is unknown is refused and never guessed', () => {
    for (const condition of [
      { timeZone: { in: ['a'], mode: 'insensitive' } },
      { timeZone: { notIn: ['a'], mode: 'insensitive' } },
      { timeZone: { not: 'a', mode: 'insensitive' } },
      { timeZone: { lt: 'a', mode: 'insensitive' } },
      { timeZone: { not: { startsWith: 'a' } } },
      { city: { translations: { path: ['nl'], string_contains: 'a', string_starts_with: 'b' } } },
      { city: { translations: { path: ['nl'], string_ends_with: 'b' } } },
      { city: { translations: { path: ['nl'], not: Prisma.AnyNull } } },
      { city: { translations: { equals: Prisma.AnyNull } } },
    ])
      expect(() => where(condition), JSON.stringify(condition)).toThrow(Unsupported);
  });

  it('in insensitive mode can match a whole text, a part, its beginning or its end', () => {
    for (const operator of ['equals', 'contains', 'startsWith', 'endsWith'])
      expect(where({ timeZone: { [operator]: 'a', mode: 'insensitive' } }).texts.join('')).toContain('ILIKE');
  });
});

it('does not compile a field with arguments, whose values are only known with a request', () => {
  const schema = buildSchema('type Query { order: Order! } type Order { id: Int! name(of: String): String! }');
  const nothing = { valuesOf: () => ({}), probe: {} };
  const withExtensions = (type: string, field: string, extensions: object) => {
    const found = schema.getType(type);
    if (isObjectType(found)) Object.assign(found.getFields()[field] ?? {}, { extensions });
  };
  withExtensions('Query', 'order', { plan: { kind: 'one', model: 'Order', build: () => ({ where: {} }) } });
  withExtensions('Order', 'id', { fieldSql: () => ({ value: raw('1') }) });
  withExtensions('Order', 'name', { fieldSql: () => ({ value: raw("'a'") }) });
  expect(tryCompile(schema, parse('{ order { id } }'), nothing)).toHaveProperty('compiled');
  for (const text of ['query A($of: String) { order { name(of: $of) } }', '{ order { name(of: "a") } }'])
    expect(tryCompile(schema, parse(text), nothing)).toEqual({ refused: 'Order.name: has arguments' });
});
