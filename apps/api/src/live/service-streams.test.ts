import type { ChildProcess } from 'node:child_process';
import { endLogins, endStreams, revokeServiceToken } from '@channel/auth';
import { createPrisma, inTransaction, type PrismaClient } from '@channel/prisma';
import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { CHANNELS } from '@channel/webhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { end, environmentOn, freePort, startProcess } from '../events/testing/programs.ts';
import { serviceAccount, type TestServiceAccount } from '../testing/service-account.ts';
import { type Watched, watchEvents } from '../testing/watch.ts';

/*
 * Two API processes on one database: what ends the access of a service account ends it in both, for the next request and
 * for open streams, within a second.
 */

/** Milliseconds within which access has ended, and for the start of the processes on a busy machine. */
const [ENDED, TIMEOUT] = [1_000, 90_000];

let database: TestDatabase;
let db: PrismaClient;
let make: Factories;
let processes: ChildProcess[] = [];
let urls: string[];
const watching: Watched[] = [];

beforeAll(async () => {
  database = await testDatabase();
  db = createPrisma({ connectionString: database.application });
  make = createFactories(db);
  const ports = [await freePort(), await freePort()];
  urls = ports.map((port) => `http://127.0.0.1:${port}`);
  processes = await Promise.all(
    ports.map((port) => startProcess('main.ts', environmentOn(database.application, { API_PORT: String(port) }))),
  );
}, TIMEOUT);
afterEach(async () => {
  for (const watched of watching.splice(0)) await watched.close();
});
afterAll(async () => {
  await Promise.all(processes.map((child) => end(child)));
  await db.$disconnect();
  await database.drop();
});

const body = { query: 'subscription { orderNews { orderId } }' };

/** Opens a stream in each process, and reads in each by v1 and by GraphQL, so that both presume the actor. */
async function opened(of: TestServiceAccount) {
  const { id, text } = await of.token(new Date());
  const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
  const streams = await Promise.all(urls.map((url) => watchEvents(url, headers, body)));
  watching.push(...streams);
  const statuses = async () => {
    const read = async (url: string) => [
      (await fetch(`${url}/v1/orders`, { headers })).status,
      (
        await fetch(`${url}/graphql`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ query: '{ orders { id: databaseId } }' }),
        })
      ).status,
    ];
    return (await Promise.all(urls.map(read))).flat();
  };
  expect([await statuses(), await statuses()].flat()).toEqual(new Array(8).fill(200));
  expect(streams.map(({ state }) => state)).toEqual(
    new Array(2).fill(expect.objectContaining({ ended: false, status: 200 })),
  );
  return { id, streams, statuses };
}

type Opened = { of: TestServiceAccount; tokenId: number };

const CHANGES: [what: string, change: (opened: Opened) => Promise<unknown>, status: number][] = [
  [
    'its token is revoked',
    ({ of, tokenId }) =>
      inTransaction(db, (tx) => revokeServiceToken(tx, { accountId: of.id, id: tokenId }, new Date())),
    401,
  ],
  [
    'it is disabled',
    ({ of }) =>
      inTransaction(db, async (tx) => {
        await tx.user.update({ where: { id: of.id }, data: { disabledAt: new Date() } });
        await endStreams(tx, [of.id]);
      }),
    401,
  ],
  [
    'its owner is disabled',
    ({ of }) =>
      inTransaction(db, async (tx) => {
        await tx.user.update({ where: { id: of.owner.id }, data: { disabledAt: new Date() } });
        await endLogins(tx, of.owner.id, new Date(), 'disabled');
      }),
    401,
  ],
  [
    'it may send requests from elsewhere alone',
    ({ of }) =>
      inTransaction(db, async (tx) => {
        await tx.serviceAccount.update({ where: { userId: of.id }, data: { addressRanges: ['198.51.100.0/24'] } });
        await endStreams(tx, [of.id]);
      }),
    401,
  ],
  [
    'its scopes change',
    ({ of }) =>
      inTransaction(db, async (tx) => {
        await tx.serviceAccount.update({ where: { userId: of.id }, data: { scopes: ['orders:write'] } });
        await endStreams(tx, [of.id]);
      }),
    200,
  ],
];

describe('an account with open streams in two processes', () => {
  it.each(CHANGES)(
    'has none a second after %s',
    async (_, change, status) => {
      const of = await serviceAccount(db, make, { scopes: ['orders:read'] });
      const { id, streams, statuses } = await opened(of);
      const { streams: others } = await opened(await serviceAccount(db, make, { scopes: ['orders:read'] }));
      await change({ of, tokenId: id });
      const since = performance.now();
      await expect.poll(() => streams.every(({ state }) => state.ended), { timeout: ENDED, interval: 10 }).toBe(true);
      expect(await statuses()).toEqual(new Array(4).fill(status));
      expect(performance.now() - since).toBeLessThan(ENDED);
      // The control: another account keeps its streams.
      expect(others.map(({ state }) => state.ended)).toEqual([false, false]);
    },
    TIMEOUT,
  );

  it(
    'keeps them without a notice: the next change ends them, and it is not reported',
    async () => {
      const of = await serviceAccount(db, make, { scopes: ['orders:read'] });
      const { id, streams } = await opened(of);
      await db.serviceToken.update({ where: { id }, data: { revokedAt: new Date() } });
      await new Promise((resolve) => setTimeout(resolve, ENDED));
      expect(streams.map(({ state }) => state.ended)).toEqual([false, false]);
      const order = await make.order({ offer: null, organizationId: of.organizationId });
      await db.$queryRaw`SELECT pg_notify(${CHANNELS.orders}, ${`[[${order.id},1]]`})::text`;
      await expect.poll(() => streams.every(({ state }) => state.ended)).toBe(true);
      expect(streams.flatMap(({ events }) => events)).toEqual([]);
    },
    TIMEOUT,
  );
});
