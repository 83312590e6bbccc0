import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isConnection } from '../cost/list-sizes.ts';
import { executeOperation } from '../execute.ts';
import { createLoaders } from '../loaders.ts';
import { schema } from '../schema.ts';
import { type PagedWorld, pagedWorld } from '../testing/paged-world.ts';
import { answer, refusal } from '../testing/run.ts';

const SEED = 7;
/** Entries of a page. */
const SIZE = 3;
/** Statements by which Prisma reads the rows of a page, with what they select. */
const ROWS = 2;

type Field = GraphQLField<unknown, unknown>;
const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
/** All fields of objects, with the types that have them. */
const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ owner: type.name, field })) : [],
);
type Owned = (typeof fields)[number];
const connections = fields.filter(({ owner, field }) => isConnection(field.type) && owner !== 'Subscription');
/** The list that pages by numbers, such as `orders` or `Batch.rows`. */
const listOf = ({ owner, field }: Owned): string =>
  `${owner === 'Query' ? '' : `${owner}.`}${field.name.replace(/Connection$/, '')}`;
/** Lists of stored values, which nobody adds to. */
const FIXED = ['BatchRow.changes', 'BatchTags.tags'];

/** Further arguments: every order of the list. */
const KEYS = ['booked', 'created', 'updated', 'starts', 'leader', 'product', 'status', 'total'];
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  orders: KEYS.flatMap((by) => [`sort: { by: ${by} }`, `sort: { by: ${by}, descending: true }`]),
  products: [
    '[TITLE_DESC]',
    '[ID_ASC]',
    '[ID_DESC]',
    '[TITLE_ASC, ID_DESC]',
    '[TITLE_DESC, TITLE_ASC, ID_DESC, TITLE_DESC]',
  ].map((sort) => `sort: ${sort}`),
  orderTimeline: ['oldestFirst: true'],
};
const cases = connections.flatMap((owned) => {
  const list = listOf(owned);
  return ['', ...(ORDERS[list] ?? [])].map((more) => ({ ...owned, name: `${list} ${more}`.trim(), list, more }));
});
type Case = (typeof cases)[number];
const plain = cases.filter(({ more }) => more === '');
const changing = plain.filter(({ list }) => !FIXED.includes(list));

/** Orders that are the usual ones of their lists. */
const SAME = ['sort: { by: created, descending: true }'];

/** A value of each member of each filter. */
const VALUES: Readonly<Record<string, string>> = {
  Int: '1',
  SafeInt: '1',
  Boolean: 'true',
  DateTime: '"2026-05-02T00:00:00Z"',
  Date: '"2026-06-02"',
};
const TEXTS = ['"alm"', '"1"'];
/** Members that others need. */
const BESIDE: Readonly<Record<string, string>> = {
  hasClash: ', activityDate: { start: "2026-05-01", end: "2026-05-09" }',
};
/** Members whose texts have a form. */
const FORMS: Readonly<Record<string, readonly string[]>> = { addresses: ['"192.0.2.0/24"'] };
const filtered = connections.flatMap((owned) => {
  const { field } = owned;
  const filter = getNamedType(field.args.find(({ name }) => name === 'filter')?.type ?? field.type);
  if (!isInputObjectType(filter)) return [];
  return Object.values(filter.getFields()).flatMap((member) =>
    (FORMS[member.name] ?? valuesOf(member.type)).map((value) => {
      const more = `filter: { ${member.name}: ${value}${BESIDE[member.name] ?? ''} }`;
      return { ...owned, name: `${listOf(owned)} ${more}`, list: listOf(owned), more };
    }),
  );
});

function valuesOf(type: GraphQLInputType): string[] {
  const named = getNamedType(type);
  if (isInputObjectType(named))
    return [
      `{ ${Object.values(named.getFields())
        .map((member) => `${member.name}: ${valuesOf(member.type)[0]}`)
        .slice(0, 1)} }`,
    ];
  if (isEnumType(named))
    return named
      .getValues()
      .slice(0, 1)
      .map(({ name }) => name);
  return VALUES[named.name] ? [VALUES[named.name] ?? ''] : TEXTS;
}

/** What identifies an entry of a type. */
function identityOf({ type }: Field): string {
  const named = getNamedType(type);
  const node = isObjectType(named) ? getNamedType(named.getFields().nodes?.type ?? type) : named;
  if (node.name === 'OrderTimelineEntry') return 'key: entryId';
  if (node.name === 'BatchRow') return 'key: orderId';
  if (node.name === 'BatchRowChange' || node.name === 'BatchTag') return 'key';
  if (node.name === 'RepeatCustomer') return 'key: email organizationId';
  return 'key: id';
}

let database: TestDatabase;
let world: PagedWorld;
const statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  world = await pagedWorld(database.db, SEED);
});
afterAll(() => database.drop());

const argumentsOf = (name: string, ...more: string[]): string => {
  const field = queries.find((each) => each.name === name);
  const required = (field?.args ?? []).filter(isRequiredArgument).map((arg) => `${arg.name}: ${world.given[arg.name]}`);
  const given = [...required, ...more].filter((each) => each !== '');
  return given.length > 0 ? `(${given.join(', ')})` : '';
};

type Key = string;

/** A document of a field of an object of the world, as `page`. */
function documentWith({ owner }: Owned, text: string): string {
  const around = owner === 'Query' ? '@' : world.owners[owner];
  if (around === undefined) throw new Error(`the world has no ${owner} with lists`);
  return `{ ${around.replace('@', `page: ${text}`)} }`;
}

/** The value of `page`, wherever an answer has it. */
function pageIn<Found>(answered: unknown): Found {
  if (Array.isArray(answered)) return pageIn(answered[0]);
  const { page, ...others } = answered as { page?: Found };
  return page ?? pageIn(Object.values(others)[0]);
}

const sibling = ({ owner, field }: Owned): Field | undefined =>
  fields.find((each) => each.owner === owner && each.field.name === field.name.replace(/Connection$/, ''))?.field;

/** A page of the list by page number. */
async function numbered(of: Case, page: string): Promise<Key[]> {
  const list = sibling(of);
  if (!list) throw new Error(`there is no list ${of.list}`);
  const identity = identityOf(of.field);
  const isPage = !isListType(getNullableType(list.type));
  const text = `${list.name}${argumentsOf(list.name, of.more, page)} { ${isPage ? `customers { ${identity} }` : identity} }`;
  const answered = await answer<object>(documentWith(of, text), {}, world.context);
  const found = pageIn<{ key: Key }[] & { customers: { key: Key }[] }>(answered);
  return (isPage ? found.customers : found).map(({ key }) => key);
}

type Page = {
  nodes: { key: Key }[];
  edges: { cursor: string; node: { key: Key } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
};

const documentOf = (of: Case, page: string, selection: string) =>
  documentWith(of, `${of.field.name}${argumentsOf(of.field.name, of.more, page)} { ${selection} }`);

async function pageOf(of: Case, page: string): Promise<Page> {
  const identity = identityOf(of.field);
  const text = documentOf(
    of,
    page,
    `nodes { ${identity} } edges { cursor node { ${identity} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`,
  );
  return pageIn<Page>(await answer<object>(text, {}, world.context));
}

const keysOf = ({ nodes }: Page): Key[] => nodes.map(({ key }) => key);

/** All pages in one direction, in the order of the list. `between` runs after each page. */
async function walk(
  of: Case,
  direction: 'first' | 'last',
  between: () => Promise<void> = async () => {},
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor = ''; ; ) {
    const page = await pageOf(of, [`${direction}: ${SIZE}`, cursor].filter(Boolean).join(', '));
    if (direction === 'first') pages.push(page);
    else pages.unshift(page);
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    if (!(direction === 'first' ? hasNextPage : hasPreviousPage)) return pages;
    cursor = direction === 'first' ? `after: "${endCursor}"` : `before: "${startCursor}"`;
    await between();
  }
}

/** Another writer, who adds an entry at the beginning of a list each time, and deletes one every other time. */
async function writer(list: string) {
  const add = world.adders[list];
  if (!add) throw new Error(`the world has nobody who adds to ${list}`);
  const added = [await add(), await add()];
  let times = 0;
  return {
    write: async () => {
      times += 1;
      added.push(await add());
      if (times % 2 === 0) await added.shift()?.remove();
    },
    clear: async () => {
      for (const each of added) await each.remove();
    },
  };
}

describe('a connection', () => {
  it('exists beside every list by page numbers', () => {
    const lists = fields
      .filter(({ field }) => field.args.some((arg) => arg.name === 'perPage') && !field.name.endsWith('Meta'))
      .map(listOf);
    expect(lists.length).toBeGreaterThan(17);
    expect(connections.map(listOf).sort()).toEqual(lists.sort());
  });

  it('takes the arguments of its list', () => {
    const own = (field: Field | undefined) =>
      field?.args
        .map((arg) => `${arg.name}: ${arg.type}`)
        .filter((arg) => !/^(page|perPage|first|last|after|before):/.test(arg))
        .sort();
    for (const each of connections) expect([listOf(each), own(each.field)]).toEqual([listOf(each), own(sibling(each))]);
  });

  it.each(cases)('has the entries of its list in both directions: $name', async (of) => {
    const all = await numbered(of, 'perPage: 1000');
    expect(all.length).toBeGreaterThan(SIZE * 2);
    for (const direction of ['first', 'last'] as const) {
      const pages = await walk(of, direction);
      expect([direction, pages.flatMap(keysOf)]).toEqual([direction, all]);
      for (const [index, { nodes, edges, pageInfo }] of pages.entries()) {
        expect(edges.map(({ node }) => node)).toEqual(nodes);
        expect(pageInfo).toEqual({
          hasPreviousPage: index > 0,
          hasNextPage: index < pages.length - 1,
          startCursor: edges[0]?.cursor,
          endCursor: edges.at(-1)?.cursor,
        });
      }
    }
  });

  it.each(changing)(
    'neither repeats nor loses an entry while others are added and deleted, unlike page numbers: $name',
    async (of) => {
      const stable = await numbered(of, 'perPage: 1000');
      const others = await writer(of.list);
      for (const direction of ['first', 'last'] as const) {
        const walked = (await walk(of, direction, others.write)).flatMap(keysOf);
        expect([direction, walked.filter((key) => stable.includes(key))]).toEqual([direction, stable]);
        expect(new Set(walked).size).toBe(walked.length);
      }
      const offset: Key[] = [];
      for (let page = 1; ; page += 1) {
        const found = await numbered(of, `perPage: ${SIZE}, page: ${page}`);
        offset.push(...found);
        if (found.length < SIZE) break;
        await others.write();
      }
      await others.clear();
      expect(new Set(offset).size).toBeLessThan(offset.length);
      expect((await numbered(of, 'perPage: 1000')).filter((key) => stable.includes(key))).toEqual(stable);
    },
  );

  it.each(filtered)('is narrowed like its list: $name', async (of) => {
    const page = await pageOf(of, 'first: 1000');
    expect(keysOf(page)).toEqual(await numbered(of, 'perPage: 1000'));
    const counted = pageIn<{ totalCount: number }>(
      await answer<object>(documentOf(of, 'first: 1', 'totalCount'), {}, world.context),
    );
    expect(counted.totalCount).toBe(page.nodes.length);
  });

  it.each(plain)('takes both ends of a range, and no entry at all: $name', async (of) => {
    const { edges } = await pageOf(of, 'first: 6');
    const [from, to] = [edges[1]?.cursor, edges[5]?.cursor];
    const range = `after: "${from}", before: "${to}"`;
    const inside = edges.slice(2, 5).map(({ node }) => node);
    // The list goes on where the range ends.
    for (const page of [`first: 9, ${range}`, `last: 9, ${range}`, range])
      expect((await pageOf(of, page)).pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
    expect((await pageOf(of, range)).nodes).toEqual(inside);
    expect((await pageOf(of, `last: 2, ${range}`)).nodes).toEqual(inside.slice(1));
    expect(await pageOf(of, `first: 0, ${range}`)).toEqual({
      nodes: [],
      edges: [],
      pageInfo: { hasPreviousPage: true, hasNextPage: true, startCursor: null, endCursor: null },
    });
    // Beyond its last entry a list is empty, and says that there are entries before.
    const { pageInfo } = await pageOf(of, 'last: 1');
    expect(await pageOf(of, `after: "${pageInfo.endCursor}"`)).toMatchObject({
      nodes: [],
      pageInfo: { hasPreviousPage: true, hasNextPage: false },
    });
  });

  it.each(plain)('refuses sizes and cursors that do not hold, before any query: $name', async (of) => {
    const { edges } = await pageOf(of, 'first: 2');
    const cursor = edges[1]?.cursor ?? '';
    const foreign: string[] = [];
    for (const other of plain.filter(({ list }) => list !== of.list))
      foreign.push((await pageOf(other, 'first: 1')).edges[0]?.cursor ?? '');
    for (const other of cases.filter(({ list, more }) => list === of.list && more !== '' && !SAME.includes(more)))
      foreign.push((await pageOf(other, 'first: 1')).edges[0]?.cursor ?? '');
    const bytes = Buffer.from(cursor, 'base64url');
    const altered = Buffer.from(bytes.map((byte, index) => (index === bytes.length - 2 ? byte ^ 1 : byte)));
    const bad = [
      '',
      '0',
      'MTc',
      cursor.slice(1),
      cursor.slice(0, -3),
      altered.toString('base64url'),
      'A'.repeat(9_000),
      '木\\u0000',
      `${cursor}=`,
      ` ${cursor}`,
      `${cursor.slice(0, 9)}!${cursor.slice(9)}`,
      ...foreign,
    ];
    const sizes = [
      ['first: -1', ['first']],
      ['last: -1', ['last']],
      ['first: 1001', ['first']],
      ['last: 2147483647', ['last']],
      ['first: 1, last: 1', ['last']],
      ['first: -1, last: 1001, before: "x"', ['first', 'last', 'last', 'before']],
    ] as const;
    const refusals = [
      ...sizes,
      ...bad.flatMap((each) => [
        [`after: "${each}"`, ['after']] as const,
        [`first: 1, before: "${each}"`, ['before']] as const,
      ]),
    ];
    statements.length = 0;
    await answer(documentWith(of, '__typename'), {}, world.context);
    const ofOwner = of.owner === 'Query' ? 0 : statements.length;
    statements.length = 0;
    for (const [given, paths] of refusals) {
      const refused = await refusal(documentOf(of, given, 'totalCount'), {}, world.context);
      expect([given, refused.code, refused.fields?.map(({ path }) => path[0])]).toEqual([given, 'VALIDATION', paths]);
    }
    expect(statements.length).toBe(refusals.length * ofOwner);
  });

  it.each(changing)(
    'counts only where that is selected, and sends as many statements for any page: $name',
    async (of) => {
      const sent = async (page: string, selection: string) => {
        statements.length = 0;
        const text = documentOf(of, page, selection);
        await executeOperation(parse(text), {}, { ...world.context, loaders: createLoaders(database.db) });
        return statements.filter((sql) => !/^(BEGIN|COMMIT)/.test(sql));
      };
      const { pageInfo } = await pageOf(of, 'first: 2');
      const after = `after: "${pageInfo.endCursor}"`;
      const counts = (all: string[]) =>
        all.filter((sql) => /^\s*SELECT (coalesce\(json_agg\()?(\(SELECT )?count\(/i.test(sql)).length;
      const whole = `nodes { ${identityOf(of.field)} } edges { cursor node { ${identityOf(of.field)} } }`;
      const info = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
      const [few, many] = [
        await sent(`first: 2, ${after}`, `${whole} ${info}`),
        await sent(`first: 9, ${after}`, `${whole} ${info}`),
      ];
      expect(many.length).toBe(few.length);
      expect([await sent(`first: 9, ${after}`, `${whole} ${info}`), await sent('first: 9', whole)].map(counts)).toEqual(
        [0, 0],
      );
      const counted = await sent(`first: 9, ${after}`, `${whole} ${info} totalCount`);
      expect(counted.length).toBeGreaterThan(many.length);
      // The rows are not read for their cursors, nor is the page for its total.
      const cursors = await sent('first: 9', `edges { cursor } ${info}`);
      expect(cursors.length).toBeLessThan(many.length);
    },
  );

  it('keeps its place where the row of the cursor vanished', async () => {
    for (const of of changing) {
      const other = await world.adders[of.list]?.();
      const all = await numbered(of, 'perPage: 1000');
      const { pageInfo } = await pageOf(of, 'first: 1');
      await other?.remove();
      expect([of.list, keysOf(await pageOf(of, `first: 2, after: "${pageInfo.endCursor}"`))]).toEqual([
        of.list,
        all.slice(1, 3),
      ]);
    }
  });

  it.each([
    ['batches', 'rowsConnection', 'orderId'],
    ['webhookEvents', 'deliveriesConnection', 'databaseId'],
    ['webhookDeliveries', 'repeatsConnection', 'databaseId'],
  ])('of each entry of a list takes as many statements as that of one: %s { %s }', async (list, field, key) => {
    type Owner = { id: string; owned: { nodes: object[]; totalCount: number; pageInfo: object } };
    const selection = `id owned: ${field}(last: 2) { nodes { key: ${key} } totalCount pageInfo { hasPreviousPage startCursor } }`;
    const sent = async (size: number) => {
      statements.length = 0;
      const context = { ...world.context, loaders: createLoaders(database.db) };
      const { owners } = await answer<{ owners: Owner[] }>(
        `{ owners: ${list}(perPage: ${size}) { ${selection} } }`,
        {},
        context,
      );
      return { owners, count: statements.length };
    };
    const [one, many] = [await sent(1), await sent(30)];
    // Where no entry has any, there are no rows to read.
    expect(many.count - one.count).toBeLessThanOrEqual(ROWS);
    expect(many.owners.length).toBeGreaterThan(ROWS * 4);
    expect(many.owners.filter(({ owned }) => owned.totalCount > 0).length).toBeGreaterThan(0);
    for (const { id, owned } of many.owners) {
      const { node } = await answer<{ node: Owner }>(
        `query ($id: ID!) { node(id: $id) { ... on ${id.split(':')[0]} { ${selection} } } }`,
        { id },
        world.context,
      );
      expect(node).toEqual({ id, owned });
    }
  });

  it.each(plain.filter(({ owner }) => owner === 'Batch'))('refuses the cursor of another object: $name', async (of) => {
    const [, id] = /id: (\d+)/.exec(world.owners.Batch ?? '') ?? [];
    const others = `{ batch(id: ${Number(id) - 1}) { page: rowsConnection { pageInfo { endCursor } } } }`;
    const { pageInfo } = pageIn<Page>(await answer<object>(others, {}, world.context));
    expect(pageInfo.endCursor).toEqual(expect.any(String));
    const refused = await refusal(documentOf(of, `after: "${pageInfo.endCursor}"`, '__typename'), {}, world.context);
    expect(refused).toMatchObject({ code: 'VALIDATION', fields: [{ path: ['after'] }] });
  });
});
