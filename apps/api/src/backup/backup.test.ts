import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@channel/prisma/embedded';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backupNow } from './backup-now.ts';
import { checkRepository } from './check/check.ts';
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

it('restores any time between, and names the times when it can not', { timeout: 60_000 }, async () => {
  const { manifest, to } = (await windows(await openRepository(cluster.repository), KEY))[0] ?? {};
  const archiver = startArchiver(cluster.options());
  await sleep(1_000);
  await cluster.sql("insert into entry values (3001, 'wanted')");
  await sleep(1_500);
  const [{ now } = {}] = await cluster.sql('select now()');
  if (!(now instanceof Date) || !manifest || !to) throw new Error('There is no window');
  await sleep(500);
  await cluster.sql("insert into entry values (3002, 'a mistake')");
  await sleep(3_000);
  await archiver.stop();
  const options = { repository: cluster.repository, folder: join(cluster.home, 'earlier'), key: KEY };
  const restored = await restoreInto({ ...options, to: now, isScratch: true });
  const server = await restored.start();
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const { rows } = await client.query('select id from entry where id > 3000');
  expect(rows).toEqual([{ id: 3001 }]);
  await client.end();
  await server.stop();
  restored.discard();
  for (const time of [new Date(Date.parse(manifest.endedAt) - 1_000), new Date(Date.now() + 60_000)])
    await expect(restoreInto({ ...options, to: time })).rejects.toThrow(/can't be restored: from .* to /);
  await expect(restoreInto({ ...options, to: 'latest', key: 'z'.repeat(32) })).rejects.toThrow(/SECRET_KEY/);
  await expect(restoreInto({ ...options, to: 'latest', folder: '/proc/none/here' })).rejects.toThrow(/\/proc/);
  expect(existsSync(options.folder)).toBe(false);
});

it('refuses a second archiver, another database, and a role without the right', { timeout: 60_000 }, async () => {
  const archiver = startArchiver(cluster.options());
  await expect.poll(() => cluster.lines.filter((line) => line.startsWith('Archiving')).length).toBe(3);
  await expect(startArchiver(cluster.options()).ended).rejects.toThrow(
    /Another archiver runs on this repository \(process/,
  );
  await archiver.stop();
  const origin = { ...cluster.options().origin, url: cluster.postgres.connectionString };
  await expect(startArchiver(cluster.options({ origin })).ended).rejects.toThrow(
    /ALTER ROLE channel_application REPLICATION/,
  );
});

it('takes a new base backup at once when the server gave up the WAL', { timeout: 60_000 }, async () => {
  const before = (await windows(await openRepository(cluster.repository), KEY)).length;
  await cluster.sql('select pg_drop_replication_slot(slot_name) from pg_replication_slots');
  for (let n = 0; n < 2; n++)
    await cluster.sql('create table filler as select 1; drop table filler; select pg_switch_wal()');
  await cluster.sql('checkpoint');
  cluster.lines.length = 0;
  const archiver = startArchiver(cluster.options());
  await expect.poll(() => cluster.lines.join('\n'), { timeout: 30_000 }).toMatch(/was lost[\s\S]*Base backup/);
  await archiver.stop();
  const after = await windows(await openRepository(cluster.repository), KEY);
  expect(after).toHaveLength(before + 1);
  expect(after.map(({ wal }) => wal.missing !== undefined)).toEqual([...Array(before).fill(true), false]);
});

it('goes on with the timeline of a restored database, and keeps only the newest base backups', {
  timeout: 90_000,
}, async () => {
  const removed = await backupNow(cluster.options({ keep: 1 }));
  const all = await windows(await openRepository(cluster.repository), KEY);
  expect(all.map(({ manifest }) => manifest.id)).toEqual([removed.id]);
  expect((await checkRepository({ folder: cluster.repository, key: KEY, now: new Date() })).problems).toEqual([]);

  const folder = join(cluster.home, 'successor');
  const restored = await restoreInto({ repository: cluster.repository, folder, to: 'latest', key: KEY });
  const successor = await startEmbedded({ dataDir: restored.postgresDir });
  const origin = { ...cluster.options().origin, url: successor.backup };
  const manifest = await backupNow(cluster.options({ origin }));
  expect(manifest.timeline).toBe(2);
  await successor.stop();
  restored.discard();
  expect((await checkRepository({ folder: cluster.repository, key: KEY, now: new Date() })).problems).toEqual([]);
  // The database before the restore is an older copy now.
  await expect(backupNow(cluster.options())).rejects.toThrow(/older copy of the database/);
});
