import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { seal, unseal } from '@channel/webhooks';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TIMEOUT = 120_000;
const FORMER = 'the former key of a test, 32 letters and more';
const NEXT = 'the new key of a test, 32 letters and more';

let database: TestDatabase;
let organizationId: number;
let userId: number;
beforeAll(async () => {
  database = await testDatabase();
  const { id, role } = await createFactories(database.db).userWith(['administration']);
  [organizationId, userId] = [role.organizationId, id];
});
afterAll(() => database.drop());

/** Runs the program as its users do, as the role of the programs. */
const run = (env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'secret-key.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: database.application,
      SECRET_KEY: FORMER,
      NEW_SECRET_KEY: NEXT,
      ...env,
    },
  });

const endpoint = (columns: {
  secret: Uint8Array<ArrayBuffer>;
  previousSecret?: Uint8Array<ArrayBuffer>;
  previousSecretExpiresAt?: Date;
  deletedAt?: Date;
}) =>
  database.db.webhookEndpoint.create({
    data: { organizationId, url: `https://${randomUUID()}.receiver.test`, createdAt: new Date(), ...columns },
  });
const mail = (content: Uint8Array<ArrayBuffer> | null) =>
  database.db.mail.create({
    data: {
      ...{ userId, purpose: 'invitation', recipient: 'a@guest.example', content },
      ...(content === null ? { state: 'failed', failure: 'ended' } : {}),
      ...{ createdAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) },
    },
  });

/** All encrypted values as they are stored. */
const stored = async () => ({
  endpoints: await database.db.webhookEndpoint.findMany({ orderBy: { id: 'asc' } }),
  mails: await database.db.mail.findMany({ orderBy: { id: 'asc' } }),
});

it('encrypts secrets and mails with the new key, all or nothing', { timeout: TIMEOUT }, async () => {
  await endpoint({
    secret: seal('one', FORMER),
    previousSecret: seal('before', FORMER),
    previousSecretExpiresAt: new Date(),
  });
  await endpoint({ secret: new Uint8Array(), deletedAt: new Date() });
  const two = await endpoint({ secret: seal('two', 'another key, with 32 letters and more') });
  await mail(seal('waits', FORMER));
  await mail(null);
  const lost = await mail(seal('lost', 'another key, with 32 letters and more'));

  const before = await stored();
  const refused = (stderr: string) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^[^\\n]*${stderr}[^\\n]*\\n$`)),
  });
  await expect(run()).rejects.toMatchObject(refused(`webhook endpoint ${two.id}: nothing was changed`));
  await expect(run({ NEW_SECRET_KEY: 'short' })).rejects.toMatchObject(refused('at least 32 characters'));
  await expect(run({ NEW_SECRET_KEY: FORMER })).rejects.toMatchObject(refused('is the present key'));
  await database.db.webhookEndpoint.update({ where: { id: two.id }, data: { secret: seal('two', FORMER) } });
  // A pool would close the connection after 10 s without use.
  const worker = new pg.Client({ connectionString: database.application, application_name: 'channel-worker' });
  await worker.connect();
  await expect(run()).rejects.toMatchObject(refused('Stop the programs first: channel-worker'));
  await worker.end();
  const [first, deleted] = before.endpoints;
  expect((await stored()).endpoints[0]).toEqual(first);
  expect((await stored()).mails).toEqual(before.mails);

  expect((await run()).stdout).toContain('the secrets of 2 webhook endpoints');
  const { endpoints, mails } = await stored();
  expect(
    endpoints.flatMap(({ secret, previousSecret, deletedAt }) =>
      deletedAt ? [] : [secret, ...(previousSecret ? [previousSecret] : [])].map((sealed) => unseal(sealed, NEXT)),
    ),
  ).toEqual(['one', 'before', 'two']);
  expect(endpoints[1]).toEqual(deleted);
  expect(mails[0]?.content && unseal(mails[0].content, NEXT)).toBe('waits');
  expect(mails.slice(1)).toEqual([before.mails[1], before.mails.find(({ id }) => id === lost.id)]);
  await expect(run()).rejects.toMatchObject(refused('does not decrypt'));
});

it('takes a key with spaces around it as the programs read it', { timeout: TIMEOUT }, async () => {
  const given = ` ${FORMER} \n`;
  await run({ SECRET_KEY: NEXT, NEW_SECRET_KEY: given });
  const { secret } = await database.db.webhookEndpoint.findFirstOrThrow({ orderBy: { id: 'asc' } });
  expect(unseal(secret, loadSettings({ SECRET_KEY: given }).secretKey)).toBe('one');
  for (const key of [`${'x'.repeat(31)} `, ` ${FORMER}`])
    await expect(run({ NEW_SECRET_KEY: key })).rejects.toMatchObject({ code: 1, stdout: '' });
});

it('refuses in one line while another transaction writes', { timeout: TIMEOUT }, async () => {
  const client = new pg.Client({ connectionString: database.application });
  await client.connect();
  await client.query('BEGIN; UPDATE mail SET state = state WHERE false');
  await expect(run()).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'The database is busy, please try again: nothing was changed.\n',
  });
  await client.end();
});
