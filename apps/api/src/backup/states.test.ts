import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPrisma } from '@channel/prisma';
import { choosePlace } from '@channel/prisma/embedded';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { walForBackups } from '../doctor/backup-check.ts';
import { backupNow } from './backup-now.ts';
import { checkRepository } from './check/check.ts';
import { openRepository } from './repository/repository.ts';
import { windows } from './repository/windows.ts';
import { restoreInto } from './restore/restore-into.ts';
import { KEY, startArchiver, startCluster, type TestCluster } from './testing/cluster.ts';

/* State files of a repository that were damaged, and settings of Postgres that an operator should change. */

const TIMEOUT = 120_000;

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
  await cluster.sql('create table entry (id serial primary key)');
  await backupNow(cluster.options());
}, TIMEOUT);
afterAll(() => cluster.discard());
beforeEach(() => {
  cluster.lines.length = 0;
  cluster.warnings.length = 0;
});

const status = () => join(cluster.repository, 'wal/00000001/status.json');
const problems = async () =>
  (await checkRepository({ folder: cluster.repository, key: KEY, now: new Date() })).problems;

/** Runs an archiver until it has archived a new row. */
async function archive(until: () => Promise<unknown> = async () => {}): Promise<void> {
  const archiver = startArchiver(cluster.options());
  await expect.poll(() => cluster.lines.join('\n'), { timeout: 20_000 }).toContain('Archiving the WAL');
  await cluster.sql('insert into entry default values');
  await until();
  await sleep(2_500);
  await archiver.stop();
}

const restore = (to: Date | 'latest', name: string) =>
  restoreInto({
    ...{ repository: cluster.repository, folder: join(cluster.home, name), to, key: KEY },
    isScratch: true,
  });

it.for([
  ['', /status\.json is damaged: it is not JSON/],
  ['null', /status\.json is damaged/],
  ['{"lsn":', /status\.json is damaged: it is not JSON/],
  ['{"content":{"lsn":"F/0"}}', /status\.json is damaged/],
] as const)(
  'the archiver goes on with a status that is damaged, says so once, and writes it anew: %j',
  {
    timeout: TIMEOUT,
  },
  async ([content, warning]) => {
    writeFileSync(status(), content);
    await archive();
    expect(cluster.warnings).toEqual([expect.stringMatching(warning)]);
    expect(cluster.warnings[0]).not.toContain('\n');
    expect(JSON.parse(readFileSync(status(), 'utf8'))).toMatchObject({ content: { timeline: 1 } });
    expect(await problems()).toEqual([]);
  },
);

it('without its status an unfinished segment is missed, not left out in silence', { timeout: TIMEOUT }, async () => {
  const whole = readFileSync(status());
  for (const damage of [() => writeFileSync(status(), 'null'), () => rmSync(status())]) {
    damage();
    const [window] = (await windows(await openRepository(cluster.repository), KEY)).slice(-1);
    expect(window?.wal.unknown).toContain('status.json');
    expect((await problems()).join()).toMatch(/The unfinished WAL segment can't be restored|status\.json/);
    await expect(restore('latest', 'unknown')).rejects.toThrow(/status\.json .*can't be restored/);
    writeFileSync(status(), whole);
  }
  (await restore('latest', 'known')).discard();
});

it('an older copy of the database is refused also without the status', { timeout: TIMEOUT }, async () => {
  await cluster.sql('select pg_switch_wal()');
  await archive();
  const wal = join(cluster.repository, 'wal/00000001');
  const [segment = ''] = readdirSync(wal).filter((name) => name.endsWith('.zst'));
  // The name of a segment that this server has not reached.
  const ahead = join(wal, segment.replace(/^\w{24}/, '0000000100000000000000F0'));
  writeFileSync(ahead, '');
  const whole = readFileSync(status());
  writeFileSync(status(), '');
  await expect(startArchiver(cluster.options()).ended).rejects.toThrow(/older copy of the database/);
  writeFileSync(status(), whole);
  rmSync(ahead);
});

it('says at its start, once, that Postgres keeps WAL without a bound', { timeout: TIMEOUT }, async () => {
  await archive();
  expect(cluster.warnings).toEqual([]);
  await restartUnbounded();
  cluster.lines.length = 0;
  await archive(async () => {
    await cluster.sql("select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'walsender'");
    await expect
      .poll(() => cluster.lines.filter((line) => line.startsWith('Archiving the WAL')), { timeout: 20_000 })
      .toHaveLength(2);
  });
  const said = cluster.warnings.filter((line) => line.includes('max_slot_wal_keep_size'));
  expect(said).toEqual([
    expect.stringMatching(/ is -1: .*ALTER SYSTEM SET max_slot_wal_keep_size = '20GB'; SELECT pg_reload_conf\(\);$/),
  ]);
  const { connectionString } = cluster.postgres;
  const db = createPrisma({ connectionString, poolSize: 1, applicationName: 'channel-test' });
  onTestFinished(() => db.$disconnect());
  const finding = await walForBackups({
    settings: loadSettings({
      DATABASE_URL: connectionString,
      BACKUP_DIR: cluster.repository,
      BACKUP_DATABASE_URL: cluster.postgres.backup,
    }),
    addresses: () => ({ connectionString, owner: connectionString }),
    database: { db, connectionString, owner: connectionString },
    key: () => KEY,
    clock: () => new Date(),
  });
  expect(finding.state).toBe('problem');
  expect(finding.text).toContain("ALTER SYSTEM SET max_slot_wal_keep_size = '20GB'; SELECT pg_reload_conf();");
});

/** Starts the server as a Postgres of one's own: the embedded one has a bound on its command line. */
async function restartUnbounded(): Promise<void> {
  const { binaries, cluster: data, identity } = choosePlace(join(cluster.home, 'postgres'), true, () => {});
  await cluster.postgres.stop();
  const settings = {
    port: cluster.postgres.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_slot_wal_keep_size: '-1',
  };
  const server = spawn(
    join(binaries, 'bin', 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: '/', stdio: 'ignore', ...(identity && { uid: identity.uid, gid: identity.gid }) },
  );
  const exited = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGQUIT');
    await exited;
  });
  await expect.poll(() => cluster.sql('select 1 as n').catch(() => []), { timeout: 20_000 }).toEqual([{ n: 1 }]);
}
