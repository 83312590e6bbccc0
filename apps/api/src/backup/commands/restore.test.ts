import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbedded } from '@channel/prisma/embedded';
import { loadSettings, type Settings } from '@channel/settings';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type S3Server, startS3Server } from '../../media/testing/s3-server.ts';
import { backupNow } from '../backup-now.ts';
import { KEY, startArchiver, startCluster, type TestCluster } from '../testing/cluster.ts';
import { runRestore } from './restore.ts';
import { readRestoreArguments } from './restore-arguments.ts';

/* `npm run restore` as its user has it: what it puts where, what it keeps, and what it says. */

const TIMEOUT = 180_000;

let cluster: TestCluster;
let bucket: S3Server;
let printed: string[];
beforeAll(async () => {
  [cluster, bucket] = await Promise.all([startCluster(), startS3Server()]);
  await cluster.sql('create table entry (id int primary key, at timestamptz)');
  await cluster.storage.put('picture-1', Buffer.from('a picture'), 'image/png');
  await backupNow(cluster.options());
  const archiver = startArchiver(cluster.options());
  // Many transactions in a millisecond.
  await cluster.sql(`do $$ begin
    perform set_config('synchronous_commit', 'off', false);
    for n in 1..200 loop insert into entry values (n, clock_timestamp()); commit; end loop;
  end $$`);
  await cluster.sql('insert into entry values (201, clock_timestamp())');
  await sleep(3_000);
  await archiver.stop();
}, TIMEOUT);
afterAll(() => Promise.all([cluster.discard(), bucket.close()]));
beforeEach(() => {
  printed = [];
  bucket.objects.clear();
});

async function restore(args: string[], settings: Partial<Settings> = {}, note: (line: string) => void = () => {}) {
  const defaults = loadSettings({
    BACKUP_DIR: cluster.repository,
  });
  await runRestore(readRestoreArguments(args), {
    settings: { ...defaults, secretKey: KEY, ...settings },
    storedKey: null,
    isRunning: () => false,
    whole: (work) => work(),
    print: (line) => printed.push(line),
    note,
    clock: () => new Date('2026-11-28T09:30:00Z'),
  });
}

/** The ids in the database of a DATA_DIR. */
async function entriesIn(dataDir: string): Promise<number[]> {
  const postgres: EmbeddedPostgres = await startEmbedded({ dataDir: join(dataDir, 'postgres') });
  const client = new pg.Client({ connectionString: postgres.superuser });
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select id from entry order by id');
  await client.end();
  await postgres.stop();
  return rows.map(({ id }) => id);
}

/** A new folder on the same file system as the installation of the test, or in `parent`. */
function newFolder(parent = cluster.home): string {
  const folder = mkdtempSync(join(parent, 'channel-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

it('--replace works where MEDIA_DIR is on another file system, and keeps what was there', {
  timeout: TIMEOUT,
}, async () => {
  const dataDir = join(newFolder(), 'data');
  const mediaDir = newFolder('/dev/shm');
  expect(statSync(mediaDir).dev).not.toBe(statSync(cluster.home).dev);
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'old'), 'old data');
  for (const name of ['pi', 'lost+found']) mkdirSync(join(mediaDir, name));
  writeFileSync(join(mediaDir, 'pi', 'picture-0'), 'an old picture');
  let unfinished: string[] = [];
  await restore(['--to', 'latest', '--replace'], { dataDir, mediaDir }, (line) => {
    if (line.startsWith('Unpacking')) unfinished = [...readdirSync(join(dataDir, '..')), ...readdirSync(dataDir)];
  });
  // It is built in DATA_DIR, which may be a file system of its own.
  expect(unfinished.sort()).toEqual([
    'data',
    'postgres',
    'restore.lock',
    expect.stringMatching(/^restored-.*\.restoring-[0-9a-f]{8}$/),
  ]);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.before-20261128T093000000Z']);
  expect(read(dataDir, 'postgres.before-20261128T093000000Z', 'old')).toBe('old data');
  expect(readdirSync(mediaDir).sort()).toEqual(['before-20261128T093000000Z', 'lost+found', 'pi']);
  expect(read(mediaDir, 'before-20261128T093000000Z', 'pi', 'picture-0')).toBe('an old picture');
  expect(readdirSync(join(mediaDir, 'pi'))).toEqual(['picture-1']);
  expect(read(mediaDir, 'pi', 'picture-1')).toBe('a picture');
  expect(await entriesIn(dataDir)).toHaveLength(201);
});

it('--replace --without-media keeps the media files', { timeout: TIMEOUT }, async () => {
  const home = newFolder();
  const [dataDir, mediaDir] = [join(home, 'data'), join(home, 'data', 'media')];
  mkdirSync(join(mediaDir, 'pi'), { recursive: true });
  writeFileSync(join(mediaDir, 'pi', 'picture-0'), 'present');
  await restore(['--to', 'latest', '--replace', '--without-media'], { dataDir, mediaDir });
  expect(readdirSync(dataDir).sort()).toEqual(['media', 'postgres']);
  expect(readdirSync(mediaDir)).toEqual(['pi']);
  expect(read(mediaDir, 'pi', 'picture-0')).toBe('present');
});

it('--replace leaves everything as it is where a folder can not be replaced', { timeout: TIMEOUT }, async () => {
  const home = newFolder();
  const [dataDir, mediaDir] = [join(home, 'data'), join(home, 'media')];
  mkdirSync(join(mediaDir, 'pi'), { recursive: true });
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  // The name under which the present cluster would be kept is in use.
  mkdirSync(join(dataDir, 'postgres.before-20261128T093000000Z', 'x'), { recursive: true });
  const before = [readdirSync(dataDir), readdirSync(mediaDir, { recursive: true })];
  await expect(restore(['--to', 'latest', '--replace'], { dataDir, mediaDir })).rejects.toThrow(
    'postgres.before-20261128T093000000Z exists already. Nothing was changed',
  );
  expect([readdirSync(dataDir), readdirSync(mediaDir, { recursive: true })]).toEqual(before);
});

it('--replace is refused with DATABASE_URL, whose programs may run', async () => {
  const home = newFolder();
  const [dataDir, mediaDir] = [join(home, 'data'), join(home, 'media')];
  mkdirSync(join(mediaDir, 'pi'), { recursive: true });
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  const before = readdirSync(home, { recursive: true });
  await expect(
    restore(['--to', 'latest', '--replace'], { dataDir, mediaDir, databaseUrl: 'postgres://x/x' }),
  ).rejects.toThrow('--replace is for the embedded Postgres, and DATABASE_URL is set: restore with --into');
  expect(readdirSync(home, { recursive: true })).toEqual(before);
});

it('--replace puts media files into the bucket of the settings', { timeout: TIMEOUT }, async () => {
  const home = newFolder();
  const [dataDir, mediaDir] = [join(home, 'data'), join(home, 'media')];
  await restore(['--to', 'latest', '--replace'], {
    ...bucket.settings(),
    dataDir,
    mediaDir,
    backupDir: cluster.repository,
    secretKey: KEY,
  });
  expect([...bucket.objects].map(([key, { body }]) => [key, String(body)])).toEqual([['picture-1', 'a picture']]);
  expect(existsSync(mediaDir)).toBe(false);
  expect(printed.join('\n')).not.toContain('MEDIA_DIR');
});

it('--media-into-bucket alone restores no database, and with --into no folder of media files', {
  timeout: TIMEOUT,
}, async () => {
  const settings = { ...bucket.settings(), backupDir: cluster.repository, secretKey: KEY };
  await restore(['--to', 'latest', '--media-into-bucket'], settings);
  expect([...bucket.objects.keys()]).toEqual(['picture-1']);
  expect(printed).toEqual(['The 1 media files of the backup are in the bucket pictures']);
  const folder = join(newFolder(), 'restored');
  await restore(['--to', 'latest', '--media-into-bucket', '--into', folder], settings);
  expect(readdirSync(folder)).toEqual(['postgres']);
  await restore(['--to', 'latest', '--into', `${folder}-2`], settings);
  expect(readdirSync(`${folder}-2`).sort()).toEqual(['media', 'postgres']);
  expect(printed.at(-1)).toMatch(/^S3_BUCKET is set, which goes before MEDIA_DIR/);
  await expect(restore(['--to', 'latest', '--media-into-bucket'])).rejects.toThrow('set S3_BUCKET');
});

it('removes what a killed restore into the same folder has left, and nothing else', { timeout: TIMEOUT }, async () => {
  const home = newFolder();
  // Of no process: the largest id is 4,194,304.
  const abandoned = JSON.stringify({ pid: 4_194_305, host: hostname(), started: '1' });
  for (const [name, claim] of [
    ['restored.restoring-1', abandoned],
    ['restored.restoring-2', undefined],
    ['other.restoring-1', abandoned],
  ] as const) {
    mkdirSync(join(home, name, 'postgres'), { recursive: true, mode: 0o700 });
    if (claim) writeFileSync(join(home, name, 'in-use.lock'), claim);
  }
  await restore(['--to', 'latest', '--into', join(home, 'restored')]);
  expect(readdirSync(home).sort()).toEqual(['other.restoring-1', 'restored', 'restored.restoring-2']);
  expect(readdirSync(join(home, 'restored')).sort()).toEqual(['media', 'postgres']);
});

it('leaves the folder of a restore with the same process id in another container', { timeout: TIMEOUT }, async () => {
  const home = newFolder();
  const other = `restored.restoring-${process.pid}`;
  mkdirSync(join(home, other, 'postgres'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, other, 'in-use.lock'), JSON.stringify({ pid: process.pid, host: 'other', started: '1' }));
  const before = readdirSync(join(home, other));
  await restore(['--to', 'latest', '--into', join(home, 'restored')]);
  expect(readdirSync(home).sort()).toEqual(['restored', other]);
  expect(readdirSync(join(home, other))).toEqual(before);
});

it('--to is exact to the microsecond', { timeout: TIMEOUT }, async () => {
  const rows = await cluster.sql(
    `select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from entry order by id`,
  );
  const entries = rows.map(({ id, at }) => ({ id: Number(id), at: String(at) }));
  const millisecond = (at: string | undefined) => at?.slice(0, -4);
  // Each is committed after its own time and before that of the next one. Cut to milliseconds, this time lacks entries.
  const wanted = entries.findIndex(({ at }, n) => n > 2 && millisecond(at) === millisecond(entries[n - 2]?.at));
  const to = entries[wanted]?.at ?? '';
  expect(to).toMatch(/\.\d{6}Z$/);
  const folder = join(newFolder(), 'restored');
  await restore(['--to', to, '--into', folder]);
  expect(await entriesIn(folder)).toEqual(entries.slice(0, wanted).map(({ id }) => id));
});

it.for([
  [['--to', '2026-11-28T09:30:00.1234567Z', '--into', 'x'], /at most microseconds/],
  [['--to', 'latest'], /one of --into FOLDER, --replace and --media-into-bucket is needed/],
  [['--to', 'latest', '--into', 'x', '--replace'], /exclude each other/],
  [['--to', 'latest', '--media-into-bucket', '--without-media'], /exclude each other/],
  [['--into', 'x'], /--to is missing/],
] as const)('refuses %j', ([args, problem]) => {
  expect(() => readRestoreArguments([...args])).toThrow(problem);
});
