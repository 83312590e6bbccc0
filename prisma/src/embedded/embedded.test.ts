import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasRoom } from '../testing/scratch.ts';
import {
  addressesOfRunning,
  discardEmbedded,
  type EmbeddedPostgres,
  PostgresStartError,
  startEmbedded,
  stopEmbedded,
} from './index.ts';
import { choosePlace } from './placement.ts';
import { isAlive, waitUntil } from './processes.ts';

// In memory where possible: a disk takes seconds for the thousand files of each of these servers.
const SCRATCH = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

let dataDir: string;
let said: string[];
const children: ChildProcess[] = [];

beforeEach(() => {
  const folder = mkdtempSync(join(SCRATCH, 'embedded postgres '));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  said = [];
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await discardEmbedded(dataDir);
  await discardEmbedded(join(dataDir, '..'));
});

const start = () => startEmbedded({ dataDir, log: (line) => said.push(line) });

async function query({ connectionString }: { connectionString: string }, sql: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const as = (connectionString: string) => ({ connectionString });
const remember = ({ owner }: EmbeddedPostgres) => query(as(owner), 'create table kept as select 42 as answer');
const recall = ({ owner }: EmbeddedPostgres) => query(as(owner), 'select answer from kept');

describe('startEmbedded', () => {
  it('starts a safe server that only this machine reaches, and stops it', async () => {
    const server = await start();
    const [settings] = await query(
      server,
      `select current_setting('listen_addresses') as host, current_setting('fsync') as fsync,
        current_setting('data_checksums') as checksums, current_setting('password_encryption') as passwords,
        current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone`,
    );
    expect(settings).toEqual({
      host: '127.0.0.1',
      fsync: 'on',
      checksums: 'on',
      passwords: 'scram-sha-256',
      encoding: 'UTF8',
      zone: 'UTC',
    });
    for (const file of ['password', 'channel_owner.password', 'channel_application.password'])
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
    await expect(
      query({ connectionString: server.connectionString.replace(/:[^:@]+@/, ':wrong@') }, 'select'),
    ).rejects.toThrow('password authentication failed');
    await server.stop();
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(isAlive(server.pid)).toBe(false);
  });

  it('keeps data, password and port over a restart', async () => {
    const first = await start();
    await remember(first);
    await first.stop();
    const second = await start();
    expect(second.connectionString).toBe(first.connectionString);
    expect(await recall(second)).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('stops what a killed program left running, and loses nothing', async () => {
    const program = `
      const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
      const { pid } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(pid);
      setInterval(() => {}, 1000);`;
    const supervisor = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(supervisor);
    const [line] = await once(supervisor.stdout, 'data');
    const orphan = Number(line);
    supervisor.kill('SIGKILL');
    await once(supervisor, 'exit');
    expect(isAlive(orphan)).toBe(true);

    const server = await start();
    expect(server.pid).not.toBe(orphan);
    expect(said.join()).toContain(`process ${orphan}`);
    expect(await waitUntil(() => readCommand(orphan) === '', 1_000)).toBe(true);
    await server.stop();
  });

  it('recovers from a crash whose lock file names an unrelated process', async () => {
    const first = await start();
    await remember(first);
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const unrelated = spawn('sleep', ['60']);
    children.push(unrelated);
    const lock = join(choosePlace(dataDir, true, () => {}).cluster, 'postmaster.pid');
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(unrelated.pid)));

    const second = await start();
    expect(await recall(second)).toEqual([{ answer: 42 }]);
    expect(unrelated.exitCode).toBeNull();
    await second.stop();
  });

  it('reports when the server ends unexpectedly', async () => {
    const server = await start();
    process.kill(server.pid, 'SIGINT');
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it.each([
    ['SIGTERM, which waits for its clients', 'SIGTERM', true],
    ['SIGINT', 'SIGINT', true],
    ['SIGQUIT', 'SIGQUIT', true],
    ['SIGKILL', 'SIGKILL', false],
  ] as const)('reports whether an end was requested: %s', async (_, signal, notified) => {
    const server = await start();
    const client = new pg.Client(server);
    client.on('error', () => {});
    await client.connect();
    const endRequested = server.endRequested();
    process.kill(server.pid, signal);
    expect(await endRequested).toBe(notified);
    if (signal === 'SIGTERM') expect(isAlive(server.pid)).toBe(true);
    await client.end().catch(() => {});
    await server.stop();
  });

  it('reports no requested end after the crash of a session', async () => {
    const server = await start();
    const endRequested = server.endRequested();
    const client = new pg.Client(server);
    const lost = once(client, 'error');
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    process.kill(rows[0].pid, 'SIGKILL');
    await lost;
    expect(await Promise.race([endRequested, sleep(600, 'no word')])).toBe('no word');
    await expect.poll(() => query(server, 'select 1 as one').catch(String)).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('stops a server of another process once its clients have ended, or after a timeout', async () => {
    const server = await start();
    const client = new pg.Client(server);
    client.on('error', () => {});
    await client.connect();
    const stopped = stopEmbedded(dataDir, 30_000);
    expect(await Promise.race([stopped, sleep(600, 'waits')])).toBe('waits');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    await stopped;
    expect(await server.exited).toEqual({ code: 0, signal: null });

    const next = await start();
    const idle = new pg.Client(next);
    idle.on('error', () => {});
    await idle.connect();
    await stopEmbedded(dataDir, 300);
    expect(await next.exited).toEqual({ code: 0, signal: null });
    await stopEmbedded(dataDir, 300);
  });

  it('removes an interrupted initialisation', async () => {
    const half = join(dataDir, 'cluster.new-999999999');
    mkdirSync(half, { recursive: true });
    writeFileSync(join(half, 'PG_VERSION'), '18\n');
    const server = await start();
    expect(existsSync(half)).toBe(false);
    await server.stop();
  });

  it('takes another port when its own is in use, and logs it', async () => {
    const first = await start();
    await first.stop();
    const squatter = createServer().listen(first.port, '127.0.0.1');
    await once(squatter, 'listening');
    const second = await start();
    expect(second.port).not.toBe(first.port);
    expect(said.join()).toContain(`Port ${first.port} is in use`);
    await second.stop();
    squatter.close();
  });

  it('starts again on its own port alone: its clients have no other', async () => {
    const first = await start();
    await first.stop();
    const again = () => startEmbedded({ dataDir, again: true });
    const squatter = createServer().listen(first.port, '127.0.0.1');
    await once(squatter, 'listening');
    await expect(again()).rejects.toThrow(`Port ${first.port} of Postgres is taken by another program`);
    squatter.close();
    await once(squatter, 'close');
    const second = await again();
    expect(second.port).toBe(first.port);
    await second.stop();
  });

  it('refuses the data of another major version in one line, and changes nothing', async () => {
    const server = await start();
    await server.stop();
    const version = join(choosePlace(dataDir, true, () => {}).cluster, 'PG_VERSION');
    writeFileSync(version, '19\n');
    await expect(start()).rejects.toThrow(PostgresStartError);
    await expect(start()).rejects.toThrow('made by Postgres 19');
    expect(() => addressesOfRunning(dataDir)).toThrow('made by Postgres 19');
    for (const junk of ['', 'junk\n', '\u0000\u0001']) {
      writeFileSync(version, junk);
      await expect(start()).rejects.toThrow(/PG_VERSION names no release of Postgres.* Nothing was changed\.$/);
      expect(() => addressesOfRunning(dataDir)).toThrow('names no release of Postgres');
    }
    writeFileSync(version, '18\n');
    await (await start()).stop();
  });

  it('runs in a folder that other users cannot enter', async () => {
    chmodSync(join(dataDir, '..'), 0o700);
    const first = await start();
    await remember(first);
    await first.stop();
    const second = await start();
    expect(await recall(second)).toEqual([{ answer: 42 }]);
    await second.stop();
    // Only root has to put the data elsewhere; an ordinary user runs Postgres as itself and can enter its own folder.
    expect(existsSync(join(dataDir, 'elsewhere'))).toBe(process.getuid?.() === 0);
  });
});

const readCommand = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};
