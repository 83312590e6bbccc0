import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

/** A program that appends its process id to a file at each start, and then runs `body`. */
function make(body: string, options: { health?: string; timeout?: number; onEnded?: () => void } = {}): Program {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, `import fs from 'node:fs'; fs.appendFileSync('lives', process.pid + '\\n');\n${body}`);
  program = new Program({ name: 'program', args: [file], cwd: folder, env: process.env, timeout: 5_000, ...options });
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

const wanting = (port: number) => ({ port, setting: 'API_PORT', who: 'the test' }) as const;

describe('Program', () => {
  it('is started when it answers, restarts after a crash, and ends when it is stopped', async () => {
    const port = await freePort(wanting(21_000), '127.0.0.1');
    const health = `http://127.0.0.1:${port}/`;
    const running = make(server(port), { health });
    await running.start();
    expect((await fetch(health)).status).toBe(200);

    process.kill(lives()[0] ?? 0, 'SIGKILL');
    await expect.poll(() => lives().length).toBe(2);
    await running.stop();
    expect(runs(lives()[1])).toBe(false);
  });

  it.each([
    ['at once', ''],
    ['gracefully', "process.on('SIGTERM', () => process.exit(0));"],
  ])('is not restarted after a requested end, when it ended %s', async (_how, body) => {
    const ended = Promise.withResolvers<void>();
    const notified = make(`${body} setInterval(() => {}, 1_000);`, { onEnded: ended.resolve });
    await notified.start();
    await expect.poll(() => lives().length).toBe(1);
    // The line is written before it listens.
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.kill(lives()[0] ?? 0, 'SIGTERM');
    await ended.promise;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(lives()).toHaveLength(1);
  });

  it('is given up when it never starts to work', async () => {
    const hopeless = make('process.exit(3);', { health: 'http://127.0.0.1:1/' });
    await expect(hopeless.start()).rejects.toThrow('ended 3 times before it worked (code 3)');
    expect(lives()).toHaveLength(3);
  });

  it('is killed when it does not end', async () => {
    const stubborn = make("process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000);", { timeout: 200 });
    await stubborn.start();
    await expect.poll(() => lives().length).toBe(1);
    await stubborn.stop();
    expect(runs(lives()[0])).toBe(false);
  });
});

describe('freePort', () => {
  it('takes the next port when the wanted one is in use or reserved', async () => {
    const wanted = await freePort(wanting(22_000), '127.0.0.1');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(wanted, '127.0.0.1', resolve));
    const next = await freePort(wanting(wanted), '127.0.0.1');
    expect(next).toBeGreaterThan(wanted);
    expect(await freePort({ ...wanting(wanted), api: next }, '127.0.0.1')).toBeGreaterThan(next);
    other.close();
  });

  it('takes no other port than the configured one', async () => {
    const other = createServer();
    const { port } = await new Promise<AddressInfo>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve(other.address() as AddressInfo)),
    );
    vi.stubEnv('API_PORT', String(port));
    await expect(freePort(wanting(port), '127.0.0.1')).rejects.toThrow(`Port ${port} (setting API_PORT) is in use`);
    other.close();
    const free = await freePort(wanting(port), '127.0.0.1');
    expect(free).toBe(port);
    vi.unstubAllEnvs();
  });

  it('reports in one line that nothing can listen on the host', async () => {
    await expect(freePort(wanting(22_000), 'no-such-host.invalid')).rejects.toThrow(/HOST/);
  });
});
