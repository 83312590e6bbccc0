import { getNamedType, isObjectType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { idsOf, LIST_SIZES, pageSizeOf } from './list-sizes.ts';
import { isList, operationCost } from './operation-cost.ts';

function costOf(text: string, variables: Record<string, unknown> = {}, operationName?: string): number {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  return operationCost(schema, document, variables, operationName);
}

/** Every field that answers a list of objects. */
const lists = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && !type.name.startsWith('__')
    ? Object.values(type.getFields())
        .filter((field) => isList(field.type) && isObjectType(getNamedType(field.type)))
        .map((field) => ({ name: `${type.name}.${field.name}`, field }))
    : [],
);

describe('every list of objects', () => {
  it('takes a page size with a default, or the ids of its entries, or says how many entries it has', () => {
    const unbounded = lists.filter(({ name, field }) => {
      if (idsOf(field)) return false;
      const { defaultValue } = pageSizeOf(field) ?? {};
      return typeof defaultValue === 'number' ? defaultValue < 1 : !LIST_SIZES[name];
    });
    expect(unbounded.map(({ name }) => name)).toEqual([]);
  });

  it('says so once, and nothing else does', () => {
    const without = lists.filter(({ field }) => !pageSizeOf(field) && !idsOf(field)).map(({ name }) => name);
    expect(Object.keys(LIST_SIZES).sort()).toEqual(without.sort());
  });
});

describe('an operation', () => {
  it('costs the product of the page sizes along each path', () => {
    expect(costOf('{ viewer { id } }')).toBe(51);
    expect(costOf('{ ordersMeta { total } }')).toBe(51);
    expect(costOf('{ orders { id } }')).toBe(50 + 15);
    expect(costOf('{ orders(perPage: 100) { id city { name } } }')).toBe(50 + 100 * 2);
    expect(costOf('{ orders(perPage: 100) { passengers { id } } }')).toBe(50 + 100 * (1 + 10));
    expect(costOf('query ($n: Int) { orders(perPage: $n) { id } }', { n: 7 })).toBe(50 + 7);
    expect(costOf('query ($n: Int = 9) { orders(perPage: $n) { id } }')).toBe(50 + 9);
  });

  it('costs at least one entry of a list and at most the largest page, whatever is asked', () => {
    for (const perPage of [-1, 0, 1]) expect(costOf(`{ orders(perPage: ${perPage}) { id } }`)).toBe(51);
    expect(costOf('{ orders(perPage: 2147483647) { id } }')).toBe(50 + 1_000);
    expect(costOf('{ orders(perPage: null) { id } }')).toBe(50 + 15);
  });

  it('costs as many entries as are named by their ids', () => {
    const many = Array.from({ length: 700 }, (_, index) => index + 1);
    expect(costOf('{ ordersById(ids: [1, 2, 3]) { id } }')).toBe(50 + 3);
    expect(costOf('query ($ids: [Int!]!) { ordersById(ids: $ids) { city { id } } }', { ids: many })).toBe(50 + 1_400);
    expect(costOf('query ($id: Int!) { ordersById(ids: [$id, 2]) { id } }', { id: 1 })).toBe(50 + 2);
    expect(costOf('{ ordersById(ids: []) { id } }')).toBe(50 + 1);
  });

  it('costs the sum of its aliases and fragments, wherever they stand', () => {
    const aliases = Array.from({ length: 190 }, (_, index) => `a${index}: orders(perPage: 1000) { id }`).join(' ');
    expect(costOf(`{ ${aliases} }`)).toBe(190 * 1_050);
    const spread = 'fragment O on Order { city { name } passengers { id } }';
    expect(costOf(`{ orders { ...O ...O ... on Order { client { id } } } } ${spread}`)).toBe(
      50 + 15 * (1 + 11 + 11 + 1),
    );
  });

  it('costs nothing for what is left out', () => {
    const text =
      'query ($a: Boolean!) { viewer { id } orders @include(if: $a) { id ... @skip(if: $a) { city { id } } } }';
    expect([costOf(text, { a: false }), costOf(text, { a: true })]).toEqual([51, 51 + 65]);
  });

  it('that walks in circles costs more than can be had', () => {
    const circle = '{webhookDeliveries(perPage:15){event{deliveries{event{deliveries{event{id}}}}}}}';
    expect(costOf(circle)).toBeGreaterThan(70_000);
  });

  it('whose fragments multiply is counted in no time, and never beyond all numbers', () => {
    const levels = 300;
    const fragments = Array.from(
      { length: levels },
      (_, index) =>
        `fragment F${index} on WebhookDelivery { a: event { deliveries(perPage: 100) { ...F${index + 1} } } }`,
    ).join(' ');
    const text = `{ webhookDeliveries { ...F0 } } ${fragments} fragment F${levels} on WebhookDelivery { id }`;
    const begun = performance.now();
    expect(operationCost(schema, parse(text), {})).toBe(Number.MAX_SAFE_INTEGER);
    expect(performance.now() - begun).toBeLessThan(500);
  });

  it('of several is the one that is named; what can not run costs nothing', () => {
    const text = 'query A { viewer { id } } query B($n: Int!) { orders(perPage: $n) { id } }';
    expect(costOf(text, {}, 'A')).toBe(51);
    expect(costOf(text, { n: 3 }, 'B')).toBe(53);
    expect([costOf(text), costOf(text, {}, 'C'), costOf(text, { n: 'x' }, 'B')]).toEqual([0, 0, 0]);
  });

  it('that reads the schema has a price of its own', () => {
    expect(costOf('{ __schema { types { name } } a: __type(name: "Order") { name } __typename }')).toBe(4_000);
  });
});
