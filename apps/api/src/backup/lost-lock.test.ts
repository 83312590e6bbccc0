import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRepository } from './repository/repository.ts';
import { windows } from './repository/windows.ts';
import { KEY, startArchiver, startCluster, type TestCluster } from './testing/cluster.ts';

/* An archiver that was suspended for so long that another one has its lock. */

/** Milliseconds: heartbeats are 10 s apart. */
const NOTICE = 20_000;

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.discard());

it('an archiver whose lock another one has ends with one line, and the other one archives', {
  timeout: 120_000,
}, async () => {
  const former = startArchiver(cluster.options());
  await expect.poll(() => cluster.lines.join('\n'), { timeout: 40_000 }).toContain('Base backup');
  const reported = cluster.reports.length;
  // What one on another machine does after a minute without heartbeats.
  rmSync(join(cluster.repository, 'archiver.lock'));
  const present = startArchiver(cluster.options());
  const lost = Date.now();
  await expect(former.ended).rejects.toThrow(/^Another process took over the lock .*archiver\.lock/);
  expect(Date.now() - lost).toBeLessThan(NOTICE);
  expect(cluster.warnings).toEqual([]);
  // It is no failure of the backups: they go on.
  expect(cluster.reports.length).toBe(reported);
  await cluster.sql('create table late (id int)');
  const [{ now } = {}] = await cluster.sql('select now()');
  const reached = async () => (await windows(await openRepository(cluster.repository), KEY))[0]?.to ?? new Date(0);
  await expect.poll(async () => (await reached()) > (now as Date), { timeout: NOTICE }).toBe(true);
  await present.stop();
});
