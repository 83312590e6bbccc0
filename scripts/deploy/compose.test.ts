import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSettings } from '@channel/settings';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';
import { composeViolations, interpolated, parseCompose, variablesOf } from './compose.ts';

/* deploy/compose: the file against the schema of the Compose Specification (commit 170098b) and against our settings. */

const place = join(root, 'deploy/compose');
const text = readFileSync(join(place, 'compose.yml'), 'utf8');
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
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8');
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
  [
    'the role that owns the tables',
    /(main.ts"\]\n.*\n +secrets: \[programs.env)\]/,
    '$1, owner.env]',
    'api: it has the',
  ],
  ['backups that nobody has requested', '    profiles: [backup]\n', '', 'archiver: it starts without the profile'],
  [
    'backups on the disk of the media',
    /\$.BACKUP_VOLUME[^:]*:-backup\}/g,
    'media',
    'archiver: BACKUP_DIR is no volume',
  ],
  ['backups in the container', /backup\}:\/var\/lib/g, 'backup}:/srv', 'archiver: BACKUP_DIR is no volume'],
  ['drills in memory', 'TMPDIR: /var/lib/channel-booking/data', 'TMPDIR: /tmp', 'archiver: drills are in memory'],
  ['an archiver that changes media', 'channel-booking/media:ro', 'channel-booking/media', 'archiver: it can change'],
  ['settings that no program reads', '  env_file: [.env]\n', '', 'worker: it does not read .env'],
  ['a listener that .env can change', '  HOST: 0.0.0.0\n', '', 'api: .env can change HOST'],
  ['commands that run without a call', '    profiles: [commands]\n', '', 'npm: it starts without a call'],
  [
    'commands that cannot store pictures',
    /\n +- media:\/var\/lib.channel-booking.media(?=\n)/,
    '',
    'npm: it cannot store',
  ],
  ['commands without backups', /\n +- \$\{BACKUP_VOLUME.*/, '', 'npm: it has no backups'],
  [
    'commands without a way out',
    /(:\/var\/lib\S+\n +networks: \[database), outside\]/,
    '$1]',
    'npm: it reaches no mail',
  ],
  [
    'commands with a port',
    '    command: ["run"]\n',
    '    command: ["run"]\n    ports: ["127.0.0.1:1:1"]\n',
    'npm: it has a port',
  ],
  ['a way out for the archiver', /(:ro\n.*\n +networks: \[database)\]/, '$1, outside]', 'archiver: it has a way out'],
  [
    'the role that replicates',
    /(worker.ts"\]\n.*\n +secrets: \[programs.env), /,
    '$1, backup.env, ',
    'worker: it has the role that replicates',
  ],
])('finds %s', (_, from, to, violation) => {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  expect(composeViolations(changed, given, secrets).join('\n')).toContain(violation);
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
