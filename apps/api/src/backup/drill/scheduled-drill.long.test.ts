import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@channel/prisma/migrate';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { KEY, startCluster, type TestCluster } from '../testing/cluster.ts';
import { drill } from './drill.ts';

/* Drills of a database of this release, by the archiver as its own process, as `npm start` runs it, and by hand. */

const PROGRAM = join(import.meta.dirname, '../../archiver.ts');

let cluster: TestCluster;
let scratch: string;
let output: string;
beforeAll(async () => {
  cluster = await startCluster();
  const { superuser, connectionString } = cluster.postgres;
  await migrate(superuser, undefined, new URL(connectionString).username);
  // The user that runs Postgres for root must be able to enter it.
  scratch = mkdtempSync(join(tmpdir(), 'channel-scratch-'));
  chmodSync(scratch, 0o711);
}, 120_000);
afterAll(async () => {
  await cluster.discard();
  rmSync(scratch, { recursive: true });
});

function startArchiver(): ChildProcess {
  output = '';
  const child = spawn(process.execPath, [PROGRAM], {
    env: cluster.env({ LOG_FORMAT: 'json', TMPDIR: scratch }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

const reports = () => cluster.sql('select kind::text, succeeded, text from backup_report order by kind');
const drills = () => cluster.sql("select text from backup_report where kind = 'drill'");
const left = () => readdirSync(scratch).filter((name) => /^channel-(drill|postgres)/.test(name));

it('an archiver that ends ends its drill, and the next one runs it and reports', { timeout: 240_000 }, async () => {
  const first = startArchiver();
  await expect.poll(() => output, { timeout: 150_000, interval: 50 }).toContain('Replaying the WAL');
  await end(first);
  expect(left()).toEqual([]);
  expect(await drills()).toEqual([]);
  const second = startArchiver();
  await expect.poll(() => output, { timeout: 45_000 }).toMatch(/Drill (succeeded|failed)/);
  await expect.poll(drills).not.toEqual([]);
  await end(second);
  expect(await reports()).toEqual([
    { kind: 'base', succeeded: true, text: expect.stringMatching(/ MB in /) },
    { kind: 'drill', succeeded: true, text: expect.stringMatching(/: \d\d+ tables, \d\d+ indexes, 0 media files$/) },
  ]);
  expect(left()).toEqual([]);
});

it('finds rows that violate an invariant', { timeout: 120_000 }, async () => {
  await cluster.sql(`begin; set local session_replication_role = 'replica';
    insert into supplier_permission (supplier_id, permission_name) values (4711, 'none'); commit`);
  const archiver = startArchiver();
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Archiving the WAL');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await end(archiver);
  const result = await drill({ folder: cluster.repository, key: KEY, clock: () => new Date() });
  expect(result.problems).toContainEqual(expect.stringMatching(/^1 rows violate a foreign key: supplier_permission_/));
  expect(result.tables).toBeGreaterThan(60);
  expect(result.indexes).toBeGreaterThan(100);
});
