import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRepository } from './repository/repository.ts';
import { windows } from './repository/windows.ts';
import { restoreInto } from './restore/restore-into.ts';
import { KEY, startArchiver, startCluster, type TestCluster } from './testing/cluster.ts';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startCluster();
  await cluster.sql('create table entry (id int primary key, note text)');
});
afterAll(() => cluster.discard());

it('restores every row that was archived', { timeout: 60_000 }, async () => {
  await cluster.storage.put('picture-1', Buffer.from('a picture'), 'image/png');
  const archiver = startArchiver(cluster.options());
  await cluster.sql("insert into entry select n, 'before' from generate_series(1, 1000) n");
  await expect.poll(() => cluster.lines.join('\n'), { timeout: 20_000 }).toContain('Base backup');
  await cluster.sql("insert into entry select n, 'after' from generate_series(1001, 2000) n");
  await sleep(2_500);
  await archiver.stop();
  const [window] = await windows(await openRepository(cluster.repository), KEY);
  expect(window?.to).toBeInstanceOf(Date);
  const started = performance.now();
  const restored = await restoreInto({
    repository: cluster.repository,
    folder: join(cluster.home, 'new'),
    to: 'latest',
    key: KEY,
  });
  expect(performance.now() - started).toBeLessThan(30_000);
  const server = await restored.start();
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  expect((await client.query('select count(*)::int as n from entry')).rows).toEqual([{ n: 2000 }]);
  await client.end();
  await server.stop();
  expect(existsSync(join(restored.mediaDir, 'pi', 'picture-1'))).toBe(true);
  restored.discard();
  expect(existsSync(restored.folder)).toBe(false);
});
