import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrisma } from '@channel/prisma';
import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { seal } from '@channel/webhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer } from '../mail/testing/receiver.ts';
import { fine, type Installation, run } from './check.ts';
import { timeouts } from './database-checks.ts';
import { examine, keyViolation } from './index.ts';
import { quotas } from './quotas-check.ts';

const KEY = 'the key of the installation, 32 characters';

const mediaDir = mkdtempSync(join(tmpdir(), 'channel-doctor-'));
let test: TestDatabase;
let make: Factories;
let installation: Installation;
beforeAll(async () => {
  test = await testDatabase();
  make = createFactories(test.db);
  installation = {
    ...withSettings({}),
    addresses: () => at(test.application),
    key: () => KEY,
    clock: () => new Date(),
  };
});
afterAll(async () => {
  await test.drop();
  rmSync(mediaDir, { recursive: true });
});

const at = (connectionString: string, owner = test.connectionString) => ({ connectionString, owner });

/** The findings that are not fine, by their checks. */
async function found(changes: Partial<Installation> = {}): Promise<Record<string, string>> {
  const findings: Record<string, string> = {};
  for await (const { name, state, text } of examine({ ...installation, ...changes }))
    if (state !== 'fine') findings[name] = `${state}: ${text}`;
  return findings;
}

const withSettings = (env: Record<string, string>) => ({
  settings: loadSettings({ DATABASE_URL: test.application, MEDIA_DIR: mediaDir, ...env }),
});

it('finds nothing in a sound installation', async () => {
  expect(await found()).toEqual({});
});

it('says once that the database can not be used', async () => {
  const wrong = new URL(test.application);
  wrong.password = 'canary';
  const missing = new URL(test.application);
  missing.pathname = '/none';
  const findings = await Promise.all(
    [wrong.href, missing.href, 'postgres://nobody:canary@127.0.0.1:1/none'].map((address) =>
      found({ addresses: () => at(address) }),
    ),
  );
  expect(findings.map(({ Database }) => Database)).toEqual([
    'problem: the password of DATABASE_URL is not accepted',
    'problem: the database of DATABASE_URL does not exist: create it',
    expect.stringMatching(/^problem: .*127\.0\.0\.1:1/),
  ]);
  expect(JSON.stringify(findings)).not.toContain('canary');
  for (const each of findings)
    expect(Object.values(each).filter((text) => text === 'warning: not checked without the database')).toHaveLength(13);
});

it('says that the embedded Postgres does not run, or that its addresses can not be read', async () => {
  expect(await found({ addresses: () => undefined })).toMatchObject({
    Database: 'warning: the embedded Postgres is not running: start it by npm start',
  });
  const unreadable = () => {
    throw new Error('EISDIR: the password is a folder');
  };
  expect(await found({ addresses: unreadable })).toMatchObject({
    Database: 'problem: EISDIR: the password is a folder',
  });
});

it('finds a database that takes no writes', async () => {
  const { username, pathname } = new URL(test.application);
  const setting = `alter role "${username}" in database "${pathname.slice(1)}"`;
  await test.db.$executeRawUnsafe(`${setting} set default_transaction_read_only = on`);
  expect((await found()).Database).toMatch(/^problem: .* takes no writes/);
  await test.db.$executeRawUnsafe(`${setting} reset default_transaction_read_only`);
});

it("finds another program's database", async () => {
  await test.db.$executeRaw`ALTER TABLE _prisma_migrations RENAME TO records`;
  expect((await found()).Migrations).toMatch(/^problem: it has tables of another program/);
  await test.db.$executeRaw`ALTER TABLE records RENAME TO _prisma_migrations`;
});

it.each([
  ["encoding 'UTF8' locale 'C'", /^warning: it sorts names by bytes/],
  ["encoding 'SQL_ASCII' locale 'C'", /^problem: its encoding is SQL_ASCII/],
])('finds a database with %s', async (options, expected) => {
  const other = new URL(test.connectionString);
  other.pathname += '_locale';
  const name = other.pathname.slice(1);
  await test.db.$executeRawUnsafe(`create database ${name} template template0 locale_provider libc ${options}`);
  expect((await found({ addresses: () => at(other.href, other.href) })).Locale).toMatch(expected);
  await test.db.$executeRawUnsafe(`drop database ${name}`);
});

/** The options of initdb in a file of deploy, and what initdb does without them. */
function initdbOptions(file: string, pattern: RegExp): Record<string, string> {
  const text = readFileSync(join(import.meta.dirname, '../../../../deploy', file), 'utf8');
  const [, options = ''] = pattern.exec(text) ?? [];
  const found = [...options.matchAll(/\b((?:[a-z]+-)*(?:encoding|locale)(?:-[a-z]+)*)[=:] *(\S+)/g)];
  return { 'locale-provider': 'libc', ...Object.fromEntries(found.map(([, name, value]) => [name, value])) };
}

it.each([
  ['fleet/patroni.yml', /^ {2}initdb:\n((?: {4}.*\n)+)/m],
  ['compose/compose.yml', /POSTGRES_INITDB_ARGS: (.*)/],
] as const)('is satisfied with the locale of the cluster of deploy/%s', async (file, pattern) => {
  const other = new URL(test.connectionString);
  other.pathname += '_deployed';
  const name = other.pathname.slice(1);
  const options = Object.entries(initdbOptions(file, pattern));
  const texts = options.map(([option, value]) => `${option.replace('-', '_')} '${value}'`);
  await test.db.$executeRawUnsafe(`create database ${name} template template0 ${texts.join(' ')}`);
  const findings = await found({ addresses: () => at(other.href, other.href) });
  expect(findings).not.toHaveProperty('Locale');
  expect(findings).toHaveProperty('Migrations');
  await test.db.$executeRawUnsafe(`drop database ${name}`);
});

it('finds a right that is missing', async () => {
  const { username } = new URL(test.application);
  await test.db.$executeRawUnsafe(`revoke delete on tag from "${username}"`);
  expect(await found()).toEqual({
    'Role of the programs': `problem: ${username} has no right to delete on tag: run npm start with DATABASE_OWNER_URL, which grants it`,
  });
  await test.db.$executeRawUnsafe(`grant delete on tag to "${username}"`);
});

it('shows the quotas of organizations, and finds that processes can not count them together', async () => {
  const { username } = new URL(test.application);
  const foundWith = (env: Record<string, string>) =>
    quotas({ ...installation, ...withSettings(env), database: { ...at(test.application), db: application } });
  const application = createPrisma({ connectionString: test.application, poolSize: 1 });
  const off = { REQUESTS_PER_MINUTE: '0', GRAPHQL_COST_PER_MINUTE: '0' };
  expect(await foundWith({})).toEqual(fine('none of organizations by default; 0 organizations have their own'));
  const { id } = await make.organization({ requestQuota: 20 });
  const set = { ORGANIZATION_REQUESTS: '600', ORGANIZATION_REQUESTS_SECONDS: '30' };
  expect(await foundWith(set)).toEqual(fine('600 requests of an organization in 30 s; 1 organization has its own'));
  for (const right of ['insert', 'update', 'delete', 'select']) {
    await test.db.$executeRawUnsafe(`revoke ${right} on quota_use from "${username}"`);
    expect((await found()).Quotas).toBe(
      `problem: ${username} may not write the table quota_use, so each process counts on its own: run npm start with DATABASE_OWNER_URL, which grants it`,
    );
    // The quota of one organization is enough.
    expect((await foundWith(off)).state).toBe('problem');
    await test.db.$executeRawUnsafe(`grant ${right} on quota_use to "${username}"`);
  }
  await test.db.organization.update({ where: { id }, data: { requestQuota: null } });
  await test.db.$executeRawUnsafe(`revoke update on quota_use from "${username}"`);
  // Nothing is counted.
  expect((await foundWith(off)).state).toBe('fine');
  for (const name of ['REQUESTS_PER_MINUTE', 'GRAPHQL_COST_PER_MINUTE', 'ORGANIZATION_REQUESTS'])
    expect((await foundWith({ ...off, [name]: '1' })).state).toBe('problem');
  await test.db.$executeRawUnsafe(`grant update on quota_use to "${username}"`);
  expect(await found()).toEqual({});
  await application.$disconnect();
});

it('finds erasures that wait for the role for maintenance, and a role that can do more', async () => {
  const { id: requestedById } = await make.user();
  const { id: organizationId } = await make.organization();
  const { id } = await test.db.personalDataErasure.create({
    data: { organizationId, requestedById, requestId: 'r', requestedAt: new Date(), filesAt: new Date() },
  });
  expect(await found()).toEqual({
    'Role for maintenance': expect.stringMatching(/^problem: DATABASE_MAINTENANCE_URL is not set.*: 1 wait/),
  });
  expect(await found({ addresses: () => ({ ...at(test.application), maintenance: test.maintenance }) })).toEqual({});
  expect(await found({ addresses: () => ({ ...at(test.application), maintenance: test.application }) })).toEqual({
    'Role for maintenance': expect.stringMatching(/^problem: .* may not execute redact_audit/),
  });
  await test.db.personalDataErasure.delete({ where: { id } });
});

it('finds a role for migrations that can not be used, does not own the database, or leads to another one', async () => {
  const wrong = new URL(test.connectionString);
  wrong.password = 'canary';
  const elsewhere = new URL(test.connectionString);
  elsewhere.pathname = '/postgres';
  const foundWith = async (owner: string) =>
    (await found({ addresses: () => at(test.application, owner) }))['Role for migrations'];
  expect(await foundWith(wrong.href)).toMatch(/^problem: the password/);
  expect(await foundWith(elsewhere.href)).toBe(
    'problem: DATABASE_OWNER_URL leads to another database than DATABASE_URL',
  );
  expect(await foundWith(`${test.application}?application_name=x`)).toMatch(/^problem: .* does not own the database/);
});

it('finds migrations that are pending, and those of a newer release', async () => {
  const [last] = await test.db.$queryRaw<{ name: string }[]>`
    SELECT max(migration_name) AS name FROM _prisma_migrations`;
  await test.db
    .$executeRaw`UPDATE _prisma_migrations SET migration_name = '29990101000000_later' WHERE migration_name = ${last?.name}`;
  expect(await found()).toEqual({ Migrations: `problem: 1 are pending, the first is ${last?.name}: run npm start` });
  await test.db
    .$executeRaw`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', ${last?.name}, now())`;
  expect(await found()).toEqual({
    Migrations: 'problem: a newer release has applied 29990101000000_later: run that release',
  });
  await test.db.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = '29990101000000_later'`;
  expect(await found()).toEqual({});
});

it('finds time-outs that do not hold through a pooler', async () => {
  const { settings } = withSettings({
    DATABASE_URL: test.connectionString,
    DATABASE_DIRECT_URL: test.connectionString,
  });
  const database = { ...at(test.application), db: test.db };
  expect(await timeouts({ ...installation, settings, database })).toEqual({
    state: 'problem',
    text: expect.stringMatching(/^statement_timeout 0, .*: npm run migrate sets the limits for the role/),
  });
});

it('finds that Postgres has too few connections', async () => {
  const findings = await found(withSettings({ API_PROCESSES: '64', DATABASE_POOL_SIZE: '200' }));
  expect(findings).toEqual({ Connections: expect.stringMatching(/^problem: .* lower API_PROCESSES/) });
});

it('warns of a role that may do more than read and write rows', async () => {
  const findings = await found({ addresses: () => at(test.connectionString) });
  expect(findings).toEqual({ 'Role of the programs': expect.stringContaining('is a superuser') });
});

it.each([-3, 3])('finds a clock that is %i s off', async (seconds) => {
  const clock = () => new Date(Date.now() + seconds * 1_000);
  expect(await found({ clock })).toEqual({ Clock: expect.stringMatching(/^problem: [23]\.\d s from/) });
});

it('finds keys that are not the one of all secrets', async () => {
  expect(await found({ key: () => null })).toEqual({});
  const { id: organizationId } = await make.organization();
  const endpoint = { organizationId, url: 'https://example.com', createdAt: new Date() };
  const another = 'another key, which also has 32 characters';
  await test.db.webhookEndpoint.create({ data: { ...endpoint, secret: seal('whsec_x', KEY) } });
  // A deleted endpoint has no secret.
  const deleted = {
    secret: new Uint8Array(0),
    deletedAt: new Date(),
    disabledAt: new Date(),
    disabledReason: 'deleted',
  };
  await test.db.webhookEndpoint.create({ data: { ...endpoint, ...deleted } });
  expect(await found()).toEqual({});
  expect((await found({ key: () => another })).SECRET_KEY).toMatch(/^problem: 1 of 1 secrets/);
  expect((await found({ key: () => null })).SECRET_KEY).toMatch(/^problem: there is none, but secrets are encrypted/);
  await test.db.webhookEndpoint.create({
    data: { ...endpoint, url: 'https://new.example', secret: seal('whsec_y', another) },
  });
  // The programs end only with a key that decrypts nothing.
  expect(await keyViolation(test.db, KEY)).toBeUndefined();
  expect(await keyViolation(test.db, 'a third key, which has 32 characters, too')).toMatch(
    /^SECRET_KEY is not the key that encrypted .* Nothing was changed$/,
  );
  for (const key of [KEY, another])
    expect((await found({ key: () => key })).SECRET_KEY).toMatch(/^problem: 1 of 2 secrets/);
  await test.db.webhookEndpoint.deleteMany();
});

it('finds a full disk, on which no file can be stored', async () => {
  const findings = await found(withSettings({ MEDIA_DIR: '/sys' }));
  expect(findings.Disk).toMatch(/^problem: \/sys: 0 MB free/);
  expect(findings['Storage of files']).toMatch(/^problem: \/sys did not store a file/);
});

it('finds a bucket that refuses', async () => {
  const refuses = createServer((_request, response) => response.writeHead(403).end()).listen(0, '127.0.0.1');
  const address = await new Promise<unknown>((resolve) => refuses.on('listening', () => resolve(refuses.address())));
  const port = address && typeof address === 'object' && 'port' in address ? address.port : 0;
  const bucket = {
    S3_BUCKET: 'files',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  };
  expect(await found(withSettings(bucket))).toEqual({
    'Storage of files': expect.stringMatching(/^problem: the bucket files did not store a file/),
  });
  refuses.close();
});

it('finds a mail server that does not answer, and one whose certificate is not valid', async () => {
  const sound = await startMailServer();
  expect(await found(withSettings({ SMTP_URL: sound.url, MAIL_FROM: 'desk@example.com' }))).toEqual({});
  await sound.stop();
  const gone = await found(withSettings({ SMTP_URL: sound.url, MAIL_FROM: 'desk@example.com' }));
  expect(gone).toEqual({
    Mail: expect.stringMatching(/^problem: 127\.0\.0\.1:\d+: .*ECONNREFUSED.*; check SMTP_URL$/),
  });
  const forged = await startMailServer({ isSecure: true });
  const findings = await found(withSettings({ SMTP_URL: forged.url, MAIL_FROM: 'desk@example.com' }));
  expect(findings).toEqual({ Mail: expect.stringContaining('certificate') });
  await forged.stop();
});

it('finds mails that wait for long, that failed, and that this key does not decrypt', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const content = seal(JSON.stringify({ subject: 'S', text: 'T', secret: null }), KEY);
  const mail = { purpose: 'backupFailed', recipient: 'op@example.com', expiresAt: at(-600) } as const;
  await test.db.mail.create({ data: { ...mail, content, createdAt: at(5) } });
  const failed = { ...mail, state: 'failed', createdAt: at(5) } as const;
  await test.db.mail.create({ data: { ...failed, failure: 'ended' } });
  expect(await found()).toEqual({});
  await test.db.mail.createMany({
    data: [failed, failed].map((each) => ({ ...each, failure: 'addressRefused' as const })),
  });
  await test.db.mail.create({ data: { ...failed, failure: 'expired', createdAt: at(25 * 60) } });
  expect(await found()).toEqual({
    'Outbox of mail': 'warning: mails of the last day that will not be sent: 2 addressRefused',
  });
  await test.db.mail.create({ data: { ...mail, content, createdAt: at(90) } });
  expect(await found()).toEqual({
    'Outbox of mail': expect.stringMatching(/^warning: 1 of 2 waiting mails .* the oldest for 90:/),
  });
  expect(await found({ key: () => 'another key, which also has 32 characters' })).toEqual({
    'Outbox of mail': expect.stringMatching(/^problem: 2 of 2 waiting mails were encrypted with another key/),
  });
  await test.db.mail.deleteMany();
});

it('finds backups that are missing, late or failed, and a failed drill', async () => {
  const backedUp = withSettings({ BACKUP_DIR: '/srv/backup', BACKUP_DATABASE_URL: test.application });
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const backupFound = async () => (await found(backedUp)).Backup;
  expect(await found(backedUp)).toEqual({ Backup: expect.stringMatching(/^warning: there is no base backup yet/) });
  const base = { kind: 'base', at: ago(1), succeeded: false, text: 'no\nspace' } as const;
  await test.db.backupReport.create({ data: base });
  expect(await backupFound()).toBe('problem: there is no base backup yet, the last one failed: no; space');
  const set = (data: object) => test.db.backupReport.update({ where: { kind: 'base' }, data });
  await set({ lastSuccessAt: ago(40) });
  expect(await backupFound()).toBe('warning: the last base backup is 40 h old, the last one failed: no; space');
  await set({ succeeded: true, at: ago(47.5), lastSuccessAt: ago(47.5) });
  expect(await backupFound()).toBeUndefined();
  await set({ lastSuccessAt: ago(48.5) });
  expect(await backupFound()).toBe('problem: the last base backup is 48 h old: check that the archiver runs');
  await set({ lastSuccessAt: ago(-8_760) });
  expect(await backupFound()).toMatch(/^problem: the last base backup is of .*, which is in the future/);
  await set({ lastSuccessAt: ago(1) });
  await test.db.backupReport.create({ data: { kind: 'drill', at: ago(2), succeeded: false, text: 'damaged' } });
  expect(await backupFound()).toMatch(/^problem: the drill of .* failed: damaged$/);
  await test.db.backupReport.update({ where: { kind: 'drill' }, data: { succeeded: true } });
  await test.db.backupReport.create({ data: { kind: 'check', at: ago(2), succeeded: false, text: 'a gap' } });
  expect(await backupFound()).toMatch(/^problem: the check of .* failed: a gap$/);
  await test.db.backupReport.update({ where: { kind: 'check' }, data: { succeeded: true } });
  expect(await found(backedUp)).toEqual({});
  await test.db.backupReport.deleteMany();
});

it('bounds the time of a check', async () => {
  const never = () => new Promise<never>(() => {});
  expect(await run(never, installation, 10)).toEqual({ state: 'problem', text: 'no result within 0.01 s' });
  expect(await run(async () => fine('in time'), installation)).toEqual(fine('in time'));
});

// The last one: entries of the audit log are never removed.
it('finds entries of the audit log that are in the future', async () => {
  const ahead = new Date(Date.now() + 3 * 3_600_000);
  await test.db.auditEntry.create({ data: { at: ahead, channel: 'console', action: 'x', entity: 'order' } });
  expect(await found()).toEqual({
    'Latest entry': expect.stringMatching(/^problem: the latest entry of the audit log is 3 h in the future/),
  });
  expect(await found({ clock: () => ahead })).toEqual({ Clock: expect.stringMatching(/^problem: /) });
});
