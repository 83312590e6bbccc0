import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardEmbedded } from '@channel/prisma/embedded';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../set-up/project.mjs';
import { servicesOf } from './compose.ts';
import { type ComposeDatabase, composeDatabase } from './testing/compose-database.ts';
import { buildImage, type Contained, type Image, requireBuildah, startInImage, untilAnswers } from './testing/image.ts';
import { requirePsql } from './testing/require-psql.ts';

/*
 * Every instruction of the Containerfile is executed, and each program of the image runs on files that cannot be written, as
 * its user, without capabilities. Not tried here: the base image of the registry, and a container engine.
 */

const BUILD = 40 * 60_000;
let folder: string;
let image: Image;
let database: ComposeDatabase;
let ports: number[];
const running: Contained[] = [];
const services = servicesOf(readFileSync(join(root, 'deploy/compose/compose.yml'), 'utf8'), {
  API_URL: 'https://api.example.com',
  CONSOLE_URL: 'https://console.example.com',
});

beforeAll(async () => {
  await requireBuildah();
  requirePsql();
  folder = mkdtempSync(join(tmpdir(), 'channel-image-'));
  // The user of the image passes through it.
  chmodSync(folder, 0o755);
  image = await buildImage(folder);
  database = await composeDatabase(folder);
  ports = [await freePort(), await freePort(), await freePort()];
}, BUILD);
afterAll(async () => {
  for (const program of running) program.signal('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  await database?.server.stop();
  await discardEmbedded(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
}, 300_000);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts a program with the environment of the image and the ports of this test. */
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
  const env = { ...ofImage, ...more, ...settings, ...addresses };
  return startInImage(image, { folder, secrets: database.secrets }, env, args, cwd);
}

/** Starts a service as compose.yml has it, but on loopback and the ports of this test. */
function startService(name: string): Contained {
  const service = services[name];
  if (!service) throw new Error(`compose.yml has no service ${name}.`);
  const [api, console] = ports;
  const args = service.command.map((each) => each.replace(/^3000$/, `${console}`).replace('0.0.0.0', '127.0.0.1'));
  const environment = { ...service.environment };
  if (environment.API_ORIGIN) environment.API_ORIGIN = `http://127.0.0.1:${api}`;
  return start(args, environment, service.working_dir);
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

it('migrates, in a program of its own, with the roles of roles.sh', async () => {
  expect(database.hba).toBe('host replication channel_backup all scram-sha-256\n');
  const migration = startService('migrate');
  expect([await migration.exited, migration.output()]).toEqual([0, expect.stringContaining('Migrating the database')]);
  const { output } = await result(['--env-file=/run/secrets/programs.env', '-e', ROLES]);
  expect(JSON.parse(output)).toEqual(['channel_application', 'channel_owner', false]);
});

/** Who the programs are, who owns their database, and whether anybody may create temporary tables in it. */
const ROLES = `const { Client } = require('pg'); const client = new Client(process.env.DATABASE_URL);
  client.connect().then(() => client.query({ rowMode: 'array', text: "select current_user, datdba::regrole::text, " +
    "has_database_privilege(current_database(), 'TEMPORARY') from pg_database where datname = current_database()" }))
    .then(({ rows }) => { console.log(JSON.stringify(rows[0])); return client.end() })`;

/** The commands of the manual in a service, each as the arguments of node. */
function printedCommands(service: string): string[][] {
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8').replaceAll('\\\n', '');
  const lines = [...manual.matchAll(/^docker compose .* run --rm (\w+) (.*)$/gm)];
  return lines.filter(([, name]) => name === service).map(([, , args = '']) => args.trim().split(/ +/));
}

it('runs the commands of the manual in the service that migrates', async () => {
  const printed = printedCommands('migrate');
  expect(printed.map((args) => args.find((one) => one.startsWith('scripts/')))).toEqual([
    'scripts/command.mjs',
    'scripts/doctor.mjs',
  ]);
  const administrator = ['--organization', 'Tours', '--name', 'Ada', '--email', 'a@example.com', '--username', 'ada'];
  const environment = { ...services.migrate?.environment, ADMIN_PASSWORD: 'a long passphrase of a test' };
  for (const args of printed) {
    const isCreation = args.includes('admin-create');
    const { code, output } = await result([...args, ...(isCreation ? administrator : [])], environment);
    expect([code, output]).toEqual([0, expect.stringContaining(isCreation ? 'ada' : 'Settings: valid')]);
  }
});

it('serves the API, runs the worker and the console, and is healthy', async () => {
  const [api, console, metrics = 0] = ports;
  const health = image.config.Healthcheck.Test.slice(2);
  expect((await result(health)).code).toBe(1);
  const programs = [keep(startService('api')), keep(startService('worker')), keep(startService('console'))] as const;
  await untilAnswers(`http://127.0.0.1:${api}/readyz`, programs[0]);
  await untilAnswers(`http://127.0.0.1:${metrics + 1}/metrics`, programs[1]);
  await untilAnswers(`http://127.0.0.1:${console}/login`, programs[2]);
  expect((await result(health)).code).toBe(0);
  for (const { output } of programs) expect(output()).not.toMatch(/EROFS|EACCES|read-only file system/i);
});

it('archives, and restores in a drill', async () => {
  const archiver = startService('archiver');
  const drills = join(folder, 'volumes/backup/drills');
  const results = () => (existsSync(drills) ? readdirSync(drills).filter((name) => name.endsWith('.json')) : []);
  await expect.poll(results, { timeout: 240_000, interval: 500 }).toHaveLength(1);
  const { base, problems, tables } = JSON.parse(readFileSync(join(drills, results()[0] ?? ''), 'utf8'));
  expect({ base, problems, tables }).toEqual({ base: expect.any(String), problems: [], tables: expect.any(Number) });
  archiver.signal('SIGTERM');
  expect(await archiver.exited).toBe(0);
  expect(archiver.output()).not.toMatch(/EROFS|EACCES|ENOSPC/);
  const [check = []] = printedCommands('archiver');
  expect(check).toContain('--check');
  expect((await result(check, services.archiver?.environment)).code).toBe(0);
  // The drill leaves nothing behind.
  expect(readdirSync(join(folder, 'volumes/data')).filter((name) => name.startsWith('channel-drill-'))).toEqual([]);
}, 300_000);

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
