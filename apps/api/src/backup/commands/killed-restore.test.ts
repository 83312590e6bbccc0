import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '@channel/prisma/embedded';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { backupNow } from '../backup-now.ts';
import { KEY, startCluster, type TestCluster } from '../testing/cluster.ts';
import { REPLACING } from './replacement.ts';

/* `npm run restore -- --replace` as a process that gets a signal. */

const PROGRAM = join(import.meta.dirname, '../../../../../scripts/stack/restore.ts');
const TIMEOUT = 120_000;
/** Former folders of media files: their moves take a while. */
const FOLDERS = 2_000;

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
  await cluster.storage.put('zz-picture', Buffer.from('a picture'), 'image/png');
  await backupNow(cluster.options());
}, TIMEOUT);
afterAll(() => cluster.discard());

let [dataDir, mediaDir] = ['', ''];
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'channel-restore-'));
  // The user that runs Postgres for root must be able to enter it.
  chmodSync(home, 0o711);
  onTestFinished(() => rmSync(home, { recursive: true }));
  [dataDir, mediaDir] = [join(home, 'data'), join(home, 'media')];
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'old'), 'old data');
});

function start(): ChildProcess {
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, [PROGRAM, '--to', 'latest', '--replace'], {
    env: { ...env, DATA_DIR: dataDir, MEDIA_DIR: mediaDir, BACKUP_DIR: cluster.repository, SECRET_KEY: KEY },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The process id of a Postgres in a restored folder, once there is one. */
function postmaster(): number | undefined {
  const file = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  const pid = Number(file && readFileSync(join(dataDir, file), 'utf8').split('\n')[0]);
  return pid > 0 && commandLine(pid) !== '' ? pid : undefined;
}

it('what a killed one has left is removed by the next, with its Postgres', { timeout: TIMEOUT }, async () => {
  mkdirSync(join(dataDir, 'restored-x', 'postgres'), { recursive: true });
  const child = start();
  await expect.poll(postmaster, { timeout: 60_000, interval: 2 }).toBeDefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const pid = postmaster();
  if (pid === undefined) throw new Error('There is no orphan');
  // A complete one has no claim.
  mkdirSync(join(dataDir, 'restored-20261128T093000000Z', 'postgres'), { recursive: true });
  mkdirSync(join(mediaDir, '.restored-20261128T093000000Z', 'zz'), { recursive: true });
  expect(await once(start(), 'exit')).toEqual([0, null]);
  expect(commandLine(pid)).toBe('');
  expect(readdirSync(dataDir).sort()).toEqual([
    'postgres',
    expect.stringMatching(/^postgres\.before-/),
    // Of the user.
    'restored-x',
  ]);
  expect(readdirSync(mediaDir)).toEqual(['zz']);
});

it('a signal between its moves ends it after the last', { timeout: TIMEOUT }, async () => {
  const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
  const former = LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).slice(0, FOLDERS);
  for (const name of former) mkdirSync(join(mediaDir, name), { recursive: true });
  const child = start();
  const exit = once(child, 'exit');
  await expect.poll(() => existsSync(join(dataDir, REPLACING)), { timeout: 60_000, interval: 1 }).toBe(true);
  // Also a second one.
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect(await exit).toEqual([130, null]);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', expect.stringMatching(/^postgres\.before-/)]);
  const [kept = '', ...present] = readdirSync(mediaDir).sort();
  expect(present).toEqual(['zz']);
  expect(readdirSync(join(mediaDir, kept)).sort()).toEqual([...former].sort());
});
