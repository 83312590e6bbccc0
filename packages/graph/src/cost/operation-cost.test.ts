import { readFileSync } from 'node:fs';
import { getIntrospectionQuery, getNamedType, isObjectType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import { FIELD_COSTS } from './field-costs.ts';
import { declaredSize, idsOf, isConnection, LARGE_TYPES, LIST_SIZES, pageSizeOf } from './list-sizes.ts';
import { isList, operationCost } from './operation-cost.ts';

function costOf(text: string, variables: Record<string, unknown> = {}, operationName?: string): number {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  return operationCost(schema, document, variables, operationName);
}

/** Every field that answers a list of objects, except the entries of connections, which are as many as their page has. */
const lists = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && !isConnection(type)
    ? Object.values(type.getFields())
        .filter((field) => isList(field.type) && isObjectType(getNamedType(field.type)))
        .map((field) => ({ name: `${type.name}.${field.name}`, field }))
    : [],
);

describe('every list of objects', () => {
  it('takes a page size with a default, or the ids of its entries, or has a declared size', () => {
    const unbounded = lists.filter(({ name, field }) => {
      if (idsOf(field)) return false;
      const { defaultValue } = pageSizeOf(field) ?? {};
      return typeof defaultValue === 'number' ? defaultValue < 1 : !declaredSize(name, field);
    });
    expect(
      unbounded.map(({ name }) => name),
      'without a size in list-sizes.ts',
    ).toEqual([]);
  });

  it('has a declared size only if it takes neither a page size nor ids', () => {
    const isRefusal = (field: (typeof lists)[number]['field']) => getNamedType(field.type).name === 'UserError';
    const without = lists
      .filter(({ field }) => !pageSizeOf(field) && !idsOf(field) && !isRefusal(field))
      .map(({ name }) => name);
    expect(Object.keys(LIST_SIZES).sort()).toEqual(without.sort());
  });
});

describe('an operation', () => {
  it('costs the product of the page sizes along each path', () => {
    expect(costOf('{ viewer { id: databaseId } }')).toBe(51);
    expect(costOf('{ city: cities(perPage: 1) { id: databaseId } }')).toBe(51);
    expect(costOf('{ orders { id: databaseId } }')).toBe(50 + 15);
    expect(costOf('{ orders(perPage: 100) { id: databaseId city { name } } }')).toBe(50 + 100 * 2);
    expect(costOf('{ orders(perPage: 100) { passengers { id: databaseId } } }')).toBe(50 + 100 * (1 + 10));
    expect(costOf('query ($n: Int) { orders(perPage: $n) { id: databaseId } }', { n: 7 })).toBe(50 + 7);
    expect(costOf('query ($n: Int = 9) { orders(perPage: $n) { id: databaseId } }')).toBe(50 + 9);
  });

  it('costs at least one entry of a list and at most the maximum page size, whatever is requested', () => {
    for (const perPage of [-1, 0, 1]) expect(costOf(`{ orders(perPage: ${perPage}) { id: databaseId } }`)).toBe(51);
    expect(costOf('{ orders(perPage: 2147483647) { id: databaseId } }')).toBe(50 + 1_000);
    expect(costOf('{ orders(perPage: null) { id: databaseId } }')).toBe(50 + 15);
  });

  it('costs one more for each 500 entries before its page', () => {
    const paged = 'query ($page: Int = 101) { orders(perPage: 100, page: $page) { id: databaseId } }';
    expect([1, 2, 5, 6, 11].map((page) => costOf(paged, { page }))).toEqual([150, 150, 150, 151, 152]);
    expect([costOf(paged), costOf(paged, { page: null })]).toEqual([170, 150]);
    expect(costOf('{ orders(perPage: 1, page: 2000001) { id: databaseId } }')).toBe(51 + 4_000);
    expect(costOf('{ orders(perPage: 1, page: -5) { id: databaseId } }')).toBe(51);
    expect(costOf('{ ordersMeta(perPage: 1, page: 2000001) { total } }')).toBe(201);
  });

  it('of a list of days costs no more than the days of its range', () => {
    const listed =
      'query ($filter: RatesByDateFilter) { ratesByDate(role: "1", productId: 1, filter: $filter) { date rates { title } } }';
    const of = (startDate?: string, endDate?: string) => costOf(listed, { filter: { startDate, endDate } });
    expect([of('2026-06-01', '2026-06-01'), of('2026-06-01', '2026-06-10')]).toEqual([200 + 4, 200 + 10 * 4]);
    expect([of('2026-06-10', '2026-06-01'), of('2026-01-01', '2026-12-31')]).toEqual([200 + 4, 200 + 92 * 4]);
    expect([costOf(listed), of(), of('2026-06-01'), of(undefined, '2026-06-01')]).toEqual(Array(4).fill(200 + 92 * 4));
    const inline = listed
      .replace('query ($filter: RatesByDateFilter)', '')
      .replace('$filter', '{ startDate: "2026-06-01", endDate: "2026-06-02" }');
    expect(costOf(inline)).toBe(200 + 2 * 4);
  });

  it('of a report costs its rows, however many orders it reads, and one for each object of its groups', () => {
    const grouped =
      'query ($limit: Int) { orderStatistics(groupBy: [DAY], limit: $limit) { groups { figures { orders } } } }';
    expect([costOf(grouped, { limit: 10 }), costOf(grouped, { limit: 1_000 })]).toEqual([
      501 + 10 * 2,
      501 + 1_000 * 2,
    ]);
    expect(costOf('{ orderStatistics { total { orders sums { sold } } } }')).toBe(501 + 100 * (1 + 3));
    expect(costOf('{ repeatCustomers(perPage: 20) { customers { name } } }')).toBe(501 + 20);
  });

  it('of a connection costs the size of its page, its total, and one for the position of the page', () => {
    const page = (given: string, selection: string) => costOf(`{ ordersConnection${given} { ${selection} } }`);
    for (const size of ['first', 'last']) {
      expect(page(`(${size}: 100)`, 'nodes { databaseId city { name } }')).toBe(50 + 1 + 100 * 2);
      expect(page(`(${size}: 100)`, 'edges { cursor node { databaseId } }')).toBe(50 + 1 + 100 * 2);
      expect(page(`(${size}: 100)`, 'pageInfo { endCursor } nodes { databaseId }')).toBe(50 + 1 + 1 + 100);
      expect([-1, 0, 1_001].map((count) => page(`(${size}: ${count})`, 'nodes { databaseId }'))).toEqual([
        52, 52, 1_051,
      ]);
      const text = `query ($n: Int) { ordersConnection(${size}: $n) { ...C } } fragment C on OrderConnection { nodes { ...O } }
        fragment O on Order { passengers { databaseId } }`;
      expect([costOf(text, { n: 7 }), costOf(text)]).toEqual([51 + 7 * 11, 51 + 25 * 11]);
    }
    expect(page('', 'nodes { databaseId }')).toBe(50 + 1 + 25);
    expect(page('(first: null, last: 3)', 'nodes { databaseId }')).toBe(50 + 1 + 3);
    expect(page('(first: 100)', 'totalCount')).toBe(50 + 1 + 200);
    // Each has its own size, also where they share a fragment.
    const shared = `{ a: ordersConnection(first: 2) { ...C } b: ordersConnection(last: 30) { ...C } }
      fragment C on OrderConnection { nodes { databaseId } }`;
    expect(costOf(shared)).toBe(51 + 2 + 51 + 30);
    expect(costOf('{ repeatCustomersConnection(first: 20) { nodes { name } } }')).toBe(500 + 1 + 20);
  });

  it('costs one entry for each given id', () => {
    const many = Array.from({ length: 700 }, (_, index) => index + 1);
    expect(costOf('{ ordersById(ids: [1, 2, 3]) { id: databaseId } }')).toBe(50 + 3);
    expect(
      costOf('query ($ids: [SafeInt!]!) { ordersById(ids: $ids) { city { id: databaseId } } }', { ids: many }),
    ).toBe(50 + 1_400 + 70);
    expect(costOf('query ($id: SafeInt!) { ordersById(ids: [$id, 2]) { id: databaseId } }', { id: 1 })).toBe(50 + 2);
    expect(costOf('{ ordersById(ids: []) { id: databaseId } }')).toBe(50 + 1);
  });

  it('costs the sum of its aliases and fragments at every level', () => {
    const aliases = Array.from({ length: 190 }, (_, index) => `a${index}: orders(perPage: 1000) { id }`).join(' ');
    expect(costOf(`{ ${aliases} }`)).toBe(190 * 1_050);
    const spread = 'fragment O on Order { city { name } passengers { id: databaseId } }';
    expect(costOf(`{ orders { ...O ...O ... on Order { client { id: databaseId } } } } ${spread}`)).toBe(
      50 + 15 * (1 + 11 + 11 + 1),
    );
  });

  it('costs nothing for fields that @skip or @include leaves out', () => {
    const text =
      'query ($a: Boolean!) { viewer { id: databaseId } orders @include(if: $a) { id: databaseId ... @skip(if: $a) { city { id: databaseId } } } }';
    expect([costOf(text, { a: false }), costOf(text, { a: true })]).toEqual([51, 51 + 65]);
  });

  it('that follows a cycle of types costs more than any client may spend', () => {
    const circle = '{webhookDeliveries(perPage:15){event{deliveries{event{deliveries{event{id: databaseId}}}}}}}';
    expect(costOf(circle)).toBeGreaterThan(70_000);
  });

  it('with exponentially nested fragments is computed fast, and its cost is at most MAX_SAFE_INTEGER', () => {
    const levels = 300;
    const fragments = Array.from(
      { length: levels },
      (_, index) =>
        `fragment F${index} on WebhookDelivery { a: event { deliveries(perPage: 100) { ...F${index + 1} } } }`,
    ).join(' ');
    const text = `{ webhookDeliveries { ...F0 } } ${fragments} fragment F${levels} on WebhookDelivery { id: databaseId }`;
    const begun = performance.now();
    expect(operationCost(schema, parse(text), {})).toBe(Number.MAX_SAFE_INTEGER);
    // Following each of the paths of 300 levels would never end.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('is selected by name among several; an operation that cannot run costs nothing', () => {
    const text = 'query A { viewer { id: databaseId } } query B($n: Int!) { orders(perPage: $n) { id: databaseId } }';
    expect(costOf(text, {}, 'A')).toBe(51);
    expect(costOf(text, { n: 3 }, 'B')).toBe(53);
    expect([costOf(text), costOf(text, {}, 'C'), costOf(text, { n: 'x' }, 'B')]).toEqual([0, 0, 0]);
  });

  it('that reads the schema has a fixed cost for each introspection field', () => {
    expect(costOf('{ __schema { types { name } } a: __type(name: "Order") { name } __typename }')).toBe(4_000);
  });
});

/** Default maximum cost of one operation. */
const LIMIT = 5_000;
const aliased = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');
const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('an operation that blocks the process costs more than the maximum', () => {
  it.each([
    {
      name: 'ids of a variable that many fields use',
      text: `query ($i: [SafeInt!]) { ${aliased(49, 'clients(ids: $i, limit: 1) { id: databaseId }')} }`,
      variables: { i: idsUpTo(9_900) },
    },
    {
      name: 'ids of a default',
      text: `query ($i: [SafeInt!] = [${idsUpTo(1_300)}]) { ${aliased(49, 'clients(ids: $i, limit: 1) { id: databaseId }')} }`,
    },
    {
      name: 'ids within a filter, partly written out',
      text: `query ($i: [SafeInt!]) { ${aliased(48, 'ordersMeta(filter: { client: { ids: $i }, city: { ids: [1, 2] } }) { total }')} }`,
      variables: { i: idsUpTo(1_000) },
    },
    {
      name: 'lists of a filter in a variable',
      text: `query ($f: OrderFilter) { ${aliased(48, 'ordersMeta(filter: $f) { total }')} }`,
      variables: {
        f: { client: { ids: idsUpTo(1_000) }, city: { ids: idsUpTo(1_000) }, product: { ids: idsUpTo(1_000) } },
      },
    },
    {
      name: 'the schema many times over',
      text: `{ __schema { types { ${aliased(60, 'fields(includeDeprecated: true) { name description args { name description type { name description fields { name description } } } }')} } } }`,
    },
    {
      name: 'a large type of the schema many times over',
      text: `{ __type(name: "Query") { ${aliased(60, 'fields { name args { name type { name } } type { name fields { name } } }')} } }`,
    },
    {
      name: 'the type of all queries many times over',
      text: `{ __schema { queryType { ${aliased(60, 'fields { name args { name type { name } } type { name fields { name } } }')} } } }`,
    },
    { name: 'scalars', text: `{ orders(perPage: 1000) { ${aliased(199, 'status')} city { name } } }` },
    {
      name: 'scalars in fragments',
      text: `{ orders(perPage: 1000) { ...S ... on Order { ...S } } } fragment S on Order { ${aliased(60, 'status')} }`,
    },
    {
      name: 'boards of which nothing is selected',
      text: `{ ${aliased(49, 'dispatchBoard(from: "2026-06-01", to: "2026-07-01") { __typename }')} }`,
    },
    { name: 'counts', text: `{ ${aliased(49, 'ordersMeta { total }')} }` },
    { name: 'totals of connections', text: `{ ${aliased(49, 'ordersConnection(first: 0) { totalCount }')} }` },
    { name: 'pages from the end', text: `{ ${aliased(6, 'ordersConnection(last: 1000) { nodes { databaseId } }')} }` },
  ])('$name', ({ text, variables }) => {
    expect(costOf(text, variables)).toBeGreaterThan(LIMIT);
  });
});

describe('a quick search', () => {
  const searching = (text: string) =>
    costOf(`{ orders(perPage: 1, filter: { quickSearch: ${text} }) { id: databaseId } }`);

  it('costs 1 for each word, whether its text is a literal or a variable', () => {
    const usual = 50 + 1;
    expect(searching('""')).toBe(usual);
    expect(searching('" ada   byron "')).toBe(usual + 2);
    const words = 'a '.repeat(100);
    expect(searching(`"${words}"`)).toBe(usual + 100);
    const text = 'query ($text: String) { orders(perPage: 1, filter: { quickSearch: $text }) { id: databaseId } }';
    expect(costOf(text, { text: words })).toBe(usual + 100);
    const filter = 'query ($filter: OrderFilter) { orders(perPage: 1, filter: $filter) { id: databaseId } }';
    expect(costOf(filter, { filter: { quickSearch: words } })).toBe(usual + 100);
  });

  it('costs in each field that uses its variable, for the first 200 characters only', () => {
    const many = `query ($text: String) { ${aliasedSearches(40)} }`;
    expect(costOf(many, { text: 'a '.repeat(100) })).toBe(40 * (51 + 100));
    expect(costOf(many, { text: 'a '.repeat(500_000) })).toBe(40 * (51 + 100));
  });

  it('has no cost for the words of other members', () => {
    const text =
      'query ($text: String) { orders(perPage: 1, filter: { search: $text, quickSearch: $text }) { id: databaseId } }';
    expect(costOf(text, { text: 'ada byron' })).toBe(51 + 2);
  });
});

describe('a filter for orders with a clash', () => {
  it('costs 500 where it is on, whether it is a literal or a variable', () => {
    const usual = 50 + 1;
    const clashing = (value: boolean) =>
      costOf(`{ orders(perPage: 1, filter: { hasClash: ${value} }) { id: databaseId } }`);
    expect([clashing(true), clashing(false)]).toEqual([usual + 500, usual]);
    const given = 'query ($on: Boolean) { orders(perPage: 1, filter: { hasClash: $on }) { id: databaseId } }';
    expect([costOf(given, { on: true }), costOf(given, { on: null })]).toEqual([usual + 500, usual]);
    const filter = 'query ($filter: OrderFilter) { orders(perPage: 1, filter: $filter) { id: databaseId } }';
    expect(costOf(filter, { filter: { hasClash: true } })).toBe(usual + 500);
  });
});

const aliasedSearches = (count: number) =>
  Array.from({ length: count }, (_, at) => `f${at}: orders(perPage: 1, filter: { quickSearch: $text }) { id }`).join(
    ' ',
  );

describe('a typical operation', () => {
  it('costs the same for any introspection up to the standard query', () => {
    expect(costOf('{ __type(name: "Order") { name fields { name type { name } } } }')).toBe(2_000);
    expect(costOf(getIntrospectionQuery())).toBe(2_000);
    const whole = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true };
    expect(costOf(getIntrospectionQuery({ ...whole, inputValueDeprecation: true }))).toBe(2_000);
  });

  it('costs nothing extra for few entries in arguments and for up to 20 scalars of an object', () => {
    expect(costOf('{ orders(filter: { client: { ids: [1, 2, 3] } }) { id: databaseId } }')).toBe(50 + 15);
    expect(costOf(`{ orders(perPage: 100) { ${aliased(20, 'id')} } }`)).toBe(50 + 100);
    expect(costOf(`{ orders(perPage: 100) { ${aliased(21, 'id')} } }`)).toBe(50 + 200);
    expect(costOf(`{ orders(perPage: 100) { ${aliased(40, 'id')} } }`)).toBe(50 + 200);
  });
});

describe('declared costs and sizes', () => {
  it('are for fields that exist', () => {
    const names = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
    );
    const unknown = Object.keys({ ...FIELD_COSTS, ...LARGE_TYPES }).filter((name) => !names.includes(name));
    expect(unknown).toEqual(['Query.__type']);
  });
});

describe('the examples of the documentation', () => {
  const text = readFileSync(new URL('../../../../docs/graphql.md', import.meta.url), 'utf8');
  const examples = [...text.matchAll(/^\| `(\{.*\})` \| .* = ([\d,]+) \|$/gm)];
  it('cost as much as they state', () => {
    expect(examples).toHaveLength(8);
    for (const [, operation = '', cost] of examples) expect(costOf(operation).toLocaleString('en')).toBe(cost);
  });
});
