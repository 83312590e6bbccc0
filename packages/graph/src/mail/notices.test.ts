import { inTransaction } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { unseal } from '@channel/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queueNotice } from './notices.ts';

const NOW = new Date('2026-06-01T10:00:00Z');
const MAIL = {
  SECRET_KEY: 'a key that only tests know, 32 and more',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'desk@example.com',
  CONSOLE_URL: 'https://console.example',
};
const settings = loadSettings({ ...MAIL, OPERATOR_MAIL: 'Night shift <ops@example.com>, on-call@example.com' });

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.mail.deleteMany();
});

const backup = { purpose: 'backupFailed', details: 'pg_dump ended with 1' } as const;
const notify = (now = NOW, notice: Parameters<typeof queueNotice>[2] = backup) =>
  queueNotice(database.db, { settings, now }, notice);

describe('a notice to the operator', () => {
  it('goes to each address, belongs to nobody, and waits encrypted', async () => {
    expect(await notify()).toBe(2);
    const mails = await database.db.mail.findMany({ orderBy: { id: 'asc' } });
    expect(mails.map(({ recipient }) => recipient)).toEqual(['ops@example.com', 'on-call@example.com']);
    for (const { userId, organizationId, purpose, state, content } of mails) {
      expect({ userId, organizationId, purpose, state }).toEqual({
        userId: null,
        organizationId: null,
        purpose: 'backupFailed',
        state: 'waiting',
      });
      const { subject, text } = JSON.parse(unseal(content ?? new Uint8Array(), settings.secretKey));
      expect(subject).toBe('console.example: A backup failed');
      expect(text).toContain('\npg_dump ended with 1\n');
    }
    const jobs = await database.db.$queryRaw<object[]>`
      SELECT FROM graphile_worker.jobs WHERE key = ANY (${mails.map(({ id }) => `send-mail:${id}`)})`;
    expect(jobs).toHaveLength(2);
  });

  it('is sent once a day for each kind, also by concurrent calls', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => notify()));
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(2);
    expect(await notify(new Date('2026-06-01T23:59:59Z'), { ...backup, details: 'again' })).toBe(0);
    expect(await notify(NOW, { purpose: 'drillFailed', details: '' })).toBe(2);
    expect(await notify(new Date('2026-06-02T00:00:00Z'))).toBe(2);
    expect(await database.db.mail.count()).toBe(6);
  });

  it('does not exist where the transaction is rolled back', async () => {
    const rolledBack = inTransaction(database.db, async (tx) => {
      expect(await queueNotice(tx, { settings, now: NOW }, backup)).toBe(2);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await database.db.mail.count()).toBe(0);
    expect(await notify()).toBe(2);
  });

  it('is not written without an address of the operator, or without a mail server', async () => {
    const none = loadSettings(MAIL);
    expect(await queueNotice(database.db, { settings: none, now: NOW }, backup)).toBe(0);
    const off = { ...settings, smtp: null };
    expect(await queueNotice(database.db, { settings: off, now: NOW }, backup)).toBe(0);
    expect(await database.db.mail.count()).toBe(0);
  });
});
