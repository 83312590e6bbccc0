import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
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
const DATA = '/var/lib/channel-booking/data';
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

/** Runs a printed command of the manual in the service `npm`: the one that contains `part`. */
async function command(part: string, more: string[] = [], variables: Record<string, string> = {}) {
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const [, line] =
    [...manual.matchAll(/^[^`\n]*docker compose run (?:-\S+ |"\S+" )*npm (run [^>|#\n]+)/gm)].find(([, one = '']) =>
      one.includes(part),
    ) ?? [];
  if (!line) throw new Error(`The manual has no command with ${part}.`);
  // No argument has a quote in it.
  const args = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  // The folder of the machine is in a volume here.
  const given = args.map((each) => each.replace(/^\/business\//, `${DATA}/business/`));
  const { entrypoint = [], environment } = services.npm ?? {};
  return result([...entrypoint.slice(1), ...given, ...more], { ...environment, ...variables });
}

it('runs the commands of the manual in the service npm: administrator, doctor, import, export', async () => {
  const administrator = [
    '--',
    '--organization',
    'Channel Tours',
    '--name',
    'Ada',
    '--email',
    'a@example.com',
    '--username',
    'ada',
  ];
  const password = { ADMIN_PASSWORD: 'a long passphrase of a test' };
  const created = await command('admin:create', administrator, password);
  expect(created).toEqual({ code: 0, output: expect.stringContaining('ada can sign in') });
  expect(await command('doctor')).toEqual({ code: 0, output: expect.stringContaining('Settings: valid') });
  mkdirSync(join(folder, 'volumes/data/business'));
  const place = (name: string) => join(folder, 'volumes/data/business', name);
  writeFileSync(place('business.json'), business());
  writeFileSync(place('photo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>');
  expect(await command('import')).toEqual({ code: 0, output: expect.stringMatching(/media +2 new/) });
  expect(readdirSync(join(folder, 'volumes/media')).length).toBeGreaterThanOrEqual(2);
  const { code, output } = await command('personal-data');
  const document = JSON.parse(output.slice(output.indexOf('{')));
  expect([code, document]).toEqual([0, expect.objectContaining({ format: 'channel-booking.personal-data/1' })]);
}, 120_000);

/** The example of docs/import.md for the organization and the guest of the manual, with a picture in a file. */
function business(): string {
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/import.md'), 'utf8')) ?? [];
  const document = JSON.parse(
    example.replace('Polder Tours', 'Channel Tours').replace('mila@example.com', 'guest@example.com'),
  );
  document.media.push({ key: 'photo', filename: 'photo.svg', contentType: 'image/svg+xml', path: 'photo.svg' });
  return JSON.stringify(document);
}

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
  expect(await command('backup -- --check')).toMatchObject({ code: 0, output: expect.stringContaining('No problem') });
  const healthy = () => result((services.archiver?.healthcheck?.test ?? []).slice(2), {});
  expect((await healthy()).code).toBe(0);
  const ago = new Date(Date.now() - 130_000);
  for (const status of globSync('wal/*/status.json', { cwd: join(folder, 'volumes/backup') }))
    utimesSync(join(folder, 'volumes/backup', status), ago, ago);
  expect(await healthy()).toMatchObject({
    code: 1,
    output: expect.stringContaining('nothing in the last two minutes'),
  });
  expect(await command('restore')).toMatchObject({ code: 0, output: expect.stringContaining('and 2 media files') });
  const restored = join(folder, 'volumes/data/restored');
  expect(existsSync(join(restored, 'postgres/cluster/postgresql.conf'))).toBe(true);
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
