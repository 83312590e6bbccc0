import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPrisma } from '@channel/prisma';
import { startEmbedded } from '@channel/prisma/embedded';
import { newSecret, seal } from '@channel/webhooks';
import type pg from 'pg';
import { machine } from '../measure/report.ts';
import { claim, postgresDir } from '../place.ts';
import { type Server, startServer, stopPrograms } from '../processes.ts';
import { thisServer } from '../targets/v1.ts';
import { findFacts } from '../workloads/facts.ts';
import type { WorkloadRequest } from '../workloads/workload.ts';
import { writes } from '../workloads/writes.ts';
import { connected, environment, loadWorld, signIn } from '../world/load-world.ts';
import { tableBytes, walBytes } from './relations.ts';
import { report } from './report.ts';

/*
 * `npm run bench:sizes`: what an order takes on the disk and in the write-ahead log, by table. Orders are booked and
 * changed by the API, beside a worker that delivers each event to one receiver.
 */

/** Orders of the data set, beside which those of the measurement are booked: indexes have their usual depth. */
const BESIDE = 20_000;
const CONCURRENT = 4;
/** Milliseconds for the deliveries of a phase. */
const PATIENCE = 300_000;

const HELP = `npm run bench:sizes -- [options]

  --orders N   orders to book and to change, 1 to 100,000 (default 2,000)

Prints the bytes of an order on the disk and in the write-ahead log, by table (docs/operations.md, Sizes).`;

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '2000' }, help: { type: 'boolean', short: 'h', default: false } },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const count = Number(values.orders);
if (!Number.isInteger(count) || count < 1 || count > 100_000) throw new Error('--orders must be 1 to 100000.');

const log = (message: string) => console.log(message);
const endings: (() => unknown)[] = [];

/** Sends requests, a few at a time. @returns the ids of the orders in the answers */
async function send({ port }: Server, requests: readonly WorkloadRequest[]): Promise<number[]> {
  const ids: number[] = [];
  const left = requests.values();
  const work = async () => {
    for (const request of left) {
      const { method, path, headers, body } = thisServer.request(request);
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
      const { data } = JSON.parse(text);
      if (typeof data?.id === 'number') ids.push(data.id);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
  return ids;
}

/** Waits until all events are matched and delivered, and the queue is empty. */
async function settled(client: pg.Client): Promise<void> {
  for (const limit = performance.now() + PATIENCE; ; await sleep(500)) {
    const { rows } = await client.query<{
      left: number;
    }>(`SELECT (SELECT count(*) FROM webhook_event WHERE matched_at IS NULL)::int
      + (SELECT count(*) FROM webhook_delivery WHERE status = 'pending')::int AS left`);
    if (rows[0]?.left === 0) return;
    if (performance.now() > limit) throw new Error(`${rows[0]?.left} events or deliveries are left`);
  }
}

const position = async (client: pg.Client): Promise<string> =>
  (await client.query('SELECT pg_current_wal_flush_lsn()::text AS lsn')).rows[0].lsn;

/** Measures what some requests write, from a checkpoint until the last of their events is delivered. */
async function phase(name: string, client: pg.Client, server: Server, requests: readonly WorkloadRequest[]) {
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  const before = await tableBytes(client);
  const from = await position(client);
  const ids = await send(server, requests);
  await settled(client);
  const to = await position(client);
  const wal = await walBytes(client, from, to);
  // Pages that are half full are part of what an order takes; entries that wait for a GIN index are not.
  await client.query('VACUUM');
  log(report({ name, count: requests.length, before, after: await tableBytes(client), wal }));
  return ids;
}

async function receiver(): Promise<string> {
  const server = createServer((request, response) => void request.resume().on('end', () => response.end('ok')));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  endings.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function main(): Promise<void> {
  endings.push(claim());
  const postgres = await startEmbedded({ dataDir: postgresDir });
  endings.push(() => postgres.stop());
  const { connectionString } = await loadWorld({ server: postgres.superuser, orders: BESIDE, log });
  const viewers = await signIn(connectionString);
  const facts = await connected(connectionString, (client) => findFacts(client, viewers));
  const env = {
    ...environment(connectionString),
    WEBHOOK_HTTPS_ONLY: '0',
    WEBHOOK_ALLOWED_RANGES: '127.0.0.1',
    EVENT_KINDS: '{"create":"order-created","update":"order-updated"}',
  };
  const db = createPrisma({ connectionString, poolSize: 1 });
  const { organizationId } = await db.role.findUniqueOrThrow({ where: { id: viewers.partnerRole } });
  await db.webhookEndpoint.create({
    data: {
      organizationId,
      url: await receiver(),
      secret: seal(newSecret(), env.SECRET_KEY),
      concurrency: 16,
      createdAt: new Date(),
    },
  });
  await db.$disconnect();
  const server = await thisServer.start(env);
  endings.push(() => server.stop());
  const worker = await startServer('apps/api/src/worker.ts', env);
  endings.push(() => worker.stop());
  const [booking] = writes(facts);
  if (!booking) throw new Error('there is no workload of bookings');
  const bookings = Array.from({ length: count }, (_, index) => booking.requests[index % booking.requests.length]);
  await connected(connectionString, async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
    const { rows } = await client.query("SELECT version(), current_setting('full_page_writes') AS images");
    log(
      `${machine()}; ${rows[0]?.version.split(' on ')[0]}; full_page_writes ${rows[0]?.images}; ${BESIDE} orders beside\n`,
    );
    const known = bookings.filter((request) => request !== undefined);
    const ids = await phase('booking for two', client, server, known);
    const updates = ids.map(
      (id, index): WorkloadRequest => ({
        method: 'PUT',
        path: '/v1/orders',
        token: facts.staff,
        body: { orders: { ids: [id] }, reference_code: `size ${index}` },
        operation: 'UpdateOrders',
        variables: {},
      }),
    );
    await phase('update of one order', client, server, updates);
  });
}

try {
  await main();
} finally {
  await stopPrograms();
  for (const end of endings.reverse()) await end();
}
