import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPlace } from '@channel/prisma/embedded';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { backupNow } from './backup-now.ts';
import { restoreInto } from './restore/restore-into.ts';
import { KEY, startCluster, type TestCluster } from './testing/cluster.ts';

/*
 * Loses a database under load, with its disk and its archiver, and restores it: how old are the newest transactions that
 * were acknowledged and are gone, and how long does a gigabyte take?
 */

const PROGRAM = join(import.meta.dirname, '../archiver.ts');
const CLIENTS = 8;
const SLOTS = 50;

type Acknowledged = { id: number; at: number };

/** Bookings: an order, its passengers and the places of a departure in one transaction. */
async function book(cluster: TestCluster, until: AbortSignal): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const client = async (number: number) => {
    const connection = new pg.Client({ connectionString: cluster.postgres.superuser });
    connection.on('error', () => {});
    await connection.connect();
    try {
      for (let n = 0; !until.aborted; n++) {
        const id = number * 1_000_000 + n;
        await connection.query('begin');
        await connection.query('insert into booked values ($1, $2)', [id, `order ${id} of a leader with a name`]);
        await connection.query('insert into passenger select $1, p, md5(p::text) from generate_series(1, 3) p', [id]);
        await connection.query('update slot set places = places - 3 where id = $1', [n % SLOTS]);
        await connection.query('commit');
        acknowledged.push({ id, at: Date.now() });
      }
    } catch {
      // The server was killed; the transaction in flight was not acknowledged.
    }
    await connection.end().catch(() => {});
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return acknowledged;
}

async function prepare(): Promise<TestCluster> {
  const cluster = await startCluster();
  onTestFinished(() => cluster.discard());
  await cluster.sql('create table booked (id int primary key, note text)');
  await cluster.sql('create table passenger (booked int, number int, name text, primary key (booked, number))');
  await cluster.sql('create table slot (id int primary key, places int)');
  await cluster.sql('insert into slot select n, 1000000 from generate_series(0, $1::int - 1) n', [SLOTS]);
  return cluster;
}

/** The archiver as its own process, as `npm start` runs it. */
async function startProgram(cluster: TestCluster, line = 'Base backup') {
  const child = spawn(process.execPath, [PROGRAM], {
    env: cluster.env({ LOG_FORMAT: 'json' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 60_000 }).toContain(line);
  return child;
}

/** Kills the server at once and deletes its data. */
function destroy({ postgres, home }: TestCluster): void {
  process.kill(postgres.pid, 'SIGKILL');
  const place = findPlace(join(home, 'postgres'));
  if (!place) throw new Error('The cluster is gone');
  rmSync(place.cluster, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** The age in seconds, at the kill, of the newest acknowledged booking that a restore lacks; its number of them. */
async function lost(cluster: TestCluster, acknowledged: Acknowledged[], killedAt: number) {
  const folder = join(cluster.home, 'restored');
  const restored = await restoreInto({ repository: cluster.repository, folder, to: 'latest', key: KEY });
  const server = await restored.start();
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select id from booked');
  const { rows: half } = await client.query(
    'select from booked b where 3 <> (select count(*) from passenger where booked = b.id)',
  );
  const { rows: places } = await client.query('select sum(1000000 - places)::int as taken from slot');
  await client.end();
  await server.stop();
  restored.discard();
  expect(half).toHaveLength(0);
  expect(places[0].taken).toBe(rows.length * 3);
  const present = new Set(rows.map(({ id }) => id));
  const missing = acknowledged.filter(({ id }) => !present.has(id));
  const oldest = Math.max(0, ...missing.map(({ at }) => (killedAt - at) / 1_000));
  return { present: present.size, missing: missing.length, oldest };
}

async function loseEverything(cluster: TestCluster, alsoKill: () => void) {
  const stopping = new AbortController();
  const booking = book(cluster, stopping.signal);
  await sleep(15_000);
  alsoKill();
  const killedAt = Date.now();
  destroy(cluster);
  stopping.abort();
  const acknowledged = await booking;
  return { acknowledged, ...(await lost(cluster, acknowledged, killedAt)) };
}

it('loses at most the bookings of the last 5 s, with server, archiver and disk', { timeout: 180_000 }, async () => {
  const cluster = await prepare();
  const program = await startProgram(cluster);
  const result = await loseEverything(cluster, () => program.kill('SIGKILL'));
  console.log(
    `${result.acknowledged.length} acknowledged, ${result.missing} lost, the oldest ${result.oldest.toFixed(1)} s old`,
  );
  expect(result.acknowledged.length).toBeGreaterThan(1_000);
  expect(result.oldest).toBeLessThan(5);
});

it('fails the same test without an archiver', { timeout: 180_000 }, async () => {
  const cluster = await prepare();
  await backupNow(cluster.options());
  const result = await loseEverything(cluster, () => {});
  console.log(`without an archiver: ${result.missing} lost, the oldest ${result.oldest.toFixed(1)} s old`);
  expect(result.oldest).toBeGreaterThan(5);
});

it('restores a gigabyte within 60 s', { timeout: 600_000 }, async () => {
  const cluster = await prepare();
  await cluster.sql(
    'insert into booked select n, repeat(md5(n::text), 16) from generate_series(100000000, 101700000) n',
  );
  const manifest = await backupNow(cluster.options());
  expect(manifest.uncompressed).toBeGreaterThan(1e9);
  const program = await startProgram(cluster, 'Archiving');
  await cluster.sql('insert into passenger select n, 1, md5(n::text) from generate_series(1, 500000) n');
  await sleep(5_000);
  program.kill('SIGTERM');
  const started = performance.now();
  const folder = join(cluster.home, 'restored');
  const restored = await restoreInto({ repository: cluster.repository, folder, to: 'latest', key: KEY });
  const seconds = (performance.now() - started) / 1_000;
  const gigabytes = manifest.uncompressed / 1e9;
  console.log(
    `${gigabytes.toFixed(2)} GB: base backup ${manifest.seconds.toFixed(1)} s, restore ${seconds.toFixed(1)} s, ${(seconds / gigabytes).toFixed(1)} s a GB`,
  );
  restored.discard();
  expect(seconds / gigabytes).toBeLessThan(60);
});
