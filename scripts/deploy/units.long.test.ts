import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';
import { buildConsole } from '../stack/console-build.ts';
import { HOME } from './units.ts';

/*
 * The units of deploy/systemd by systemd's own tools, and the system calls of the programs against those that the units
 * allow. Nothing is started by systemd, which is not process 1 here.
 */

/** The exposure level of `systemd-analyze security`, from 0 to 10; the units have 1.3. */
const EXPOSURE = 1.5;
const run = promisify(execFile);
const place = join(root, 'deploy/systemd');
const services = readdirSync(place).filter((name) => name.endsWith('.service'));
let folder: string;
let database: TestDatabase;

/** Installs what is missing. @throws with what that is */
function requireTools(): void {
  const isThere = () =>
    ['systemd-analyze', 'strace'].every((name) => {
      try {
        return execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }) === null;
      } catch {
        return false;
      }
    });
  if (isThere()) return;
  if (process.getuid?.() === 0)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'systemd', 'strace'], { stdio: 'ignore' });
  if (!isThere()) throw new Error('This test needs systemd-analyze and strace: apt-get install -y systemd strace');
}

beforeAll(async () => {
  requireTools();
  await buildConsole();
  folder = mkdtempSync(join(tmpdir(), 'channel-units-'));
  database = await testDatabase();
}, 600_000);
afterAll(async () => {
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes all units with the paths of this machine, one of them changed. @returns the path of that one */
function unit(name: string, change = (text: string) => text): string {
  mkdirSync(join(folder, 'units'), { recursive: true });
  for (const each of readdirSync(place)) {
    const text = readFileSync(join(place, each), 'utf8').replaceAll(HOME, root.replace(/\/$/, ''));
    writeFileSync(join(folder, 'units', each), each === name ? change(text) : text);
  }
  return join(folder, 'units', name);
}

const verify = async (path: string) => {
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', path]).catch((error) => error);
  return `${stdout}${stderr}`.trim();
};
const exposureOf = async (path: string) => {
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', path]);
  return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
};

it.each(services)('%s is valid, and hardened', async (name) => {
  expect(await verify(unit(name))).toBe('');
  expect(await exposureOf(unit(name))).toBeLessThanOrEqual(EXPOSURE);
});

it('finds a directive that is misspelled, and a unit that is less hardened', async () => {
  const misspelled = unit('channel-api.service', (text) => text.replace('ProtectHome=', 'ProtectHomes='));
  expect(await verify(misspelled)).toMatch(/ProtectHomes/);
  const open = unit('channel-api.service', (text) => text.replace(/^(SystemCallFilter|ProtectSystem)=.*\n/gm, ''));
  expect(await exposureOf(open)).toBeGreaterThan(EXPOSURE);
});

/** All system calls of a set of systemd, with those of the sets in it. */
async function callsOf(set: string): Promise<Set<string>> {
  const { stdout } = await run('systemd-analyze', ['syscall-filter', '--no-pager', set]);
  const names = [...stdout.matchAll(/^ +([@\w-]+)$/gm)].map(([, name = '']) => name);
  const inner = await Promise.all(names.filter((name) => name.startsWith('@')).map(callsOf));
  return new Set([...names.filter((name) => !name.startsWith('@')), ...inner.flatMap((each) => [...each])]);
}

/** The system calls of a program from its start to its end by SIGTERM. */
async function callsOfProgram(
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
  cwd = root,
): Promise<string[]> {
  const trace = join(folder, `trace-${args.join('-').replaceAll(/\W/g, '')}`);
  const child: ChildProcess = spawn('strace', ['-f', '-qq', '-c', '-S', 'name', '-o', trace, ownNode, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  await expect.poll(() => output, { timeout: 120_000, interval: 200 }).toMatch(ready);
  const traced = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  process.kill(Number(traced.split(' ')[0]), 'SIGTERM');
  await once(child, 'close');
  return readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((line) => /^ *[\d.]+ .* (\w+)$/.exec(line)?.[1] ?? [])
    .filter((name) => name !== 'total');
}

it('no program uses a system call that its unit refuses', async () => {
  const allowed = await callsOf('@system-service');
  for (const set of ['@privileged', '@resources']) for (const name of await callsOf(set)) allowed.delete(name);
  const env = {
    DATABASE_URL: database.application,
    SECRET_KEY: 'the key of a test, 32 letters and more',
    API_PORT: '24731',
    MEDIA_DIR: join(folder, 'media'),
  };
  const refused = async (...call: Parameters<typeof callsOfProgram>) => {
    const calls = await callsOfProgram(...call);
    expect(calls.length).toBeGreaterThan(20);
    return calls.filter((name) => !allowed.has(name));
  };
  expect(await refused(['apps/api/src/main.ts'], { ...env, API_PROCESSES: '2' }, /Server listening/)).toEqual([]);
  expect(await refused(['apps/api/src/worker.ts'], env, /Worker ready/)).toEqual([]);
  const console = ['serve.ts', 'start', '-p', '24732', '-H', '127.0.0.1'];
  expect(await refused(console, env, /Ready in/, join(root, 'apps/console'))).toEqual([]);
  expect(allowed.has('mount') || allowed.has('reboot')).toBe(false);
});
