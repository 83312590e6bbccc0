import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from './ports.ts';
import { Program } from './program.ts';

let folder: string;
let program: Program | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'a program '));
});
afterEach(() => {
  program?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that writes its process id, line by line over its lives, and then does as told. */
function make(body: string, options: { health?: string; patience?: number } = {}): Program {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `import fs from 'node:fs'; fs.appendFileSync('lives', process.pid + '\\n');\n${body}`);
  program = new Program({ name: 'program', args: [file], cwd: folder, env: process.env, patience: 5_000, ...options });
  return program;
}

const lives = (): number[] => {
  try {
    return readFileSync(join(folder, 'lives'), 'utf8').trim().split('\n').map(Number);
  } catch {
    return [];
  }
};

const runs = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
};

const server = (port: number) => `
  import http from 'node:http';
  http.createServer((_, answer) => answer.end('ok')).listen(${port}, '127.0.0.1');`;

describe('Program', () => {
  it('has started when it answers, comes back after a crash, and ends when it is stopped', async () => {
    const port = await freePort(21_000, '127.0.0.1', 'the test');
    const health = `http://127.0.0.1:${port}/`;
    const running = make(server(port), { health });
    await running.start();
    expect((await fetch(health)).status).toBe(200);

    process.kill(lives()[0] ?? 0, 'SIGKILL');
    await expect.poll(() => lives().length, { timeout: 5_000 }).toBe(2);
    await running.stop();
    expect(runs(lives()[1])).toBe(false);
  });

  it('is given up when it never comes to work', async () => {
    const hopeless = make('process.exit(3);', { health: 'http://127.0.0.1:1/' });
    await expect(hopeless.start()).rejects.toThrow('ended 3 times before it worked (code 3)');
    expect(lives()).toHaveLength(3);
  });

  it('is ended by force when it does not want to end', async () => {
    const stubborn = make("process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000);", { patience: 200 });
    await stubborn.start();
    await expect.poll(() => lives().length).toBe(1);
    await stubborn.stop();
    expect(runs(lives()[0])).toBe(false);
  });
});

describe('freePort', () => {
  it('takes the next port when the wanted one is in use or promised to somebody', async () => {
    const wanted = await freePort(22_000, '127.0.0.1', 'the test');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(wanted, '127.0.0.1', resolve));
    const next = await freePort(wanted, '127.0.0.1', 'the test');
    expect(next).toBeGreaterThan(wanted);
    expect(await freePort(wanted, '127.0.0.1', 'the test', [next])).toBeGreaterThan(next);
    other.close();
  });

  it('says in a line when nothing can listen on the host', async () => {
    await expect(freePort(22_000, 'no-such-host.invalid', 'the test')).rejects.toThrow(/HOST/);
  });
});
