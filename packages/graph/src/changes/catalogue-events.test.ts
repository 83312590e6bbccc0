import { inTransaction } from '@channel/prisma';
import { type Offer, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { extendAvailability } from '../catalog/extend-availability.ts';
import type { Context } from '../context.ts';
import { audit } from '../shared/audit.ts';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

const EVENTS = /* GraphQL */ `
  query ($after: String, $first: Int, $filter: CatalogueEventFilter) {
    page: catalogueEvents(after: $after, first: $first, filter: $filter) {
      nodes { cursor kind parts productId product { id: databaseId title } channel actor { id: databaseId } requestId }
      endCursor
      hasNextPage
    }
  }
`;
type Node = { kind: string; parts: string[]; productId: number; product: object | null; actor: object | null };
type Page = { nodes: Node[]; endCursor: string; hasNextPage: boolean };

let database: TestDatabase;
let scene: StaffScene;
let staff: Context;
let offer: Offer;
let start: string;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  staff = await scene.as('staff');
});
beforeEach(async () => {
  offer = await scene.make.offer([scene.people.partner.role.id]);
  start = await cursor();
});
afterAll(() => database.drop());

const cursor = async () =>
  (await answer<{ cursor: string }>('query { cursor: catalogueEventsCursor }', {}, staff)).cursor;
const page = async (variables: object = {}, context = staff) =>
  (await answer<{ page: Page }>(EVENTS, { after: start, ...variables }, context)).page;
const parts = async (variables: object = {}, context = staff) =>
  (await page(variables, context)).nodes.map((node) => [node.productId, ...node.parts]);

describe('changes of products', () => {
  it('name the parts that one transaction changed, whatever writes them and however many rows', async () => {
    const { db } = database;
    const { product, level, rate, departure } = offer;
    await db.rate.update({ where: { id: rate.id }, data: { title: 'New' } });
    await db.serviceLevel.update({ where: { id: level.id }, data: { title: 'New' } });
    await db.product.updateMany({ where: { id: product.id }, data: { labels: ['New'] } });
    await inTransaction(db, async (tx) => {
      const row = { serviceLevelId: level.id, capacity: 5 };
      await tx.availability.createMany({
        data: Array.from({ length: 1_000 }, (_, day) => ({ ...row, date: new Date(Date.UTC(2027, 0, 1 + day)) })),
      });
      await tx.availability.updateMany({ where: { capacity: 5 }, data: { capacity: 6 } });
      await tx.rate.update({ where: { id: rate.id }, data: { title: 'Newer' } });
    });
    await db.availability.update({ where: { id: departure.id }, data: { capacity: 99 } });
    expect(await parts()).toEqual([
      [product.id, 'rates'],
      [product.id, 'serviceLevels'],
      [product.id, 'product'],
      [product.id, 'departures', 'rates'],
      [product.id, 'departures'],
    ]);
    expect(await parts({ filter: { parts: ['serviceLevels'] } })).toEqual([[product.id, 'serviceLevels']]);
    expect(await parts({ filter: { productIds: [0] } })).toEqual([]);
  });

  it('do not include the places that bookings take', async () => {
    const { departure } = offer;
    await database.db.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE availability SET booked = booked + 1 WHERE id = ${departure.id}`;
      await tx.$executeRaw`UPDATE availability SET booked = booked - 1, capacity = capacity WHERE id = ${departure.id}`;
    });
    expect(await parts()).toEqual([]);
  });

  it('include the departures that the recurring job adds', async () => {
    const schedule = { serviceLevelId: offer.level.id, capacity: 3, weekdays: [1] };
    await database.db.schedule.create({ data: schedule });
    await extendAvailability(database.db, { now: staff.now, months: 2 });
    expect(await parts()).toEqual([
      [offer.product.id, 'schedules'],
      [offer.product.id, 'departures'],
    ]);
  });

  it('have the author of the change, for staff of the organization alone', async () => {
    await inTransaction(database.db, async (tx) => {
      await tx.product.update({ where: { id: offer.product.id }, data: { labels: ['New'] } });
      const line = { entityId: offer.product.id, organizationId: scene.home };
      await audit(tx, { ...staff, channel: 'console' }, [{ ...line, action: 'product.update', entity: 'product' }]);
    });
    const by = { channel: 'console', actor: { id: scene.people.staff.id }, requestId: staff.requestId };
    expect((await page()).nodes).toMatchObject([{ kind: 'updated', parts: ['product'], ...by }]);
    const partner = await scene.as('partner');
    expect((await page({}, partner)).nodes).toMatchObject([
      { product: { id: offer.product.id }, channel: 'console', actor: null, requestId: null },
    ]);
    await database.db.product.update({ where: { id: offer.product.id }, data: { labels: [] } });
    expect((await page()).nodes[1]).toMatchObject({ channel: 'system', actor: null });
  });

  it('are visible to those who see the product, also new and deleted ones', async () => {
    const { db } = database;
    const [outsider, driver] = [await scene.as('outsider'), await scene.as('driver')];
    const { id, organizationId } = await scene.make.product();
    expect(organizationId).toBe(scene.home);
    expect((await page()).nodes).toMatchObject([{ kind: 'created', productId: id, product: { id } }]);
    for (const context of [outsider, driver]) expect(await page({}, context)).toMatchObject({ nodes: [] });
    const role = { roleId: scene.people.driver.role.id, productId: id };
    await db.roleProduct.create({ data: role });
    expect((await page({}, driver)).nodes.map(({ kind, parts: of }) => [kind, ...of])).toEqual([
      ['created', 'product'],
      ['updated', 'roles'],
    ]);
    await db.product.delete({ where: { id } });
    expect((await page({}, driver)).nodes).toEqual([]);
    expect((await page()).nodes.at(-1)).toMatchObject({
      kind: 'deleted',
      productId: id,
      product: null,
      parts: [],
    });
  });

  it('have cursors of their own', async () => {
    const { cursor: of } = await answer<{ cursor: string }>('query { cursor: orderEventsCursor }', {}, staff);
    expect(await refusal(EVENTS, { after: of }, staff)).toMatchObject({ reason: 'CURSOR_MALFORMED' });
  });
});
