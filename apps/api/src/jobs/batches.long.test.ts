import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { createWorld, good, type Receiver, startReceiver, type World } from '@channel/webhooks/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { end, environmentOn, startProcess } from '../events/testing/programs.ts';
import { sendAs, testServices } from './testing/services.ts';

const ORDERS = 400;
const DEATHS = 3;
const TIMEOUT = 60_000;

let database: TestDatabase;
let world: World;
let services: Services;
let receiver: Receiver;

beforeAll(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
  services = testServices(database);
  receiver = await startReceiver(good);
  await world.endpoint(receiver.url, { concurrency: 16 });
});
afterAll(async () => {
  await receiver.close();
  await database.drop();
});

describe('a batch whose worker is killed repeatedly', () => {
  it('changes each order once, with one event each, and ends', async () => {
    const { db, connectionString } = database;
    const staff = await world.userWith(['orders.view-all', 'console.access', 'tours.guide']);
    const ids = (await world.orders(ORDERS)).map(({ id }) => id);
    const { batch } = await sendAs<{ batch: { id: number } }>(
      services,
      staff.id,
      `mutation ($ids: [SafeInt!]!, $guide: SafeInt!) {
        batch: planBatch(orders: { ids: $ids }, change: { tourGuide: { id: $guide } }) { batch { id: databaseId } }
      }`,
      { ids, guide: staff.id },
    );
    await sendAs(services, staff.id, 'mutation ($id: SafeInt!) { runBatch(id: $id) { batch { id: databaseId } } }', {
      id: batch.id,
    });
    const done = () => db.batchRow.count({ where: { batchId: batch.id, status: 'done' } });
    const env = environmentOn(connectionString);
    const delivered = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.id));
    let killed = 0;
    let before = -1;
    for (let worker = await startProcess('worker.ts', env); ; worker = await startProcess('worker.ts', env)) {
      // The last worker may run to the end.
      const from = await done();
      expect(from).toBeGreaterThan(before);
      before = from;
      const enough = killed < DEATHS ? from + 50 : ORDERS;
      while ((await done()) < enough) await sleep(5);
      if (killed === DEATHS) {
        // Some may come twice: a delivery that was in progress at a kill is sent again.
        await expect.poll(() => delivered().size, { timeout: TIMEOUT }).toBe(ORDERS);
        await expect
          .poll(() => db.batch.findUniqueOrThrow({ where: { id: batch.id } }))
          .toMatchObject({ status: 'ended' });
        await end(worker);
        break;
      }
      await end(worker, 'SIGKILL');
      killed += 1;
      expect(await done()).toBeLessThan(ORDERS);
    }
    const orders = await db.order.findMany({ where: { id: { in: ids } } });
    expect(new Set(orders.map(({ version, tourGuideId }) => `${version} ${tourGuideId}`))).toEqual(
      new Set([`2 ${staff.id}`]),
    );
    const events = await db.webhookEvent.findMany({ where: { orderId: { in: ids } } });
    expect(events.map(({ orderId }) => orderId).sort((one, other) => one - other)).toEqual(ids);
    expect(new Set(events.map(({ requestId }) => requestId))).toEqual(new Set(['of-the-test']));
    const lines = await db.auditEntry.findMany({ where: { batchId: batch.id } });
    expect(lines.filter(({ entity }) => entity === 'order')).toHaveLength(ORDERS);
    expect(lines.filter(({ entity }) => entity === 'batch')).toHaveLength(1);
  });
});
