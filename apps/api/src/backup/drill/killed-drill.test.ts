import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '@channel/prisma/embedded';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { backupNow } from '../backup-now.ts';
import { claimFolder } from '../restore/claimed-folder.ts';
import { startArchiver, startCluster, type TestCluster } from '../testing/cluster.ts';
import { removeAbandonedDrills } from './drill.ts';

const PROGRAM = join(import.meta.dirname, '../../drill.ts');
/** Of no process: the largest is 4,194,304. */
const ABANDONED = JSON.stringify({ pid: 4_194_305, host: hostname(), started: '1' });

let cluster: TestCluster;
let scratch: string;
let lines: string[];
const TMPDIR = process.env.TMPDIR;
beforeAll(async () => {
  cluster = await startCluster();
  await cluster.storage.put('picture-1', Buffer.from('a picture'), 'image/png');
  await backupNow(cluster.options());
  // The user that runs Postgres for root must be able to enter it.
  scratch = mkdtempSync(join(tmpdir(), 'channel-scratch-'));
  chmodSync(scratch, 0o711);
  process.env.TMPDIR = scratch;
}, 60_000);
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await cluster.discard();
  rmSync(scratch, { recursive: true });
});
beforeEach(() => {
  lines = [];
});

function startDrill(): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM], {
    env: cluster.env(),
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The process id of a Postgres in the folder, once there is one. */
function postmasterIn(folder: string): number | undefined {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  const pid = Number(file && readFileSync(join(folder, file), 'utf8').split('\n')[0]);
  return pid > 0 && commandLine(pid) !== '' ? pid : undefined;
}

/** A drill that was killed while its Postgres ran. @returns the process id of that Postgres */
async function killedDrill(): Promise<number> {
  const child = startDrill();
  await expect.poll(() => postmasterIn(scratch), { timeout: 60_000, interval: 2 }).toBeDefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const pid = postmasterIn(scratch);
  if (pid === undefined) throw new Error('There is no orphan');
  return pid;
}

const remove = () => removeAbandonedDrills((line) => lines.push(line));

it('what a killed drill has left is removed, and its Postgres ended', { timeout: 120_000 }, async () => {
  const pid = await killedDrill();
  expect(readdirSync(scratch)).toEqual([
    expect.stringMatching(/^channel-drill-/),
    expect.stringMatching(/^channel-postgres-/),
  ]);
  await remove();
  expect(commandLine(pid)).toBe('');
  expect(readdirSync(scratch)).toEqual([]);
  expect(lines).toEqual([
    expect.stringMatching(/^Removed .*channel-drill-\w+, which a drill that was killed had left/),
  ]);
});

it('the start of an archiver removes it, too', { timeout: 120_000 }, async () => {
  const pid = await killedDrill();
  const archiver = startArchiver(cluster.options());
  await expect.poll(() => readdirSync(scratch), { timeout: 60_000 }).toEqual([]);
  await archiver.stop();
  expect(commandLine(pid)).toBe('');
});

it('a drill that runs is left alone', { timeout: 120_000 }, async () => {
  const child = startDrill();
  await expect.poll(() => postmasterIn(scratch), { timeout: 60_000, interval: 2 }).toBeDefined();
  const before = readdirSync(scratch);
  await remove();
  expect(readdirSync(scratch)).toEqual(before);
  expect(await once(child, 'exit')).toEqual([0, null]);
  const [name = ''] = readdirSync(join(cluster.repository, 'drills'));
  expect(JSON.parse(readFileSync(join(cluster.repository, 'drills', name), 'utf8'))).toMatchObject({ media: 1 });
  expect(readdirSync(scratch)).toEqual([]);
});

it('nothing is removed of which it is not proven', async () => {
  const folder = (name: string, claim?: string) => {
    const path = join(scratch, `channel-drill-${name}`);
    mkdirSync(path, { mode: 0o700 });
    if (claim !== undefined) writeFileSync(join(path, 'in-use.lock'), claim);
    return path;
  };
  folder('unclaimed');
  const own = folder('own');
  await claimFolder(own);
  folder('elsewhere', ABANDONED.replace(hostname(), 'another-machine'));
  chmodSync(folder('open', ABANDONED), 0o777);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder('foreign', ABANDONED), 65_534, 65_534);
  mkdirSync(join(scratch, 'other'), { mode: 0o700 });
  writeFileSync(join(scratch, 'other', 'in-use.lock'), ABANDONED);
  const before = readdirSync(scratch);
  expect(before).toHaveLength(isRoot ? 6 : 5);
  folder('gone', ABANDONED);
  await remove();
  expect(readdirSync(scratch)).toEqual(before);
  for (const name of before) rmSync(join(scratch, name), { recursive: true });
});

it('a folder that was removed halfway is removed the next time', async () => {
  const path = join(scratch, 'channel-drill-half');
  mkdirSync(join(path, 'restored', 'media'), { recursive: true, mode: 0o700 });
  writeFileSync(join(path, 'in-use.lock'), ABANDONED);
  await remove();
  expect(readdirSync(scratch)).toEqual([]);
});
