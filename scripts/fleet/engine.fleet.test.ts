import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { isAlive } from '../set-up/processes.mjs';
import { ownNode, root } from '../set-up/project.mjs';
import { baseSystem, buildBaseSystem } from './base-system.ts';
import { engineFiles } from './engine-files.ts';

/* The command is killed: what it started ends with it, and its data is deleted by the next one. */

beforeAll(() => buildBaseSystem(), 600_000);

/** The process, and all that it started. */
function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [pid, ...children.flatMap((child) => family(Number(child)))];
}

const nameOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();

it('engines end with the process that started them, although it is killed', async () => {
  const script = `
    import { startEngine } from '${join(root, 'scripts/fleet/engine.ts')}';
    startEngine('sleeper', ['sh', '-c', 'sleep 1000 & echo started; wait']);`;
  const starter = spawn(ownNode, ['--input-type=module', '-e', script], { cwd: root });
  const started = () => family(starter.pid ?? 0).slice(1);
  await expect.poll(() => started().map(nameOf)).toEqual(['unshare', 'sh', 'sleep']);
  const engines = started();
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  await expect.poll(() => engines.filter(isAlive)).toEqual([]);
});

it('the data of a killed command is deleted by the next one, and no other', () => {
  const parent = join(baseSystem, 'srv');
  const [dead, living] = ['fleet-999999999-old', `fleet-${process.ppid}-running`].map((name) => join(parent, name));
  for (const folder of [dead, living]) mkdirSync(folder ?? '');
  try {
    const { inside, remove } = engineFiles();
    const all = () => [dead, living, join(baseSystem, inside)].map((folder) => existsSync(folder ?? ''));
    expect(all()).toEqual([false, true, true]);
    remove();
    expect(all()).toEqual([false, true, false]);
  } finally {
    for (const folder of [dead, living]) rmSync(folder ?? '', { recursive: true, force: true });
  }
});
