import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

const KEYS =
  'query ($holders: [TagHolder!], $search: String) { tagKeys(holders: $holders, search: $search) { holder key uses values } }';
const VALUES =
  'query ($holder: TagHolder!, $key: String!, $search: String) { tagValues(holder: $holder, key: $key, search: $search) { value uses } }';

const statements: string[] = [];
let database: TestDatabase;
let scene: StaffScene;

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  scene = await staffScene(database.db);
  const { make, people, home, elsewhere, client } = scene;
  for (const value of ['vip', 'vip', 7, '7']) {
    const order = await make.order({ offer: null });
    await make.tag('kind', value, { orderId: order.id });
  }
  const product = await make.product();
  await make.tag('kind', 'boat', { productId: product.id, organizationId: home });
  await make.tag('kind', 'hidden', { productId: product.id, organizationId: elsewhere });
  await make.tag('100%', 'x', { userId: people.driver.id, organizationId: home });
  await make.tag('segment', 'hotel', { clientId: client.id });
});
afterAll(() => database.drop());

const keys = async (who: keyof StaffScene['people'], variables: object = {}) =>
  (await answer<{ tagKeys: object[] }>(KEYS, { ...variables }, await scene.as(who))).tagKeys;
const values = async (who: keyof StaffScene['people'], variables: object) =>
  (await answer<{ tagValues: object[] }>(VALUES, { ...variables }, await scene.as(who))).tagValues;

const onOrders = { holder: 'orders', key: 'kind', uses: 4, values: 2 };
const others = [
  { holder: 'users', key: '100%', uses: 1, values: 1 },
  { holder: 'products', key: 'kind', uses: 1, values: 1 },
  { holder: 'clients', key: 'segment', uses: 1, values: 1 },
];

describe('the use of tags', () => {
  it("is counted by key and kind of resource, in the viewer's organization", async () => {
    expect(await keys('staff')).toEqual([onOrders, ...others]);
    expect(await keys('outsider')).toEqual([{ holder: 'products', key: 'kind', uses: 1, values: 1 }]);
  });

  it('includes orders only where the viewer sees all of them, and is empty for a viewer who is not staff', async () => {
    expect(await keys('clerk')).toEqual(others);
    expect(await values('clerk', { holder: 'orders', key: 'kind' })).toEqual([]);
    for (const who of ['partner', 'driver', 'guest'] as const) expect([who, await keys(who)]).toEqual([who, []]);
  });

  it('is filtered by kind of resource and by part of the key', async () => {
    expect(await keys('staff', { holders: ['products', 'roles'] })).toEqual([others[1]]);
    expect(await keys('staff', { search: ' KIN ' })).toEqual([onOrders, others[1]]);
    expect(await keys('staff', { search: '0%' })).toEqual([others[0]]);
    expect(await keys('staff', { search: '\u0000' })).toEqual([]);
  });

  it('compares each key and value once, and never with a text that is longer than keys and values can be', async () => {
    const sent = async (run: () => Promise<object[]>) => {
      statements.length = 0;
      await run();
      return statements.find((sql) => sql.includes('AS uses')) ?? '';
    };
    const text = 'x'.repeat(500);
    const value = { holder: 'orders', key: 'kind' };
    for (const ask of [() => keys('staff', { search: text }), () => values('staff', { ...value, search: text })]) {
      const plan = await database.db.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
        `EXPLAIN (GENERIC_PLAN) ${await sent(ask)}`,
      );
      const lines = plan.map((line) => line['QUERY PLAN']);
      const comparing = lines.findIndex((line) => line.includes('strpos('));
      expect(comparing).toBeGreaterThan(0);
      expect(comparing).toBeLessThan(lines.findIndex((line) => /Aggregate|Group /.test(line)));
    }
    expect(await sent(() => keys('staff', { search: `${text}x` }))).not.toContain('strpos(');
    expect(await sent(() => values('staff', { ...value, search: `${text}${text}` }))).toContain('strpos(');
    expect(await sent(() => values('staff', { ...value, search: `${text}${text}x` }))).not.toContain('strpos(');
  });

  it('is counted by value, with a number and its text form as one', async () => {
    const kind = { holder: 'orders', key: 'kind' };
    expect(await values('staff', kind)).toEqual([
      { value: '7', uses: 2 },
      { value: 'vip', uses: 2 },
    ]);
    expect(await values('staff', { ...kind, search: 'VI' })).toEqual([{ value: 'vip', uses: 2 }]);
    expect(await values('staff', { holder: 'products', key: 'kind' })).toEqual([{ value: 'boat', uses: 1 }]);
    expect(await values('staff', { ...kind, key: '\u0000' })).toEqual([]);
  });
});
