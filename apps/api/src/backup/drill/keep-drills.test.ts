import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupReportOf } from '@channel/graph';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { backupNow } from '../backup-now.ts';
import { startArchiver, startCluster, type TestCluster } from '../testing/cluster.ts';
import { type DrillSchedule, drillIfDue } from './keep-drills.ts';
import { lastResult, noResult, storeResult } from './results.ts';

const HOUR = 3_600_000;
const NEVER = new AbortController().signal;

let cluster: TestCluster;
let now: Date;
let drills: number;
let reports: BackupReportOf[];
beforeAll(async () => {
  cluster = await startCluster();
  await backupNow(cluster.options());
});
afterAll(() => cluster.discard());
beforeEach(async () => {
  await rm(join(cluster.repository, 'drills'), { recursive: true, force: true });
  now = new Date('2026-11-28T09:00:00Z');
  drills = 0;
  reports = [];
});

const schedule = (changes: Partial<DrillSchedule> = {}): DrillSchedule => ({
  folder: cluster.repository,
  drillHours: 168,
  clock: () => now,
  log: () => {},
  report: async (report) => void reports.push(report),
  async runDrill() {
    drills += 1;
    const result = { ...noResult(now), base: 'B', tables: 3 };
    await storeResult(cluster.repository, result);
    return result;
  },
  ...changes,
});

const pass = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR);
};

it('runs a drill after the first base backup, and again only when it is due, also after a restart', async () => {
  expect(await drillIfDue(schedule(), NEVER)).toEqual(now);
  const text = 'B in 0.0 s: 3 tables, 0 indexes, 0 media files';
  expect(reports).toEqual([{ kind: 'drill', at: now, succeeded: true, text }]);
  pass(167.9);
  expect(await drillIfDue(schedule(), NEVER)).toBeUndefined();
  pass(0.1);
  expect(await drillIfDue(schedule(), NEVER)).toEqual(now);
  expect(drills).toBe(2);
});

it('runs drills when they are due after a clock that was ahead, of which a drill is from the future', async () => {
  pass(365 * 24);
  const ahead = await drillIfDue(schedule(), NEVER);
  pass(-365 * 24);
  expect(await drillIfDue(schedule(), NEVER, ahead)).toEqual(now);
  const found = { ...noResult(now), problems: ['damaged'] };
  await storeResult(cluster.repository, found);
  expect(await lastResult(cluster.repository, now)).toEqual(found);
  pass(167.9);
  expect(await drillIfDue(schedule(), NEVER, ahead)).toBeUndefined();
  pass(0.1);
  expect(await drillIfDue(schedule(), NEVER, ahead)).toEqual(now);
});

it('waits for a base backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'channel-repository-'));
  expect(await drillIfDue(schedule({ folder }), NEVER)).toBeUndefined();
  await rm(folder, { recursive: true });
  expect(drills).toBe(0);
});

it('a drill that finds problems, and one that throws, has failed and is not repeated before it is due', async () => {
  const problems = Array.from({ length: 7 }, (_, n) => `problem ${n}`);
  const found = { ...noResult(now), problems };
  await drillIfDue(schedule({ runDrill: async () => found }), NEVER);
  expect(reports).toEqual([
    { kind: 'drill', at: now, succeeded: false, text: [...problems.slice(0, 5), 'and 2 more'].join('\n') },
  ]);
  const throws = schedule({ runDrill: () => Promise.reject(new Error('no space')) });
  const began = await drillIfDue(throws, NEVER);
  expect(reports[1]).toMatchObject({ succeeded: false, text: 'no space' });
  const [name = ''] = await readdir(join(cluster.repository, 'drills'));
  expect(JSON.parse(await readFile(join(cluster.repository, 'drills', name), 'utf8'))).toMatchObject({
    at: now.toISOString(),
    problems: ['no space'],
  });
  pass(1);
  expect(await drillIfDue(throws, NEVER)).toBeUndefined();
  // Its file is gone, for example because the disk was full.
  await rm(join(cluster.repository, 'drills'), { recursive: true });
  expect(await drillIfDue(throws, NEVER, began)).toBeUndefined();
  expect(reports).toHaveLength(2);
});

it('a drill that the end of the archiver ends has no result', async () => {
  const ending = new AbortController();
  const runDrill = async () => {
    ending.abort();
    throw new Error('ended');
  };
  expect(await drillIfDue(schedule({ runDrill }), ending.signal)).toEqual(now);
  expect(reports).toEqual([]);
  expect(await drillIfDue(schedule(), NEVER)).toEqual(now);
});

it('the archiver goes on archiving while a drill runs, reports base backups, and ends the drill', {
  timeout: 60_000,
}, async () => {
  let began = 0;
  const runDrill = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      began += 1;
      signal.addEventListener('abort', () => reject(new Error('ended')));
    });
  // A clock on which the base backup of before is old.
  const clock = () => new Date(Date.now() + 25 * HOUR);
  const archiver = startArchiver(cluster.options({ drillHours: 1, runDrill, clock }));
  await expect.poll(() => cluster.reports, { timeout: 30_000 }).toMatchObject([{ kind: 'base', succeeded: true }]);
  expect(began).toBe(1);
  await archiver.stop();
  expect(cluster.reports).toHaveLength(1);
});

it('a base backup that fails is reported', { timeout: 60_000 }, async () => {
  cluster.reports.length = 0;
  const origin = { ...cluster.options().origin, url: cluster.postgres.connectionString };
  await expect(startArchiver(cluster.options({ origin })).ended).rejects.toThrow(/REPLICATION/);
  expect(cluster.reports).toMatchObject([
    { kind: 'base', succeeded: false, text: expect.stringMatching(/REPLICATION/) },
  ]);
});
