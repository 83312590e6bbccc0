import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from './processes.mjs';
import { root } from './project.mjs';

/* Real processes, as `npm start` creates them: npm, its shell, the script, and the stack that the script starts. */

let folder: string;
let npm: ChildProcess;

const START = `
  import { writeFileSync } from 'node:fs';
  import { runOnOwnNode } from '${join(root, 'scripts/set-up/run-on-own-node.mjs')}';
  import { endWithLauncher } from '${join(root, 'scripts/set-up/launcher.mjs')}';
  endWithLauncher();
  writeFileSync('script', String(process.pid));
  writeFileSync('shell', String(process.ppid));
  await runOnOwnNode(process.argv[2]);`;
const STACK = `
  import { appendFileSync, writeFileSync } from 'node:fs';
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'])
    process.on(event, () => { appendFileSync('ended', event + ' '); setTimeout(() => process.exit(), 200); });
  setInterval(() => {}, 1_000);
  writeFileSync('stack', String(process.pid));`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'launched-'));
  const stack = relative(join(root, 'scripts'), join(folder, 'stack.mjs'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: `node start.mjs ${stack}` } }));
  writeFileSync(join(folder, 'start.mjs'), START);
  writeFileSync(join(folder, 'stack.mjs'), STACK);
});
afterEach(() => {
  for (const pid of [npm.pid ?? 0, ...['shell', 'script', 'stack'].map(pidOf)]) if (pid > 0) end(pid);
  rmSync(folder, { recursive: true, force: true });
});

const read = (file: string) => {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return '';
  }
};
const pidOf = (who: string) => (who === 'npm' ? (npm.pid ?? 0) : Number(read(who)));

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended, as expected.
  }
}

/** Starts it in its own process group, as a shell at a terminal does. */
async function launch(): Promise<void> {
  npm = spawn('npm', ['start', '--silent'], { cwd: folder, detached: true, stdio: 'ignore' });
  await expect.poll(() => pidOf('stack'), { timeout: 15_000 }).toBeGreaterThan(0);
}

describe('A program launched by npm ends', () => {
  it.each([
    ['npm', 'SIGTERM'],
    ['npm', 'SIGKILL'],
    ['shell', 'SIGTERM'],
    ['shell', 'SIGKILL'],
    ['script', 'SIGTERM'],
    ['script', 'SIGKILL'],
    ['stack', 'SIGTERM'],
  ] as const)('when the process %s gets %s', async (who, signal) => {
    await launch();
    process.kill(pidOf(who), signal);
    await expect.poll(() => read('ended')).not.toBe('');
    for (const other of ['script', 'stack'])
      await expect.poll(() => isAlive(pidOf(other)), { message: other }).toBe(false);
  });

  it.each([
    ['runs', () => {}, () => {}],
    [
      'gets no processor time until its launcher is gone',
      () => process.kill(pidOf('script'), 'SIGSTOP'),
      async () => {
        await expect.poll(() => isAlive(pidOf('npm'))).toBe(false);
        // Longer than the time between two looks at the launcher.
        await sleep(500);
        process.kill(pidOf('script'), 'SIGCONT');
      },
    ],
  ])('once, by the signal itself, when the terminal is closed while the script %s', async (_how, before, after) => {
    await launch();
    before();
    process.kill(-pidOf('npm'), 'SIGHUP');
    await after();
    await expect.poll(() => isAlive(pidOf('script'))).toBe(false);
    expect(read('ended')).toBe('SIGHUP ');
  });
});
