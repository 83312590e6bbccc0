import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSettings } from '@channel/settings';
import { Ajv } from 'ajv';
import { dump } from 'js-yaml';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';
import { interpolated, parseCompose, variablesOf } from './compose.ts';
import { composeViolations } from './compose-violations.ts';

/* deploy/compose: the file against the schema of the Compose Specification (commit 170098b) and against our settings. */

const place = join(root, 'deploy/compose');
const text = readFileSync(join(place, 'compose.yml'), 'utf8');
const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const given = { API_URL: 'https://api.example.com', CONSOLE_URL: 'https://console.example.com' };
const folder = mkdtempSync(join(tmpdir(), 'channel-compose-'));
const secrets: Record<string, string> = {};
const create = () => execFileSync(ownNode, [join(folder, 'new-secrets.mjs')], { encoding: 'utf8', stdio: 'pipe' });

beforeAll(() => {
  cpSync(join(place, 'new-secrets.mjs'), join(folder, 'new-secrets.mjs'));
  create();
  Object.assign(secrets, stored());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'testing/compose-spec.json'), 'utf8'));
const isCompose = new Ajv({ strict: false, validateFormats: false }).compile({ ...schema, $schema: undefined });

it('is a compose file, as the specification has it', () => {
  expect([isCompose(parseCompose(text)), isCompose.errors]).toEqual([true, null]);
  expect(isCompose(parseCompose(text.replace('read_only: true', 'readonly: true')))).toBe(false);
});

it('keeps the rules, with the secrets that new-secrets.mjs creates', () => {
  expect(composeViolations(text, given, secrets)).toEqual([]);
  expect(Object.keys(parsedSecrets()).sort()).toEqual(Object.keys(secrets).sort());
});

it('creates secrets once, in a folder that nobody else enters', () => {
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
  expect(new Set(Object.values(secrets)).size).toBe(9);
  expect(create()).toContain('is complete: nothing was changed');
  expect(stored()).toEqual(secrets);
});

it('adds the secrets that are missing, and never another SECRET_KEY', () => {
  const remove = (...names: string[]) => {
    for (const name of names) rmSync(join(folder, 'secrets', name));
  };
  remove('backup-password', 'owner.env');
  expect(create()).toContain(': backup-password, owner.env.');
  // The other file of each role still has the password.
  expect(stored()).toEqual(secrets);
  remove('backup-password', 'backup.env');
  create();
  const { 'backup-password': password = '', 'backup.env': env, ...others } = stored();
  expect(env).toContain(`channel_backup:${password}@`);
  expect(password).not.toBe(secrets['backup-password']);
  expect(secrets).toMatchObject(others);
  remove('programs.env');
  expect(create).toThrow('cannot be made again');
  expect(existsSync(join(folder, 'secrets/programs.env'))).toBe(false);
});

it('takes a new password of the application from programs.env, and leaves SECRET_KEY', () => {
  const place = join(folder, 'secrets');
  writeFileSync(join(place, 'programs.env'), secrets['programs.env'] ?? '', { mode: 0o444 });
  const [, command = ''] = /^(sed -i "s#\/\/channel_application.*)$/m.exec(manual) ?? [];
  execFileSync('sh', ['-ec', command], { cwd: folder });
  expect(create()).toContain(': application-password.');
  const { 'application-password': password = '', 'programs.env': env = '' } = stored();
  expect(password).toMatch(/^[0-9a-f]{48}$/);
  expect(password).not.toBe(secrets['application-password']);
  expect(env).toBe(secrets['programs.env']?.replace(secrets['application-password'] ?? '', password));
});

it('creates files that the users of the containers read, whatever the umask', () => {
  const place = mkdtempSync(join(folder, 'umask-'));
  cpSync(join(folder, 'new-secrets.mjs'), join(place, 'new-secrets.mjs'));
  execFileSync('sh', ['-c', 'umask 077; exec "$@"', 'sh', ownNode, join(place, 'new-secrets.mjs')], {
    stdio: 'ignore',
  });
  const modes = readdirSync(join(place, 'secrets')).map((name) => statSync(join(place, 'secrets', name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o444]));
  expect(statSync(join(place, 'secrets')).mode & 0o777).toBe(0o700);
});

it('the restore of the manual refuses while Postgres runs or starts, and goes on where there is none', () => {
  const [, guard = ''] = /^ +(if pg_isready .*; fi)$/m.exec(manual) ?? [];
  const codes = [0, 1, 2].map((code) => {
    const script = `pg_isready() { return ${code}; }; ${guard}; exit 9`;
    return spawnSync('sh', ['-ec', script], { stdio: 'ignore' }).status;
  });
  expect(codes).toEqual([1, 1, 9]);
});

it('example.env has what compose.yml requires, and names nothing that is not read', () => {
  const example = readFileSync(join(place, 'example.env'), 'utf8');
  expect(composeViolations(text, variablesOf(example), secrets)).toEqual([]);
  const known = [
    ...listSettings().map(({ name }) => name),
    ...[...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name),
  ];
  const named = Object.keys(variablesOf(example.replaceAll(/^#(?=[A-Z_]+=)/gm, '')));
  expect(named).toEqual(expect.arrayContaining(['API_URL', 'COMPOSE_PROFILES', 'CHANNEL_IMAGE']));
  // Compose itself reads the profiles.
  expect(named.filter((name) => !known.includes(name))).toEqual(['COMPOSE_PROFILES']);
});

it('the override of the manual is a compose file for services that exist, on loopback', () => {
  const [block = ''] = [...manual.matchAll(/```yaml compose\.override\.yml\n(.*?)```/gs)].map(([, code]) => code);
  expect([isCompose(parseCompose(block)), isCompose.errors]).toEqual([true, null]);
  const { services } = Object(parseCompose(block));
  for (const [name, { ports = [] }] of Object.entries<{ ports?: string[] }>(services)) {
    expect(text).toContain(`\n  ${name}:\n`);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/);
  }
});

it('says which address is missing', () => {
  expect(() => interpolated(text, { CONSOLE_URL: given.CONSOLE_URL })).toThrow('required variable API_URL');
});

it.each([
  ['an image without a version', ':18.4-bookworm', '', 'postgres: the image'],
  ['root', 'user: "10001:10001"', 'user: "0:0"', 'api: it runs as root'],
  ['files that can be written', '  read_only: true\n  user: "10', '  user: "10', 'api: its files can be written'],
  ['capabilities', 'cap_drop: [ALL]\n  security', 'cap_drop: []\n  security', 'worker: it has capabilities'],
  ['a setting that does not exist', 'API_PROCESSES: $', 'API_WORKERS: $', 'console: API_WORKERS is no setting'],
  ['a port for everybody', '127.0.0.1:4000}', '0.0.0.0:4000}', 'api: everybody reaches'],
  ['another port', '127.0.0.1:3000}:3000', '127.0.0.1:3000}:3001', 'console: 127.0.0.1:3000:3001 does not lead to'],
  ['another port of metrics', 'METRICS_PORT: "9464"', 'METRICS_PORT: "9000"', 'worker: its health check is not on'],
  ['a stop that is too short', 'DRAIN_SECONDS:-5', 'DRAIN_SECONDS:-20', 'api: it is killed after 30 s'],
  ['no order of the start', 'service_completed_successfully', 'service_started', 'api: it does not wait for migrate'],
  ['a program that does not exist', 'src/worker.ts"]', 'src/work.ts"]', 'worker: there is no apps/api/src/work.ts'],
  ['Postgres for everybody', 'internal: true', 'internal: false', 'Postgres can be reached from outside'],
  ['a secret that is not used', 'secrets: [programs.env]', 'secrets: []', 'api: it reads other secrets than it has'],
  ['backups that nobody has requested', '    profiles: [backup]\n', '', 'archiver: profiles are []'],
  ['backups on the disk of the media', /\$.BACKUP_VOLUME[^:]*:-backup\}/g, 'media', 'archiver: volumes are [media:'],
  ['backups in the container', /backup\}:\/var\/lib/g, 'backup}:/srv', 'booking/backup is in no volume'],
  ['drills in memory', 'TMPDIR: /var/lib/channel-booking/data', 'TMPDIR: /tmp', 'archiver: /tmp is in no volume'],
  ['no place for drills', /\n +TMPDIR: .*/, '', 'archiver: undefined is in no volume'],
  ['an archiver that changes media', 'channel-booking/media:ro', 'channel-booking/media', 'archiver: volumes are'],
  ['settings that no program reads', '  env_file: [.env]\n', '', 'worker: it does not read .env'],
  ['a listener that .env can change', '  HOST: 0.0.0.0\n', '', 'api: .env can change HOST'],
  ['commands that run without a call', '    profiles: [commands]\n', '', 'npm: profiles are []'],
  ['commands that cannot store pictures', /\n +- media:\/var\/lib.channel-booking.media(?=\n)/, '', 'npm: volumes are'],
  ['commands without backups', /\n +- \$\{BACKUP_VOLUME.*/, '', 'npm: volumes are'],
  ['any number of processes', '  pids_limit: 256\n', '', 'api: it may start any number of processes'],
  ['a form that is not known', '\nservices:', '\ninclude: [other.yml]\nservices:', 'Unrecognized key: "include"'],
  [
    'a volume that is a folder',
    '  media: {}',
    '  media: { driver_opts: { device: / } }',
    'volumes.media: Unrecognized',
  ],
  ['a service more', '\nnetworks:\n', '\n  other: { image: "other:1" }\n\nnetworks:\n', 'the services are api'],
  ['files of the machine without SELinux', '["no-new-', '["label:disable", "no-new-', 'api: it may get privileges'],
  [
    'Postgres without passwords',
    'POSTGRES_USER: postgres',
    'POSTGRES_HOST_AUTH_METHOD: trust',
    'postgres: environment',
  ],
  ['roles.sh that is not mounted', /\n +- \.\/roles\.sh.*/, '', 'postgres: volumes are'],
  ['the old path of Postgres', ':/var/lib/postgresql\n', ':/var/lib/postgresql/data\n', 'postgres: volumes are'],
  [
    'another folder of backups',
    '"/var/lib/channel-booking/backup"]',
    '"/var/lib"]',
    'archiver: its health check is of',
  ],
  [
    'a check that does not exist',
    '/app/deploy/healthy.mjs',
    '/app/healthy.mjs',
    'console: there is no /app/healthy.mjs',
  ],
])('finds %s', (_, from, to, violation) => {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  expect(composeViolations(changed, given, secrets).join('\n')).toContain(violation);
});

it.each([
  ['api', 'cap_add: [NET_ADMIN]', 'services.api: Unrecognized key: "cap_add"'],
  ['worker', 'privileged: true', 'services.worker: Unrecognized key: "privileged"'],
  ['api', 'pid: host', 'services.api: Unrecognized key: "pid"'],
  ['worker', 'network_mode: host', 'services.worker: Unrecognized key: "network_mode"'],
  ['api', 'volumes: ["/var/run/docker.sock:/var/run/docker.sock"]', 'api: volumes are [/var/run/docker.sock'],
  ['api', 'volumes: ["postgres:/var/lib/postgresql"]', 'api: volumes are [postgres:'],
  ['api', 'volumes: []', 'api: volumes are []'],
  ['api', 'secrets: [programs.env, maintenance.env]', 'api: secrets are [programs.env,maintenance.env]'],
  ['api', 'secrets: [programs.env, owner.env]', 'api: secrets are [programs.env,owner.env]'],
  ['worker', 'secrets: [programs.env, maintenance.env, backup.env]', 'worker: secrets are'],
  ['npm', 'secrets: [programs.env]', 'npm: secrets are [programs.env]'],
  ['console', 'networks: [database, outside]', 'console: networks are [database,outside]'],
  ['archiver', 'networks: [database, outside]', 'archiver: networks are [database,outside]'],
  ['npm', 'networks: [database]', 'npm: networks are [database]'],
  ['postgres', 'networks: [database, outside]', 'postgres: networks are [database,outside]'],
  ['api', 'depends_on: {}', 'api: depends_on are []'],
  ['api', 'environment: { SECRET_KEY: a }', 'api: SECRET_KEY is shown by listings'],
  ['worker', 'environment: { SMTP_PASSWORD: a }', 'worker: SMTP_PASSWORD is shown by listings'],
  ['migrate', 'environment: { DATABASE_OWNER_URL: a }', 'migrate: DATABASE_OWNER_URL is shown by listings'],
  ['postgres', 'environment: { POSTGRES_PASSWORD: a }', 'postgres: POSTGRES_PASSWORD is shown by listings'],
  ['postgres', 'ports: ["127.0.0.1:5432:5432"]', 'postgres: it has a port'],
  ['npm', 'ports: ["127.0.0.1:1:1"]', 'npm: it has 1 ports'],
])('finds, in %s, %s', (name, planted, violation) => {
  const file = Object(parseCompose(text));
  Object.assign(file.services[name], parseCompose(planted));
  expect(composeViolations(dump(file, { lineWidth: -1, noRefs: true }), given, secrets).join('\n')).toContain(
    violation,
  );
});

/** The present files. */
function stored(): Record<string, string> {
  const names = readdirSync(join(folder, 'secrets'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, 'secrets', name), 'utf8')]));
}

function parsedSecrets(): Record<string, unknown> {
  const file = parseCompose(text);
  return file && typeof file === 'object' && 'secrets' in file ? Object(file.secrets) : {};
}
