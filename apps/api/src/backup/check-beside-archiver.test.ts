import { afterAll, beforeAll, expect, it } from 'vitest';
import { backupNow } from './backup-now.ts';
import { checkRepository } from './check/check.ts';
import { KEY, startArchiver, startCluster, type TestCluster } from './testing/cluster.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.discard());

it('a check finds no problem while segments are completed and base backups removed', { timeout: 300_000 }, async () => {
  const archiver = startArchiver(cluster.options({ keep: 1 }));
  await expect.poll(() => cluster.lines.join('\n'), { timeout: 100_000 }).toContain('Base backup');
  const found: string[] = [];
  let [checks, isOver] = [0, false];
  const checking = (async () => {
    for (; !isOver; checks++)
      found.push(...(await checkRepository({ folder: cluster.repository, key: KEY, now: new Date() })).problems);
  })();
  for (let round = 0; round < 6; round++) {
    await cluster.sql('select pg_switch_wal()');
    await backupNow(cluster.options({ keep: 1 }));
  }
  isOver = true;
  await checking;
  expect([found, checks > 6]).toEqual([[], true]);
  await archiver.stop();
});
