import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFamily } from '@channel/auth';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { end, environmentOn, freePort, startProcess } from './events/testing/programs.ts';
import { watchEvents } from './testing/watch.ts';

/** Seconds; long enough that a busy machine sends the requests of a test within them. */
const DRAIN_SECONDS = 10;
/** Milliseconds for starting several processes and for draining. */
const TIMEOUT = 60_000;
/** Milliseconds within which signals are one. */
const SAME_SIGNAL = 500;
/** Milliseconds until a second signal has ended the program on a busy machine: far less than its drain of 60 s. */
const FORCED = 15_000;
/** Milliseconds before the end of draining in which a busy machine may not begin another booking. */
const BEFORE_END = 1_000;
const NEWS = 'subscription { orderNews { orderId } }';

let database: TestDatabase;
let url: string;
let bookings: string;
let body: string;
/** The bearers of a seller and of a member of staff. */
let authorization: string;
let watching: string;
let api: ChildProcess;

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const seller = await make.userWith(['products.book', 'orders.view-all']);
  const offer = await make.offer([seller.role.id], {
    level: { availabilityType: 'pass' },
    departure: { capacity: 1_000_000 },
  });
  bookings = `/v1/pos/roles/${seller.role.id}/service_levels/${offer.level.id}/orders`;
  body = JSON.stringify({ passengers: [{ first_name: 'A' }], details: { availability_id: offer.departure.id } });
  authorization = await bearerOf(seller.id);
  watching = await bearerOf((await make.userWith(['orders.view-all', 'graphql.query'], { clientId: null })).id);
}, TIMEOUT);
afterEach(() => end(api, 'SIGKILL'));
afterAll(() => database.drop());

async function bearerOf(userId: number): Promise<string> {
  const { accessToken } = await startFamily(database.db, userId, new Date(), loadSettings({}));
  return `Bearer ${accessToken}`;
}

async function start(more: Record<string, string>): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  api = await startProcess('main.ts', environmentOn(database.application, { API_PORT: String(port), ...more }));
}

/** Begins a booking whose body is sent by the caller. */
function beginBooking() {
  const sent = request(`${url}${bookings}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  sent.flushHeaders();
  return { sent, answered: once(sent, 'response').then(([answer]: IncomingMessage[]) => answer) };
}

const book = async () => {
  const { sent, answered } = beginBooking();
  sent.end(body);
  const answer = await answered;
  answer?.resume();
  return [answer?.statusCode, answer?.headers.connection];
};

/** The status of several probes, each of which may reach another process. */
const probes = async () => {
  const each = Array.from({ length: 8 }, async () => (await fetch(`${url}/readyz`)).status);
  return [...new Set(await Promise.all(each))];
};

describe.each(['1', '2'])('API_PROCESSES=%s', (processes) => {
  it(
    'serve for a while after the signal, while they are not ready, and then end what is in progress',
    async () => {
      await start({ API_PROCESSES: processes, DRAIN_SECONDS: String(DRAIN_SECONDS) });
      expect(await probes()).toEqual([200]);
      expect(await book()).toEqual([200, 'keep-alive']);
      const stream = await watchEvents(url, { authorization: watching }, { query: NEWS });
      const early = beginBooking();
      expect(stream.state).toMatchObject({ status: 200, ended: false });

      const ended = once(api, 'exit');
      const signalledAt = performance.now();
      const elapsed = () => performance.now() - signalledAt;
      api.kill('SIGTERM');
      await expect.poll(probes).toEqual([503]);
      expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'draining' });
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      while (elapsed() < DRAIN_SECONDS * 1_000 - BEFORE_END) expect(await book()).toEqual([200, 'close']);
      expect(stream.state).toMatchObject({ status: 200, ended: false });

      await expect.poll(() => stream.state.ended, { timeout: 2_000 * DRAIN_SECONDS }).toBe(true);
      expect(elapsed()).toBeGreaterThan(DRAIN_SECONDS * 1_000);
      early.sent.end(body);
      const answer = await early.answered;
      expect([answer?.statusCode, answer?.headers.connection]).toEqual([200, 'close']);
      expect(answer && (await json(answer))).toHaveProperty('data.id');
      expect(await ended).toEqual([0, null]);
      await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
    },
    TIMEOUT,
  );

  it(
    'end at once at a second signal',
    async () => {
      await start({ API_PROCESSES: processes, DRAIN_SECONDS: '60' });
      const ended = once(api, 'exit');
      api.kill('SIGTERM');
      await expect.poll(probes).toEqual([503]);
      await sleep(SAME_SIGNAL);
      const signalledAt = performance.now();
      api.kill('SIGTERM');
      expect(await ended).toEqual([1, null]);
      expect(performance.now() - signalledAt).toBeLessThan(FORCED);
      // The processes below it end, too.
      await expect
        .poll(() => fetch(`${url}/healthz`).catch(({ message }) => message), { timeout: FORCED })
        .toBe('fetch failed');
    },
    TIMEOUT,
  );
});
