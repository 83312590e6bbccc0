import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { seal } from '@channel/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextFor, NOW, SETTINGS } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';
import { putIntoMailbox } from './mailbox.ts';

const LIST = '{ mailboxMails { number address subject } }';
const READ = 'query ($id: SafeInt!) { mailboxMail(id: $id) { address subject text } }';

let database: TestDatabase;
let scene: StaffScene;
beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());
beforeEach(() => database.db.mail.deleteMany());

const demo = { settings: { ...SETTINGS, demoMailbox: true } };
const { secretKey } = SETTINGS;

/** A sent mail to a user (null: to the operator) in the mailbox. */
async function delivered(userId: number | null, subject = 'Subject', key = secretKey): Promise<number> {
  const { id } = await database.db.mail.create({
    data: {
      userId,
      purpose: userId === null ? 'queueStuck' : 'passwordReset',
      recipient: 'to@example.com',
      state: 'sent',
      createdAt: NOW,
      sentAt: NOW,
      expiresAt: NOW,
    },
  });
  await putIntoMailbox(database.db, { mailId: id, secretKey: key, now: NOW, subject, text: 'canary text' });
  return id;
}

describe('the mailbox of the demo', () => {
  it('shows administrators the mails to their people and to the operator, encrypted in the database', async () => {
    const { driver, stranger } = scene.people;
    const [own, operator] = [await delivered(driver.id, 'Own'), await delivered(null, 'Operator')];
    const foreign = await delivered(stranger.id, 'Foreign');
    expect(await answer(LIST, {}, await scene.as('admin', demo))).toEqual({
      mailboxMails: [
        { number: operator, address: 'to@example.com', subject: 'Operator' },
        { number: own, address: 'to@example.com', subject: 'Own' },
      ],
    });
    expect(await answer(READ, { id: own }, await scene.as('admin', demo))).toEqual({
      mailboxMail: { address: 'to@example.com', subject: 'Own', text: 'canary text' },
    });
    expect(await refusal(READ, { id: foreign }, await scene.as('admin', demo))).toMatchObject({ code: 'NOT_FOUND' });
    const rows = await database.db.$queryRaw<{ row: string }[]>`
      SELECT m::text || encode(content, 'escape') AS row FROM mailbox_mail m`;
    expect(rows).toHaveLength(3);
    for (const { row } of rows) expect(row).not.toContain('canary');
  });

  it('hides mails to people who also belong to an organization of others: a link in them opens it', async () => {
    const { driver, stranger } = scene.people;
    const { roleId } = await database.db.userRole.findFirstOrThrow({ where: { userId: driver.id } });
    await database.db.userRole.create({ data: { userId: stranger.id, roleId } });
    const [id, own] = [await delivered(stranger.id), await delivered(driver.id)];
    expect(await refusal(READ, { id }, await scene.as('admin', demo))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await answer(LIST, {}, await scene.as('admin', demo))).toMatchObject({ mailboxMails: [{ number: own }] });
    await database.db.userRole.deleteMany({ where: { userId: stranger.id, roleId } });
  });

  it('does not exist in production, where mails are sent, or for others than administrators', async () => {
    const id = await delivered(scene.people.driver.id);
    const none = { code: 'NOT_FOUND' };
    for (const document of [LIST, READ]) {
      expect(await refusal(document, { id }, await scene.as('admin'))).toMatchObject(none);
      for (const who of ['staff', 'partner', 'driver'] as const)
        expect(await refusal(document, { id }, await scene.as(who, demo))).toMatchObject(none);
      const anonymous = await contextFor(database.db, null, demo);
      expect(await refusal(document, { id }, anonymous)).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    const production = { NODE_ENV: 'production', SECRET_KEY: secretKey ?? '', WEBHOOK_HTTPS_ONLY: '1' };
    expect(loadSettings(production).demoMailbox).toBe(false);
    expect(() => loadSettings({ ...production, DEMO_MAILBOX: '1' })).toThrow('DEMO_MAILBOX: expected 0');
    const smtp = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'desk@example.com', DEMO_MAILBOX: '1' };
    expect(() => loadSettings(smtp)).toThrow('DEMO_MAILBOX: expected 0');
  });

  it('keeps the last 200 mails, each once', async () => {
    const first = await delivered(null);
    for (let nth = 0; nth < 3; nth += 1)
      await putIntoMailbox(database.db, { mailId: first, secretKey, now: NOW, subject: 'Again', text: '' });
    expect(await database.db.mailboxMail.count()).toBe(1);
    const mail = { purpose: 'queueStuck', recipient: 'to@example.com', createdAt: NOW, expiresAt: NOW } as const;
    const rows = Array.from({ length: 210 }, () => ({ ...mail, state: 'sent' as const, sentAt: NOW }));
    const made = await database.db.mail.createManyAndReturn({ data: rows, select: { id: true } });
    const content = seal('{"subject":"S","text":"T","secret":null}', secretKey);
    await database.db.mailboxMail.createMany({
      data: made.map(({ id: mailId }) => ({ mailId, content, sentAt: NOW })),
    });
    const last = await delivered(null, 'Last');
    expect(await database.db.mailboxMail.count()).toBe(200);
    const { mailboxMails } = await answer<{ mailboxMails: { number: number }[] }>(
      LIST,
      {},
      await scene.as('admin', demo),
    );
    expect(mailboxMails).toHaveLength(200);
    expect(mailboxMails[0]?.number).toBe(last);
  });

  it('says so where a mail was encrypted with another key', async () => {
    const id = await delivered(null, 'Subject', 'another key, of 32 characters and more');
    expect(await answer(READ, { id }, await scene.as('admin', demo))).toMatchObject({
      mailboxMail: { text: 'This mail was encrypted with another key.' },
    });
  });
});
