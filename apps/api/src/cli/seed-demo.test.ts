import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { demoLogins, publishedPassword } from '@channel/prisma/demo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  // The state after a start outside of production.
  await server.db.systemState.create({ data: { key: 'demo', value: { state: 'finished', seed: 1 } } });
}, DEMO_TIMEOUT);
afterAll(() => server.close());

/** Runs the program as a production start does. */
const seed = (SEED_DEMO: string) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'seed-demo.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SEED_DEMO,
      DATABASE_URL: server.connectionString,
      SECRET_KEY: server.settings.secretKey ?? '',
    },
  });

const statusOf = async (email: string, password: string) =>
  (await (await client(server)).post('/v1/tokens', { body: { email, password } })).status;
const mark = async () => (await server.db.systemState.findUniqueOrThrow({ where: { key: 'demo' } })).value;

it('refuses published passwords in production', async () => {
  const admin = { email: 'admin@demo.example', password: publishedPassword({ name: 'admin' }) };
  const before = await client(server, 'staff');
  await expect(seed('')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(admin.email) });
  await expect(seed('0')).rejects.toMatchObject({ code: 1, stdout: '' });
  expect(await statusOf(admin.email, admin.password)).toBe(201);

  const { stdout } = await seed('1');
  const printed = stdout.match(/\S+@demo\.example +\S+/g)?.map((line) => line.split(/ +/)) ?? [];
  expect(printed.map(([email]) => email).sort()).toEqual(demoLogins.map(({ email }) => email).sort());
  for (const login of demoLogins) {
    expect(await statusOf(login.email, publishedPassword(login))).toBe(401);
  }
  for (const [email = '', password = ''] of printed) {
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(await statusOf(email, password)).toBe(201);
  }
  expect((await before.get('/v1/profile')).status).toBe(401);

  expect(await mark()).toEqual({ state: 'finished', seed: 1, logins: 'own' });
  expect((await seed('')).stdout).toBe('');
  expect((await seed('1')).stdout).toBe('');
}, 60_000);
