import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSettings } from '@channel/settings';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseClock } from '../clock/database-clock.ts';
import type { ArchiverOptions } from './archiver.ts';
import { backupNow } from './backup-now.ts';
import { checkRepository } from './check/check.ts';
import { runBackup } from './commands/backup.ts';
import { readTime } from './postgres/server.ts';
import { tryLock } from './repository/lock.ts';
import type { Manifest } from './repository/manifest.ts';
import { openRepository } from './repository/repository.ts';
import { mediaAt, restoreMedia } from './restore/restore-media.ts';
import { KEY, startArchiver, startCluster, type TestCluster } from './testing/cluster.ts';

/* The machine of the archiver has another time than Postgres. What is offered for a restore can be restored. */

const DAY = 86_400_000;
const KEYS = ['ticket-1', 'ticket-2', 'ticket-3'];

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.discard());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  rmSync(cluster.repository, { recursive: true, force: true });
  for (const key of KEYS) await cluster.storage.put(key, Buffer.from('old'), 'application/pdf');
});

/** What the programs use, on a machine whose clock is ahead by some milliseconds. */
function onMachine(ahead: number): Pick<ArchiverOptions, 'clock' | 'readClock'> {
  const lines = { info: () => {}, warn: () => {} };
  const time = new DatabaseClock(() => readTime(cluster.postgres.backup), lines, { wall: () => Date.now() + ahead });
  return { clock: time.now, readClock: () => time.read() };
}

/** The content of each media file that a restore to a time brings back. */
async function restored(manifest: Manifest, to: Date): Promise<Record<string, string>> {
  const repository = await openRepository(cluster.repository);
  const entries = await mediaAt(repository, manifest, to);
  const folder = mkdtempSync(join(cluster.home, 'restored-'));
  await restoreMedia(repository, entries, folder);
  const contents: Record<string, string> = {};
  for (const { key } of entries) contents[key] = await readFile(join(folder, key.slice(0, 2), key), 'utf8');
  return contents;
}

/** A moment after what was done, and before what follows. */
async function moment(): Promise<Date> {
  await sleep(50);
  const at = new Date();
  await sleep(50);
  return at;
}

const all = Object.fromEntries(KEYS.map((key) => [key, 'old']));
const check = async () => (await checkRepository({ folder: cluster.repository, key: KEY, now: new Date() })).problems;

it.for([
  ['of an earlier release, which went by it', () => ({ clock: () => new Date(Date.now() + DAY) })],
  ['of this one', () => onMachine(DAY)],
] as const)(
  'copies stay that a restore needs, where the clock was ahead by a day: a base backup %s',
  async ([, clocks]) => {
    const options = cluster.options({ keep: 1, ...clocks() });
    const base = await backupNow(options);
    const before = await moment();
    await cluster.storage.put('ticket-1', Buffer.from('new'), 'application/pdf');
    rmSync(join(cluster.home, 'media', 'ti', 'ticket-2'));
    const right = { ...options, clock: () => new Date() };
    // Both are kept, and copies that neither needs are deleted.
    await backupNow({ ...right, keep: 2 });
    expect(await restored(base, before)).toEqual(all);
    expect(await restored(base, await moment())).toEqual({ 'ticket-1': 'new', 'ticket-3': 'old' });
    expect(await check()).toEqual([]);
  },
);

it('a removal counts from when it was found, where the clock of the machine is behind by a day', async () => {
  const options = cluster.options({ keep: 2, ...onMachine(-DAY) });
  const base = await backupNow(options);
  expect(Math.abs(Date.parse(base.startedAt) - Date.now())).toBeLessThan(60_000);
  const before = await moment();
  rmSync(join(cluster.home, 'media', 'ti', 'ticket-2'));
  await backupNow(options);
  expect(await restored(base, before)).toEqual(all);
  expect(await restored(base, await moment())).toEqual({ 'ticket-1': 'old', 'ticket-3': 'old' });
  expect(await check()).toEqual([]);
});

it('a base backup that failed is tried again after ten minutes, also where the clock went back by a day', {
  timeout: 120_000,
}, async () => {
  cluster.reports.length = 0;
  const other = await tryLock(cluster.repository, 'base');
  let now = Date.now();
  const archiver = startArchiver(cluster.options({ clock: () => new Date(now), baseInterval: 200 }));
  await expect.poll(() => cluster.reports, { timeout: 40_000 }).toMatchObject([{ kind: 'base', succeeded: false }]);
  await other?.release();
  now -= DAY;
  await sleep(1_000);
  expect(cluster.reports).toHaveLength(1);
  const steady = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => steady() + 600_000);
  await expect.poll(() => cluster.reports[1], { timeout: 40_000 }).toMatchObject({ kind: 'base', succeeded: true });
  await archiver.stop();
});

it('a check goes by the clock of Postgres, and without an answer by that of the machine, and says so', {
  timeout: 60_000,
}, async () => {
  await backupNow(cluster.options());
  const notes: string[] = [];
  const checked = (backupDatabaseUrl: string | null) => {
    const settings = loadSettings({ DATABASE_URL: cluster.postgres.connectionString, SECRET_KEY: KEY });
    notes.length = 0;
    return runBackup(
      { action: 'check', from: cluster.repository, staleAfter: 15 },
      {
        settings: { ...settings, backupDatabaseUrl },
        print: () => {},
        note: (line) => notes.push(line),
        clock: () => new Date(Date.now() + DAY),
      },
    );
  };
  expect([await checked(cluster.postgres.backup), notes]).toEqual([true, [expect.stringMatching(/ahead of it/)]]);
  const away = cluster.postgres.backup.replace(/:\d+\//, ':1/');
  expect([await checked(away), notes]).toEqual([false, [expect.stringMatching(/goes by the clock of this machine/)]]);
  expect([await checked(null), notes]).toEqual([false, []]);
});
