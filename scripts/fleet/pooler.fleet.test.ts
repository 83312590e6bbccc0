import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPrisma, examineConnection, listen, livenessLock, queryRows, withoutLivenessLock } from '@channel/prisma';
import { createWorld, SETTINGS, startReceiver } from '@channel/webhooks/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';
import { type Fleet, startFleet } from './fleet.ts';
import { fleetEnvironment, fleetPrograms, migrateFleet } from './fleet-programs.ts';

/* PgBouncer in transaction mode before the leader: what holds through it, and what it does not allow. */

const NOTICES = 50;
const START = 600_000;
/** Milliseconds for a program to start on a busy machine. */
const TO_START = 60_000;
/** Milliseconds in which another worker takes over the jobs of a killed one. */
const TAKEN_OVER = 30_000;

let fleet: Fleet;
let env: Record<string, string>;

beforeAll(async () => {
  fleet = await startFleet();
  env = fleetEnvironment(fleet);
}, START);
afterAll(() => fleet?.stop(), START);

/** Runs a program until it ends, 30 s at most. @returns its exit code and what it printed */
const ended = (file: string, more: Record<string, string>) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const options = { cwd: root, env: { PATH: process.env.PATH, ...env, ...more }, timeout: 30_000 };
    execFile(ownNode, [file], options, (error, out, said) => resolve({ code: error?.code ?? 0, said: out + said }));
  });

/** The rows of a statement of the owner of all. */
async function superuser(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: fleet.addresses.superuser });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Starts a worker, and ends it once it is ready. @returns what it printed */
async function linesOfWorker(more: Record<string, string>): Promise<string> {
  const worker = spawn(ownNode, ['apps/api/src/worker.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env, ...more },
  });
  let said = '';
  for (const stream of [worker.stdout, worker.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  const over = once(worker, 'exit');
  try {
    await expect.poll(() => said, { timeout: TO_START }).toContain('Worker ready');
  } finally {
    worker.kill('SIGTERM');
    await over;
  }
  return said;
}

const PROGRAMS = ['apps/api/src/main.ts', 'apps/api/src/worker.ts'];

it('programs and migrations end where only the pooler is known', async () => {
  for (const file of PROGRAMS) {
    const { code, said } = await ended(file, { DATABASE_DIRECT_URL: '' });
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('set DATABASE_DIRECT_URL') });
  }
  const { code, said } = await ended('scripts/stack/migrate.ts', { DATABASE_DIRECT_URL: '' });
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('Nothing was changed') });
});

it('programs end where the time limits read back 0', async () => {
  for (const file of PROGRAMS)
    expect(await ended(file, {})).toEqual({
      code: 1,
      said: expect.stringContaining('statement_timeout 0, lock_timeout 0'),
    });
});

it('a migration leaves no advisory lock, and then the time limits hold', async () => {
  await migrateFleet(fleet);
  expect(await superuser("select from pg_locks where locktype = 'advisory'")).toEqual([]);
  // Those that the pooler has are as before.
  await superuser("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'channel_application'");
  expect(await examineConnection(fleet.addresses.pooled, true)).toMatchObject({ isSession: false, deviations: [] });
  const db = createPrisma({ connectionString: fleet.addresses.pooled, isPooled: true, poolSize: 1 });
  await expect(db.$queryRaw`SELECT pg_sleep(20)::text`).rejects.toThrow(/statement timeout/);
  await db.$disconnect();
});

it('programs end where the direct address leads to another server than the pooler', async () => {
  for (const file of PROGRAMS)
    expect(await ended(file, { DATABASE_DIRECT_URL: fleet.addresses.replica })).toEqual({
      code: 1,
      said: expect.stringContaining('DATABASE_DIRECT_URL leads to another server, database or role than DATABASE_URL'),
    });
});

it('a program whose key or address of the API is another says so, and names the one that runs', async () => {
  const [first] = fleetPrograms(fleet, env, ['api']);
  try {
    await first?.start();
    const same = await linesOfWorker({});
    expect(same).not.toContain('is not the same');
    const other = { SECRET_KEY: randomBytes(32).toString('base64url'), API_URL: 'https://other.example' };
    const said = await linesOfWorker(other);
    for (const name of Object.keys(other))
      expect(said).toContain(`${name} is not the same as that of channel-api (process `);
    for (const value of Object.values(other)) expect(said).not.toContain(value);
  } finally {
    await first?.stop();
  }
});

it('HAProxy answers as the API does while no API is ready', async () => {
  const answer = await fetch(`http://${fleet.address(10)}:4000/v1/orders`);
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '2',
    { errors: null, meta: { message: expect.stringMatching(/please try again\.$/), tracking_id: null } },
  ]);
});

it('statements that clients have prepared run on each connection of the pooler', async () => {
  const db = createPrisma({ connectionString: fleet.addresses.pooled, isPooled: true, poolSize: 20 });
  const text = 'SELECT pg_backend_pid(), $1::int + 1, pg_sleep(0.05)::text';
  const backends = new Set<unknown>();
  for (let round = 0; round < 5; round += 1) {
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_nothing, index) => queryRows(db, { name: 'sum', text, values: [index] })),
    );
    expect(rows.map(([row]) => row?.[1])).toEqual(Array.from({ length: 20 }, (_nothing, index) => index + 1));
    for (const [row] of rows) backends.add(row?.[0]);
  }
  expect(backends.size).toBeGreaterThan(1);
  await db.$disconnect();
});

it(`notices that are sent through the pooler arrive, ${NOTICES} of ${NOTICES}, but not at one that listens through it`, async () => {
  const heard: string[] = [];
  const missed: string[] = [];
  const direct = await listen({
    connectionString: fleet.addresses.direct,
    channels: ['fleet'],
    onNotice: (_channel, text) => heard.push(text),
  });
  const pooled = await listen({
    connectionString: fleet.addresses.pooled,
    channels: ['fleet'],
    onNotice: (_channel, text) => missed.push(text),
  });
  const db = createPrisma({ connectionString: fleet.addresses.pooled, isPooled: true });
  const all = Array.from({ length: NOTICES }, (_nothing, index) => String(index));
  for (const text of all) await db.$executeRaw`SELECT pg_notify('fleet', ${text})`;
  await expect.poll(() => heard).toEqual(all);
  await sleep(1_000);
  expect(missed.length).toBeLessThan(NOTICES);
  await db.$disconnect();
  await direct.close();
  await pooled.close();
});

it('the jobs of a killed worker are taken over within 30 s', async () => {
  let hangs = true;
  const receiver = await startReceiver((response) => {
    if (!hangs) response.end();
  });
  const webhooks = { WEBHOOK_HTTPS_ONLY: '0', WEBHOOK_ALLOWED_RANGES: '127.0.0.1', WEBHOOK_TIMEOUT_SECONDS: '60' };
  const own = { ...env, ...webhooks, SECRET_KEY: SETTINGS.secretKey ?? '' };
  const [first, second] = fleetPrograms(fleet, own, ['worker']);
  const db = createPrisma({ connectionString: fleet.addresses.superuser });
  try {
    const world = createWorld(db);
    await world.endpoint(receiver.url);
    await first?.start();
    await world.events([await world.order()], new Date());
    await expect.poll(() => receiver.received.length, { timeout: TO_START }).toBe(1);
    hangs = false;
    await second?.start();
    first?.kill();
    const killed = performance.now();
    const succeeded = () => db.webhookDelivery.count({ where: { status: 'succeeded' } });
    await expect.poll(succeeded, { timeout: TAKEN_OVER }).toBe(1);
    console.log(`jobs of a killed worker: taken over after ${((performance.now() - killed) / 1_000).toFixed(1)} s`);
  } finally {
    first?.kill();
    await second?.stop();
    await receiver.close();
    await db.$disconnect();
  }
});

it('a sign of life ends with its holder, but not one that was given through the pooler', async () => {
  const db = createPrisma({ connectionString: fleet.addresses.pooled, isPooled: true });
  const dead = async (address: string, name: string) => {
    const sign = await livenessLock(address, name);
    expect(await withoutLivenessLock(db, [name])).toEqual([]);
    await sign.close();
    await sleep(1_000);
    return (await withoutLivenessLock(db, [name])).length === 1;
  };
  expect(await dead(fleet.addresses.direct, 'direct')).toBe(true);
  expect(await dead(fleet.addresses.pooled, 'pooled')).toBe(false);
  await db.$disconnect();
});
