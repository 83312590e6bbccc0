import { actorOf } from '@channel/auth';
import { createLoaders, executeOperation, RUN_BATCH, type RunBatchPayload, releaseExpiredHolds } from '@channel/graph';
import fc from 'fast-check';
import { getOperationAST } from 'graphql';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf } from '../../src/context.ts';
import { persistedDocuments } from '../../src/graphql/persisted.ts';
import { batchTasks } from '../../src/jobs/batches.ts';
import { sendAs } from '../../src/jobs/testing/services.ts';
import { apiDocument } from '../../src/openapi/document.ts';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../../src/testing/index.ts';
import { variablesFor } from '../equivalence/requests.ts';
import { type User, usersOf } from '../equivalence/users.ts';
import { fuzz, UNTHROTTLED } from '../fuzz/fuzz.ts';
import { notedWrites, noteUnversionedWrites } from './order-writes.ts';

/*
 * The version of an order stands for all that belongs to it: whatever writes a booking, a passenger, a seat, a transfer, a
 * ticket or a tag of an order writes the order in the same transaction.
 */

/** Places are released without a change of what an order shows; statements that show these columns have no validator. */
const UNVERSIONED = ['booking: hold_expires_at,places_held'];

let server: TestServer;
let users: User[];
beforeAll(async () => {
  server = await startServer({ world: 'demo', env: UNTHROTTLED });
  users = await usersOf(server);
  await noteUnversionedWrites(server.db);
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

it('random requests to v1 and the release of holds write orders with what belongs to them', {
  timeout: 90_000,
}, async () => {
  await fuzz(server, apiDocument(server.settings), { requests: 250, seed: 5 });
  server.setNow(new Date(server.services.clock().getTime() + 86_400_000));
  await releaseExpiredHolds(server.db, server.services.clock());
  const { watched, unversioned } = await notedWrites(server.db);
  for (const table of ['booking', 'booking_passenger', 'passenger', 'tag', 'transfer'])
    expect([table, (watched[table] ?? 0) > 5]).toEqual([table, true]);
  expect(unversioned.filter((what) => !UNVERSIONED.includes(what))).toEqual([]);
});

const undone = new Error('undone');
const TRIES = 12;

it('so does every persisted mutation of v1 and the console', { timeout: 120_000 }, async () => {
  const { db, services, settings } = server;
  const { documents } = persistedDocuments(settings);
  const mutations = documents.filter(({ document }) => getOperationAST(document)?.operation === 'mutation');
  expect(mutations.length).toBeGreaterThan(40);
  const sellers = users.filter(({ rows }) => rows.orders > 0 && rows.products > 0);
  const [found, wrote] = [new Set<string>(), new Set<string>()];
  for (const { name, document } of mutations)
    for (const [at, { id, known }] of sellers.slice(0, 4).entries()) {
      const given = fc.sample(variablesFor(document, known), { seed: at + 1, numRuns: TRIES / 4 });
      for (const variables of given) {
        const actor = await actorOf(db, id, services.clock());
        const context = await contextOf(services, {
          actor,
          channel: 'api',
          address: '192.0.2.1',
          requestId: 'write',
          language: 'en',
        });
        await db
          .$transaction(
            async (tx) => {
              await tx.$executeRaw`DELETE FROM watched_write`;
              await tx.$executeRaw`DELETE FROM unversioned_write`;
              await executeOperation(document, variables, { ...context, db: tx, loaders: createLoaders(tx) });
              await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
              const { watched, unversioned } = await notedWrites(tx);
              if (Object.keys(watched).length > 0) wrote.add(name);
              for (const what of unversioned) if (!UNVERSIONED.includes(what)) found.add(`${name}: ${what}`);
              throw undone;
            },
            { timeout: 30_000 },
          )
          .catch(() => {});
      }
    }
  expect([...found]).toEqual([]);
  expect(wrote.size).toBeGreaterThan(8);
});

const PLAN = `mutation ($ids: [SafeInt!]!) { batch: planBatch(orders: { ids: $ids },
  change: { status: Cancelled }) { batch { id: databaseId } } }`;
const RUN = 'mutation ($id: SafeInt!) { batch: runBatch(id: $id) { batch { status } } }';
const UNDO = 'mutation ($id: SafeInt!) { batch: undoBatch(id: $id) { batch { id: databaseId } } }';

it('so does a batch that the worker executes, and its undoing', { timeout: 60_000 }, async () => {
  const { db, services } = server;
  const { id: userId } = await db.user.findFirstOrThrow({ where: { username: 'staff' } });
  const actor = await actorOf(db, userId, services.clock());
  const organizationId = actor?.roles[0]?.organizationId ?? 0;
  const orders = await db.order.findMany({
    where: { organizationId, status: 'Booked' },
    take: 20,
    orderBy: { id: 'desc' },
  });
  type Planned = { batch: { id: number } };
  const execute = batchTasks(services, pino({ level: 'silent' }))[RUN_BATCH] as (
    payload: RunBatchPayload,
  ) => Promise<void>;
  const run = async ({ batch }: Planned) => {
    await sendAs(services, userId, RUN, batch);
    await execute({ batchId: batch.id });
    expect(await db.batch.findUniqueOrThrow({ where: batch })).toMatchObject({ status: 'ended' });
    return batch;
  };
  await db.$executeRaw`TRUNCATE watched_write, unversioned_write`;
  const planned = await sendAs<Planned>(services, userId, PLAN, { ids: orders.map(({ id }) => id) });
  const batch = await run(planned);
  await run(await sendAs<Planned>(services, userId, UNDO, batch));
  const { watched, unversioned } = await notedWrites(db);
  expect(watched.booking).toBeGreaterThan(20);
  expect(unversioned).toEqual([]);
});

it('a write of a passenger alone is noted', async () => {
  const { db } = server;
  await db.$executeRaw`UPDATE passenger SET gender = gender || '.' WHERE id = (SELECT min(id) FROM passenger)`;
  expect((await notedWrites(db)).unversioned).toContain('passenger: gender');
});
