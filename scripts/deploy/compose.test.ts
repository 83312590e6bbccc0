import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';
import { composeViolations, interpolated, parseCompose } from './compose.ts';

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
  for (const name of readdirSync(join(folder, 'secrets')))
    secrets[name] = readFileSync(join(folder, 'secrets', name), 'utf8');
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
  expect(create).toThrow('exists already: nothing was changed');
  expect(readFileSync(join(folder, 'secrets/programs.env'), 'utf8')).toBe(secrets['programs.env']);
});

it('says which address is missing', () => {
  expect(() => interpolated(text, { CONSOLE_URL: given.CONSOLE_URL })).toThrow('required variable API_URL');
});

it.each([
  ['an image without a version', ':18.4-bookworm', '', 'postgres: the image'],
  ['root', 'user: "10001:10001"', 'user: "0:0"', 'api: it runs as root'],
  ['files that can be written', '  read_only: true\n  user: "10', '  user: "10', 'api: its files can be written'],
  ['capabilities', 'cap_drop: [ALL]\n  security', 'cap_drop: []\n  security', 'worker: it has capabilities'],
  ['a setting that does not exist', 'TRUST_PROXY: $', 'TRUSTED_PROXY: $', 'console: TRUSTED_PROXY is no setting'],
  ['a port for everybody', '127.0.0.1:4000:4000', '0.0.0.0:4000:4000', 'api: everybody reaches'],
  ['another port', '127.0.0.1:3000:3000', '127.0.0.1:3000:3001', 'console: 127.0.0.1:3000:3001 does not lead to'],
  ['another port of metrics', 'METRICS_PORT: "9464"', 'METRICS_PORT: "9000"', 'worker: its health check is not on'],
  ['a stop that is too short', 'DRAIN_SECONDS: "5"', 'DRAIN_SECONDS: "20"', 'api: it is killed after 30 s'],
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
  ['backups on the disk of the media', /\$.BACKUP_VOLUME[^:]*:-backup\}/, 'media', 'archiver: BACKUP_DIR is no volume'],
  ['backups in the container', /backup\}:\/var\/lib/, 'backup}:/srv', 'archiver: BACKUP_DIR is no volume'],
  ['drills in memory', 'TMPDIR: /var/lib/channel-booking/data', 'TMPDIR: /tmp', 'archiver: drills are in memory'],
  ['an archiver that changes media', 'channel-booking/media:ro', 'channel-booking/media', 'archiver: it can change'],
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

function parsedSecrets(): Record<string, unknown> {
  const file = parseCompose(text);
  return file && typeof file === 'object' && 'secrets' in file ? Object(file.secrets) : {};
}
