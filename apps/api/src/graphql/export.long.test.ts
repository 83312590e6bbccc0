import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { growOrders } from '@channel/prisma/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { startProcess, type TestProcess } from '../testing/start-process.ts';

/*
 * Exports of 100,000 orders (EXPORT_ORDERS makes them fewer): of constant memory, whole while others write, and ended
 * with their client.
 */

const ORDERS = Number(process.env.EXPORT_ORDERS ?? 100_000);
/** Megabytes by which an export may enlarge the API. */
const ENLARGED = 120;

const QUERY = `{ orders {
  id: databaseId version status referenceCode createdAt updatedAt bookedAt startsAt endsAt timeZone
  client { name } issuer { name } city { name } supplier { name }
  pickup { date time driver { name } } dropoff { date time driver { name } }
  passengers { firstName lastName email phoneNumber isLeader }
  totalPrices { original { amount currency { code } } agent { amount } sold { amount } }
  bookedDetails { product { title description highlights } serviceLevel { title description } }
} }`;

let api: TestProcess;
let connectionString: string;
let observer: pg.Client;
let authorization: string;
let visible: number[];

beforeAll(async () => {
  api = await startProcess({ GRAPHQL_COST_PER_MINUTE: '0' }, async (database) => {
    ({ connectionString } = database);
    await growOrders(connectionString, ORDERS);
  });
  observer = new pg.Client({ connectionString });
  await observer.connect();
  const login = { email: 'admin@demo.example', password: 'admin-demo' };
  const signedIn = await exchange(new URL('/v1/tokens', api.url), 'POST', {
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: login,
  });
  authorization = `Bearer ${signedIn.data<{ access_token: string }>().access_token}`;
  const { rows } = await observer.query<{ id: number }>(
    'SELECT o.id FROM orders o WHERE o.organization_id = (SELECT min(id) FROM organization) ORDER BY o.id',
  );
  visible = rows.map(({ id }) => id);
}, 600_000);
afterAll(async () => {
  await observer?.end();
  await api?.close();
}, 600_000);

const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1]) / 1_024;

/** The statements and transactions of the API that run or are open now. */
async function open(): Promise<number> {
  const { rows } = await observer.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'",
  );
  return rows[0]?.count ?? 0;
}

function begin(query = QUERY): Promise<{ sent: ClientRequest; response: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization };
    const sent = request(new URL('/graphql/export', api.url), { method: 'POST', headers }, (response) =>
      resolve({ sent, response }),
    );
    sent.on('error', reject);
    sent.end(JSON.stringify({ query }));
  });
}

/** Reads an export to its end, and samples the memory of the API meanwhile. */
async function whole(onLine: (count: number) => unknown = () => {}) {
  const before = (await api.memory()).rss / 1_048_576;
  const began = performance.now();
  const { response } = await begin();
  const ids: number[] = [];
  let [bytes, peak, last] = [0, 0, ''];
  for await (const line of createInterface({ input: response })) {
    bytes += Buffer.byteLength(line) + 1;
    last = line;
    if (line.startsWith('{"id":')) ids.push(Number(/^\{"id":(\d+)/.exec(line)?.[1]));
    if (ids.length % 1_000 === 0) {
      peak = Math.max(peak, resident());
      await onLine(ids.length);
    }
  }
  const seconds = (performance.now() - began) / 1_000;
  return { ids, megabytes: bytes / 1_048_576, enlarged: peak - before, end: JSON.parse(last), seconds };
}

const complete = () => ({ $complete: { orders: visible.length, matched: visible.length } });

describe('an export of 100,000 orders', () => {
  it('enlarges the API by less than the list itself takes', async () => {
    const { ids, megabytes, enlarged, end, seconds } = await whole();
    console.log(
      `${ids.length} orders, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s; the API grew by ${enlarged.toFixed(0)} MB`,
    );
    expect(end).toEqual(complete());
    expect(ids).toEqual(visible);
    expect(enlarged).toBeLessThan(ENLARGED);
    // A program that holds the list would grow by more than that.
    expect(megabytes).toBeGreaterThan(ENLARGED);
  });

  it('has each order once while others write', async () => {
    const writer = new pg.Client({ connectionString });
    await writer.connect();
    const write = async (count: number) => {
      await writer.query(
        "UPDATE orders SET status = 'Cancelled', version = version + 1, updated_at = now() WHERE id % 97 = $1",
        [count % 97],
      );
    };
    const { ids, end } = await whole((count) => (count % 10_000 === 0 ? write(count / 10_000) : undefined));
    await writer.end();
    expect(end).toEqual(complete());
    expect(ids).toEqual(visible);
  });

  it('holds neither a statement nor a transaction while its client does not read, and goes on afterwards', async () => {
    const { response } = await begin();
    // The buffers of the connection take some megabytes first.
    let quiet = 0;
    const isQuiet = async () => {
      quiet = (await open()) === 0 ? quiet + 1 : 0;
      return quiet >= 20;
    };
    await expect.poll(isQuiet, { timeout: 50_000, interval: 100 }).toBe(true);
    let lines = 0;
    for await (const _line of createInterface({ input: response })) lines += 1;
    expect(lines).toBe(visible.length + 1);
  });

  it('ends with its client, and leaves nothing running', async () => {
    const began = performance.now();
    const { sent, response } = await begin();
    await new Promise((resolve) => response.once('data', resolve));
    sent.destroy();
    await expect.poll(open, { timeout: 5_000, interval: 20 }).toBe(0);
    const again = async () => {
      const { response: next } = await begin('{ orders(filter: { client: { ids: [] } }) { id: databaseId } }');
      next.resume();
      return next.statusCode;
    };
    await expect.poll(again, { timeout: 5_000, interval: 20 }).toBe(200);
    const took = performance.now() - began;
    console.log(`a client that left: nothing ran, and a new export began, after ${took.toFixed(0)} ms`);
    // One that stays occupies the API for longer.
    expect((await whole()).seconds * 1_000).toBeGreaterThan(took);
  });
});
