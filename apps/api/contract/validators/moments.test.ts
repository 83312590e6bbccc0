import { releaseExpiredHolds } from '@channel/graph';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, startServer, type TestServer } from '../../src/testing/index.ts';
import { clientsOf, type Polling } from './clients.ts';
import { Poller } from './poller.ts';
import { type Scene, sceneOn } from './scene.ts';

/* An ETag is valid until the next moment at which the answer changes by the clock alone. */

let server: TestServer;
let scene: Scene;
let clients: Polling[];
let poller: Poller;

beforeAll(async () => {
  server = await startServer({ env: { ACCESS_TOKEN_SECONDS: '86400' } });
  scene = await sceneOn(server);
  const all = await clientsOf({ ...server, now: server.services.clock() }, scene);
  // This user sees products of both organizations.
  clients = all.filter((each) => each.client.name === 'member en');
  poller = new Poller();
}, 120_000);
afterAll(async () => {
  poller?.close();
  await server?.close();
});

/** The operations of which an answer is not "unchanged" at a moment; none may break the promise of its ETag. */
async function changedAt(moment: string): Promise<string[]> {
  server.setNow(new Date(moment));
  const changed = new Set<string>();
  for (const { client: polling, reads } of clients)
    for (const { url, operation } of reads)
      if ((await poller.check(polling, server.url, url)) === 'answered') changed.add(operation);
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

it('is valid until the places of a hold are released', { timeout: 120_000 }, async () => {
  const { db, services, settings } = server;
  const { partner } = scene.users;
  const path = `/v1/pos/roles/${partner.role.id}/service_levels/${scene.offer.level.id}/orders`;
  const details = { availability_id: scene.offer.departure.id };
  const at = (minutes: number) => new Date(Date.parse('2026-06-02T08:00:00Z') + minutes * 60_000).toISOString();
  await changedAt(at(0));
  const api = await client(server, partner.id);
  const booked = await api.post(path, { body: { passengers: [{}], details, pending_booking: true } });
  expect(booked.status).toBe(200);
  expect(await changedAt(at(0))).toContain('ListRatesByDate');
  expect(await changedAt(at(settings.holdMinutes + 1))).not.toContain('ListRatesByDate');
  expect(await releaseExpiredHolds(db, services.clock())).toBe(1);
  expect(await changedAt(at(settings.holdMinutes + 1))).toContain('ListRatesByDate');
});
