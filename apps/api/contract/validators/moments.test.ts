import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../src/testing/index.ts';
import { clientsOf, type Polling } from './clients.ts';
import { Poller } from './poller.ts';
import { sceneOn } from './scene.ts';

/* An ETag is valid until the next moment at which the answer changes by the clock alone. */

let server: TestServer;
let clients: Polling[];
let poller: Poller;

beforeAll(async () => {
  server = await startServer({ env: { ACCESS_TOKEN_SECONDS: '86400' } });
  const all = await clientsOf({ ...server, now: server.services.clock() }, await sceneOn(server));
  // This user sees products of both organizations.
  clients = all.filter(({ client }) => client.name === 'member en');
  poller = new Poller();
});
afterAll(async () => {
  poller?.close();
  await server?.close();
});

/** The operations of which an answer is not "unchanged" at a moment; none may break the promise of its ETag. */
async function changedAt(moment: string): Promise<string[]> {
  server.setNow(new Date(moment));
  const changed = new Set<string>();
  for (const { client, reads } of clients)
    for (const { url, operation } of reads)
      if ((await poller.check(client, server.url, url)) === 'answered') changed.add(operation);
  expect(poller.violations).toEqual([]);
  return [...changed].sort();
}

const DATES = ['ListAvailableDates', 'ListRatesByDate'];
const AT_MIDNIGHT = ['ListAvailableDates', 'ListOrders', 'ListRatesByDate', 'SearchProducts'];

it('is valid until a departure leaves, and until midnight in each zone', { timeout: 120_000 }, async () => {
  expect((await changedAt('2026-06-01T10:00:00Z')).length).toBeGreaterThan(15);
  expect(await changedAt('2026-06-01T10:00:01Z')).toEqual([]);
  expect(await changedAt('2026-06-01T11:59:59Z')).toEqual([]);
  // Two in the afternoon in Amsterdam, where a departure leaves.
  expect(await changedAt('2026-06-01T12:00:00Z')).toEqual(DATES);
  expect(await changedAt('2026-06-01T12:00:01Z')).toEqual([]);
  expect(await changedAt('2026-06-01T14:59:59Z')).toEqual([]);
  // Midnight in Tokyo: the orders of today are others there.
  expect(await changedAt('2026-06-01T15:00:00Z')).toEqual(AT_MIDNIGHT);
  expect(await changedAt('2026-06-01T21:59:59Z')).toEqual([]);
  // Midnight in Amsterdam, while it is yesterday in Honolulu and today in Tokyo.
  expect(await changedAt('2026-06-01T22:00:00Z')).toEqual(AT_MIDNIGHT);
  expect(await changedAt('2026-06-01T22:00:01Z')).toEqual([]);
});
