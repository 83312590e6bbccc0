import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { createWorld, good, type Receiver, startReceiver, type World } from '@channel/webhooks/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { type Jobs, startJobs } from './start-jobs.ts';
import { sendAs, testServices } from './testing/services.ts';

let database: TestDatabase;
let world: World;
let services: Services;
let receiver: Receiver;
let jobs: Jobs;

beforeAll(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
  services = testServices(database);
  receiver = await startReceiver(good);
  await world.endpoint(receiver.url, { concurrency: 8 });
  jobs = await startJobs(services, pino({ level: 'silent' }));
});
afterAll(async () => {
  await receiver.close();
  await jobs.stop();
  await database.drop();
});

const PLAN = `mutation ($ids: [SafeInt!]!, $guide: SafeInt!) {
  batch: planBatch(orders: { ids: $ids }, change: { tourGuide: { id: $guide } }) { batch { id: databaseId expectedWebhooks } }
}`;
const RUN = 'mutation ($id: SafeInt!) { batch: runBatch(id: $id) { batch { status } } }';
const UNDO = 'mutation ($id: SafeInt!) { batch: undoBatch(id: $id) { batch { id: databaseId expectedWebhooks } } }';
const CANCEL = 'mutation ($id: SafeInt!) { batch: cancelBatch(id: $id) { batch { status } } }';

type Planned = { batch: { id: number; expectedWebhooks: number } };

describe('the worker', () => {
  it('executes a batch, and a real receiver gets an event for every order', async () => {
    const { db } = database;
    const staff = await world.userWith(['orders.view-all', 'console.access', 'tours.guide']);
    const ids = (await world.orders(60)).map(({ id }) => id);
    const { batch } = await sendAs<Planned>(services, staff.id, PLAN, { ids, guide: staff.id });
    expect(batch.expectedWebhooks).toBe(60);
    expect(await sendAs(services, staff.id, RUN, { id: batch.id })).toMatchObject({ batch: { status: 'running' } });
    await receiver.count(60);
    const delivered = receiver.received.map(({ body }) => JSON.parse(body).data);
    expect(delivered.map(({ id }) => id).sort((one, other) => one - other)).toEqual(ids);
    expect(new Set(delivered.map(({ tour_guide }) => tour_guide.id))).toEqual(new Set([staff.id]));
    await expect.poll(() => db.batch.findUniqueOrThrow({ where: { id: batch.id } })).toMatchObject({ status: 'ended' });
  });

  it('emits one event for each order when a batch runs, one when it is undone, and none for unchanged orders', async () => {
    const { db } = database;
    const staff = await world.userWith(['orders.view-all', 'console.access', 'tours.guide']);
    const guided = await world.order({ tourGuideId: staff.id });
    const ids = [...(await world.orders(3)).map(({ id }) => id), guided.id];
    const run = async (id: number) => {
      await sendAs(services, staff.id, RUN, { id });
      await expect.poll(() => db.batch.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: 'ended' });
    };
    const delivered = async () =>
      (await db.webhookEvent.findMany({ where: { orderId: { in: ids } }, orderBy: [{ sequence: 'asc' }] })).map(
        ({ orderId, sequence, payload }) => [orderId, sequence, JSON.parse(payload ?? '').data.tour_guide?.id ?? null],
      );
    const { batch } = await sendAs<Planned>(services, staff.id, PLAN, { ids, guide: staff.id });
    await run(batch.id);
    const first = ids.slice(0, 3).map((id) => [id, 2, staff.id]);
    expect(await delivered()).toEqual(expect.arrayContaining(first));
    expect(await delivered()).toHaveLength(3);
    const undo = await sendAs<Planned>(services, staff.id, UNDO, { id: batch.id });
    await run(undo.batch.id);
    const back = ids.slice(0, 3).map((id) => [id, 3, null]);
    expect(await delivered()).toEqual(expect.arrayContaining([...first, ...back]));
    expect(await delivered()).toHaveLength(6);
  });

  it('finds batches whose job was lost', async () => {
    const { db } = database;
    const staff = await world.userWith(['orders.view-all', 'console.access', 'tours.guide']);
    const order = await world.order();
    const { batch } = await sendAs<Planned>(services, staff.id, PLAN, { ids: [order.id], guide: staff.id });
    await db.batch.update({ where: { id: batch.id }, data: { status: 'running' } });
    await db.$executeRaw`SELECT graphile_worker.add_job('requeue-batches')`;
    await expect.poll(() => db.batch.findUniqueOrThrow({ where: { id: batch.id } })).toMatchObject({ status: 'ended' });
    expect((await db.order.findUniqueOrThrow({ where: { id: order.id } })).tourGuideId).toBe(staff.id);
  });

  it('ends a batch that is cancelled before it runs', async () => {
    const { db } = database;
    const staff = await world.userWith(['orders.view-all', 'console.access', 'tours.guide']);
    const order = await world.order();
    const { batch } = await sendAs<Planned>(services, staff.id, PLAN, { ids: [order.id], guide: staff.id });
    await sendAs(services, staff.id, CANCEL, { id: batch.id });
    await expect.poll(() => db.batch.findUniqueOrThrow({ where: { id: batch.id } })).toMatchObject({ status: 'ended' });
    expect(await db.batchRow.findMany({ where: { batchId: batch.id } })).toMatchObject([{ status: 'cancelled' }]);
  });

  it('deletes plans that were not run', async () => {
    const { db } = database;
    const staff = await world.userWith(['orders.view-all', 'console.access', 'tours.guide']);
    const order = await world.order();
    const plan = async () =>
      (await sendAs<Planned>(services, staff.id, PLAN, { ids: [order.id], guide: staff.id })).batch;
    const [old, fresh] = [await plan(), await plan()];
    await db.batch.update({ where: { id: old.id }, data: { createdAt: new Date(Date.now() - 86_400_000) } });
    await db.$executeRaw`SELECT graphile_worker.add_job('forget-plans')`;
    await expect.poll(() => db.batch.findUnique({ where: { id: old.id } })).toBeNull();
    expect(await db.batch.count({ where: { id: fresh.id } })).toBe(1);
  });
});
