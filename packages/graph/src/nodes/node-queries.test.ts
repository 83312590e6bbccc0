import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

let database: TestDatabase;
let staff: Context;
let outsider: Context;
let orders: number[];
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  const make = createFactories(database.db);
  const staffed = await make.userWith(['orders.view-all', 'console.access']);
  const { id: organizationId } = await make.organization();
  const foreign = await make.userWith(['orders.view-all', 'console.access'], { organizationId });
  [staff, outsider] = [await contextFor(database.db, staffed.id), await contextFor(database.db, foreign.id)];
  orders = [];
  while (orders.length < 3) orders.push((await make.order()).id);
});
afterAll(() => database.drop());

describe('node', () => {
  it('reads an entity with the fields of its type', async () => {
    const text = `query ($id: ID!) { node(id: $id) {
      id ... on Order { databaseId issuer { id } pickup { id } bookings { id } } ... on City { name } } }`;
    const { node } = await answer<{ node: Record<string, unknown> }>(text, { id: `Order:${orders[0]}` }, staff);
    expect(node).toMatchObject({ id: `Order:${orders[0]}`, databaseId: orders[0] });
    expect(node).toMatchObject({ issuer: { id: expect.stringMatching(/^User:\d+$/) } });
    expect(node).not.toHaveProperty('name');
  });

  it.each(['Order:2147483647', 'AuditEntry:9223372036854775807', 'WebhookEvent:00000000-0000-4000-8000-000000000000'])(
    'is null for %s, which does not exist',
    async (id) => expect(await answer(NODE, { id }, staff)).toEqual({ node: null }),
  );

  it('is null for an entity that the viewer may not see', async () => {
    expect(await answer(NODE, { id: `Order:${orders[0]}` }, outsider)).toEqual({ node: null });
  });

  it.each([
    '',
    '17',
    'Order',
    'Order:',
    'Order:0',
    'Order:-1',
    'Order:017',
    'Order:1e3',
    'Order:1.0',
    'Order: 1',
    'Order:１',
    'Order:9007199254740992',
    'Order:1:2',
    'order:1',
    'Query:1',
    'OfferedRate:1',
    'BookedProduct:1',
    '__proto__:1',
    'constructor:1',
    'AuditEntry:9223372036854775808',
    'WebhookEvent:1',
    `Order:${'9'.repeat(5_000)}`,
  ])('refuses %j, which is the id of no entity', async (id) => {
    expect(await refusal(NODE, { id }, staff)).toMatchObject({ code: 'VALIDATION', fields: [{ path: ['id'] }] });
  });
});

describe('nodes', () => {
  it('reads entities in the order of the ids, null where there is none, with one statement for each type', async () => {
    const [one = 0, two = 0] = orders;
    const user = staff.actor?.userId;
    const ids = [`Order:${two}`, `User:${user}`, 'Order:2147483647', `Order:${one}`, `Order:${two}`];
    const { nodes } = await answer<{ nodes: ({ id: string } | null)[] }>(NODES, { ids }, staff);
    expect(nodes.map((node) => node?.id ?? null)).toEqual([ids[0], ids[1], null, ids[3], ids[4]]);
    const counted = async (list: string[]) => {
      statements = [];
      await answer(NODES, { ids: list }, staff);
      return statements.length;
    };
    expect(await counted(orders.map((id) => `Order:${id}`))).toBe(await counted([`Order:${one}`]));
  });

  it('names the position of each id that is of no entity', async () => {
    const ids = [`Order:${orders[0]}`, 'Order', 'Query:1'];
    expect((await refusal(NODES, { ids }, staff)).fields?.map(({ path }) => path)).toEqual([
      ['ids', 1],
      ['ids', 2],
    ]);
  });

  it('takes 100 ids', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `Order:${index + 1}`);
    expect((await answer<{ nodes: unknown[] }>(NODES, { ids: ids(100) }, staff)).nodes).toHaveLength(100);
    const { code, fields } = await refusal(NODES, { ids: ids(101) }, staff);
    expect([code, fields?.[0]?.path]).toEqual(['VALIDATION', ['ids']]);
  });
});
