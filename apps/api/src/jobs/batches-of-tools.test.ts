import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { createWorld, type World } from '@channel/webhooks/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../context.ts';
import { serviceAccount, type TestServiceAccount } from '../testing/service-account.ts';
import { batchTasks } from './batches.ts';
import { sendAs, testServices } from './testing/services.ts';

/* A batch that a tool runs ends when the tool's access does, as its requests do. */

let database: TestDatabase;
let world: World;
let services: Services;

beforeAll(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
  services = testServices(database);
});
afterAll(() => database.drop());

const PLAN = `mutation ($ids: [SafeInt!]!) {
  batch: planBatch(orders: { ids: $ids }, change: { status: Cancelled }) { batch { id: databaseId } } }`;
const RUN = 'mutation ($id: SafeInt!) { batch: runBatch(id: $id) { batch { status } } }';

const past = () => new Date(Date.now() - 1_000);

/** What an administrator does, and how many of three orders are changed afterwards. */
const ends: [string, (account: TestServiceAccount) => Promise<unknown>, number][] = [
  ['nothing', async () => {}, 3],
  ['the account is disabled', ({ id }) => database.db.user.update({ where: { id }, data: { disabledAt: past() } }), 0],
  [
    'the account has ended',
    ({ id }) => database.db.serviceAccount.update({ where: { userId: id }, data: { expiresAt: past() } }),
    0,
  ],
  [
    'its scopes are for reading',
    ({ id }) => database.db.serviceAccount.update({ where: { userId: id }, data: { scopes: ['orders:read'] } }),
    0,
  ],
  [
    'its owner is disabled',
    ({ owner }) => database.db.user.update({ where: { id: owner.id }, data: { disabledAt: past() } }),
    0,
  ],
  [
    'its owner has left the organization',
    ({ owner }) => database.db.userRole.deleteMany({ where: { userId: owner.id } }),
    0,
  ],
];

it.each(ends)('of which the rest is refused after: %s', async (_name, end, changed) => {
  const account = await serviceAccount(database.db, world, { scopes: ['orders:write'] });
  const ids = (await world.orders(3)).map(({ id }) => id);
  const { batch } = await sendAs<{ batch: { id: number } }>(services, account.id, PLAN, { ids });
  await sendAs(services, account.id, RUN, { id: batch.id });
  await end(account);
  const run = batchTasks(services, pino({ level: 'silent' }))['run-batch'] as (payload: object) => Promise<void>;
  await run({ batchId: batch.id });
  const rows = await database.db.batchRow.groupBy({ by: ['status'], where: { batchId: batch.id }, _count: true });
  expect(rows).toEqual([{ status: changed > 0 ? 'done' : 'refused', _count: 3 }]);
  expect(await database.db.order.count({ where: { id: { in: ids }, status: 'Cancelled' } })).toBe(changed);
});
