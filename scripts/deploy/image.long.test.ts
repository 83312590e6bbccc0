import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildImage,
  type Contained,
  type Image,
  requireBuildah,
  secretFile,
  startInImage,
  untilAnswers,
} from './testing/image.ts';

/*
 * Every instruction of the Containerfile is executed, and each program of the image runs on files that cannot be written, as
 * its user, without capabilities. Not tried here: the base image of the registry, and a container engine.
 */

const BUILD = 40 * 60_000;
let folder: string;
let image: Image;
let database: TestDatabase;
let secrets: string;
let ports: number[];
const running: Contained[] = [];

beforeAll(async () => {
  await requireBuildah();
  folder = mkdtempSync(join(tmpdir(), 'channel-image-'));
  image = await buildImage(folder);
  database = await testDatabase();
  secrets = secretFile(folder, 'programs.env', {
    DATABASE_URL: database.application,
    SECRET_KEY: 'the key of a test, 32 letters and more',
  });
  ports = [await freePort(), await freePort(), await freePort()];
}, BUILD);
afterAll(async () => {
  for (const program of running) program.signal('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
}, 300_000);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts a program with the environment of the image and that of compose.yml; files of secrets as there. */
function start(args: string[], more: Record<string, string> = {}, cwd?: string): Contained {
  const ofImage = Object.fromEntries(
    image.config.Env.map((each) => {
      const [name = '', ...value] = each.split('=');
      return [name, value.join('=')];
    }),
  );
  const [api, console, metrics] = ports;
  const addresses = { API_URL: `http://localhost:${api}`, CONSOLE_URL: `http://localhost:${console}` };
  const settings = { API_PORT: `${api}`, CONSOLE_PORT: `${console}`, METRICS_PORT: `${metrics}`, HOST: '127.0.0.1' };
  return startInImage(image.files, folder, { ...ofImage, ...settings, ...addresses, ...more }, args, cwd);
}

const keep = (program: Contained): Contained => {
  running.push(program);
  return program;
};
const result = async (args: string[], more?: Record<string, string>) => {
  const program = start(args, more);
  return { code: await program.exited, output: program.output().trim() };
};

it('runs as an unprivileged user, process 1, on files that it cannot write', async () => {
  expect(image.config).toMatchObject({ User: '10001:10001', Entrypoint: ['node'], Cmd: ['apps/api/src/main.ts'] });
  const look = `const { writeFileSync, existsSync, readdirSync } = require('fs');
    const attempt = (path) => { try { writeFileSync(path, ''); return 'written' } catch ({ code }) { return code } };
    console.log(JSON.stringify([process.pid, process.getuid(), attempt('/app/x'), attempt('/etc/x'), attempt('/tmp/x'),
      attempt(process.env.MEDIA_DIR + '/x'), ['/usr/bin/gcc', '/usr/bin/make', '/usr/bin/curl'].filter(existsSync),
      ['.git', 'e2e/tests', 'apps/bench/src', 'node_modules/vitest', 'node_modules/turbo', 'deploy/compose/secrets']
        .filter((path) => existsSync('/app/' + path)),
      readdirSync('/app/apps/api/src').filter((name) => name.endsWith('.test.ts'))]))`;
  const { output } = await result(['-e', look]);
  expect(JSON.parse(output)).toEqual([1, 10001, 'EROFS', 'EROFS', 'written', 'written', [], [], []]);
});

it('migrates, in a program of its own', async () => {
  const owner = secretFile(folder, 'owner.env', { DATABASE_OWNER_URL: database.connectionString });
  const { code, output } = await result([`--env-file=${secrets}`, `--env-file=${owner}`, 'scripts/stack/migrate.ts']);
  expect([code, output]).toEqual([0, expect.stringContaining('Migrating the database')]);
});

it('serves the API, runs the worker and the console, and is healthy', async () => {
  const [api, console, metrics = 0] = ports;
  const health = image.config.Healthcheck.Test.slice(2);
  expect((await result(health)).code).toBe(1);
  const programs = [
    keep(start([`--env-file=${secrets}`, 'apps/api/src/main.ts'], { API_PROCESSES: '2', DRAIN_SECONDS: '2' })),
    keep(start([`--env-file=${secrets}`, 'apps/api/src/worker.ts'])),
    keep(
      start(
        [`--env-file=${secrets}`, 'serve.ts', 'start', '-p', `${console}`, '-H', '127.0.0.1'],
        { API_ORIGIN: `http://127.0.0.1:${api}` },
        '/app/apps/console',
      ),
    ),
  ] as const;
  await untilAnswers(`http://127.0.0.1:${api}/readyz`, programs[0]);
  await untilAnswers(`http://127.0.0.1:${metrics + 1}/metrics`, programs[1]);
  await untilAnswers(`http://127.0.0.1:${console}/login`, programs[2]);
  expect((await result(health)).code).toBe(0);
  for (const { output } of programs) expect(output()).not.toMatch(/EROFS|EACCES|read-only file system/i);
});

it('drains and ends with 0 when process 1 gets the signal', async () => {
  const [api] = ports;
  const [server, worker, console] = running.splice(0);
  server?.signal('SIGTERM');
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${api}/readyz`)).status, { interval: 50 }).toBe(503);
  expect((await fetch(`http://127.0.0.1:${api}/healthz`)).status).toBe(200);
  expect(await server?.exited).toBe(0);
  for (const program of [worker, console]) program?.signal('SIGTERM');
  expect(await worker?.exited).toBe(0);
  expect([0, 143]).toContain(await console?.exited);
});

it('is a whole system by itself: npm start with its own Postgres', async () => {
  const env = { SECRET_KEY: 'the key of a test, 32 letters and more', METRICS_PORT: '' };
  const all = keep(start(['scripts/start.mjs'], env));
  await untilAnswers(`http://127.0.0.1:${ports[1]}/login`, all);
  running.splice(0);
  all.signal('SIGTERM');
  expect(await all.exited).toBe(0);
  expect(all.output()).toContain('Stopped');
});
