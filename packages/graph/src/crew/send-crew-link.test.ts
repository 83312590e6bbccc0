import { inTransaction } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { unseal } from '@channel/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW, SETTINGS } from '../testing/context.ts';
import { type CrewScene, crewScene, EXCHANGE, LINK } from '../testing/crew.ts';
import { answer, refusal } from '../testing/run.ts';

const SEND = `mutation ($person: SafeInt!, $org: SafeInt!) { access: sendCrewLink(personId: $person, organizationId: $org) {
    access {
    mailAddress linkExpiresAt lastMail { address state createdAt sentAt failure } }
  } }`;
const READ = `query ($person: SafeInt!, $org: SafeInt!) { access: crewAccess(personId: $person, organizationId: $org) {
  mayManage mailAddress lastMail { state failure } } }`;
const END =
  'mutation ($person: SafeInt!, $org: SafeInt!) { endCrewAccess(personId: $person, organizationId: $org) { access { sessions } } }';

const MAIL = {
  smtp: { host: '127.0.0.1', port: 2525, isSecure: false, login: null },
  mailFrom: { name: '', address: 'desk@example.com' },
};
const withMail = (context: Context): Context => ({ ...context, settings: { ...context.settings, ...MAIL } });

let database: TestDatabase;
let scene: CrewScene;
let staff: Context;
let of: { person: number; org: number };

beforeAll(async () => {
  database = await testDatabase();
  scene = await crewScene(database);
  staff = withMail(scene.context);
  of = { person: scene.ann.id, org: scene.home };
  const languages = ['nl', 'de', 'fr'].map((code) => ({ code, name: code }));
  await database.db.language.createMany({ data: languages, skipDuplicates: true });
});
afterAll(() => database.drop());
beforeEach(() => database.db.mail.deleteMany());

/** What the mails say that wait, the oldest first. */
async function waiting(): Promise<{ subject: string; text: string; secret: string }[]> {
  const rows = await database.db.mail.findMany({ where: { state: 'waiting' }, orderBy: { id: 'asc' } });
  return rows.map(({ content }) => JSON.parse(unseal(content ?? new Uint8Array(), SETTINGS.secretKey)));
}

describe('a link by mail', () => {
  it('waits encrypted, names the organization, until when, and the link, which works once', async () => {
    const { access } = await answer<{ access: object }>(SEND, of, staff);
    expect(access).toEqual({
      mailAddress: scene.ann.email,
      linkExpiresAt: '2026-06-04T10:00:00.000Z',
      lastMail: {
        address: scene.ann.email,
        state: 'waiting',
        createdAt: NOW.toISOString(),
        sentAt: null,
        failure: null,
      },
    });
    const [mail] = await waiting();
    const { name, timeZone } = await database.db.organization.findUniqueOrThrow({ where: { id: scene.home } });
    expect(mail?.subject).toBe(`${name}: the link to your jobs`);
    expect(mail?.text).toContain(`http://localhost:3000/crew#${mail?.secret}\n`);
    expect(mail?.text).toContain(`works once, until Thursday, 4 June 2026 at 12:00 (${timeZone}).`);
    const rows = await database.db.$queryRaw<{ row: string }[]>`
      SELECT m::text || encode(content, 'escape') AS row FROM mail m UNION ALL
      SELECT j.payload::text FROM graphile_worker._private_jobs j`;
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toContain(mail?.secret);
    const anonymous = await contextFor(database.db, null);
    await answer(EXCHANGE, { token: mail?.secret }, anonymous);
    expect(await refusal(EXCHANGE, { token: mail?.secret }, anonymous)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await database.db.auditEntry.count({ where: { action: 'crew.send-link', entityId: of.person } })).toBe(1);
  });

  it.each([
    ['nl', 'en', 'de link naar je opdrachten', 'donderdag 4 juni 2026 om 12:00'],
    ['de', 'en', 'der Link zu Ihren Einsätzen', 'Donnerstag, 4. Juni 2026 um 12:00'],
    [null, 'nl', 'de link naar je opdrachten', 'donderdag 4 juni 2026'],
    ['fr', 'de', 'der Link zu Ihren Einsätzen', 'Donnerstag, 4. Juni 2026'],
    [null, 'fr', 'the link to your jobs', 'Thursday, 4 June 2026'],
  ])('is in the language of the person (%s), else of the organization (%s)', async (own, standard, subject, day) => {
    const where = { organizationId: scene.home };
    const before = await database.db.organizationLanguage.findMany({ where });
    await database.db.organizationLanguage.deleteMany({ where });
    await database.db.organizationLanguage.create({ data: { ...where, languageCode: standard, isDefault: true } });
    await database.db.user.update({ where: { id: of.person }, data: { language: own } });
    await answer(SEND, of, staff);
    const [mail] = await waiting();
    expect(mail?.subject).toContain(subject);
    expect(mail?.text).toContain(day);
    await database.db.user.update({ where: { id: of.person }, data: { language: null } });
    await database.db.organizationLanguage.deleteMany({ where });
    await database.db.organizationLanguage.createMany({ data: before });
  });

  it('has names on one line', async () => {
    const { name } = scene.ann;
    const hostile = 'Ann\r\n\r\nBcc: all@example.com\u2028Pay here';
    await database.db.user.update({ where: { id: of.person }, data: { name: hostile } });
    await answer(SEND, of, staff);
    const [mail] = await waiting();
    expect(mail?.text.split('\n')[0]).toBe('Hello Ann Bcc: all@example.com Pay here,');
    await database.db.user.update({ where: { id: of.person }, data: { name } });
  });

  it('does not exist where the transaction is rolled back', async () => {
    const jobs = () => database.db.$queryRaw`SELECT id FROM graphile_worker.jobs ORDER BY id`;
    const before = await jobs();
    const rolledBack = inTransaction(database.db, async (tx) => {
      await answer(SEND, of, { ...staff, db: tx });
      expect(await tx.mail.count()).toBe(1);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await database.db.mail.count()).toBe(0);
    expect(await jobs()).toEqual(before);
  });

  it('is sent for staff who dispatch, and shown to them alone', async () => {
    const reader = withMail(await contextFor(database.db, (await scene.make.userWith(['console.access'])).id));
    expect(await refusal(SEND, of, reader)).toMatchObject({ code: 'FORBIDDEN' });
    const driver = withMail(await contextFor(database.db, of.person));
    expect(await refusal(SEND, of, driver)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(SEND, of, withMail(await contextFor(database.db, null)))).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    const clerk = await scene.make.userWith(['console.access']);
    expect(await refusal(SEND, { ...of, person: clerk.id }, staff)).toMatchObject({ code: 'CONFLICT' });
    expect(await database.db.mail.count()).toBe(0);
    await answer(SEND, of, staff);
    const hidden = { access: { mayManage: false, mailAddress: null, lastMail: null } };
    expect(await answer(READ, of, reader)).toEqual(hidden);
  });

  it('is refused where mail is not set up, and for a person without an address', async () => {
    const before = await database.db.crewLink.findMany();
    expect(await refusal(SEND, of, scene.context)).toEqual({
      code: 'CONFLICT',
      message: 'Mail is not set up on this installation.',
    });
    const off = { access: { mayManage: true, mailAddress: null, lastMail: null } };
    expect(await answer(READ, of, scene.context)).toEqual(off);
    for (const email of ['nobody', 'a@example.com,b@example.com', 'a@example.com>\r\nDATA']) {
      await database.db.user.update({ where: { id: of.person }, data: { email } });
      expect(await refusal(SEND, of, staff)).toMatchObject({ message: 'The person has no e-mail address.' });
      expect(await answer(READ, of, staff)).toEqual(off);
    }
    await database.db.user.update({ where: { id: of.person }, data: { email: scene.ann.email } });
    expect(await database.db.crewLink.findMany()).toEqual(before);
  });

  it('comes at most five times in an hour, whoever sends it', async () => {
    for (let nth = 0; nth < 5; nth += 1) await answer(SEND, of, staff);
    expect(await waiting()).toHaveLength(1);
    const message = 'A person gets at most 5 mails in an hour. Try again later.';
    expect(await refusal(SEND, of, staff)).toEqual({ code: 'CONFLICT', message });
    await answer(SEND, { ...of, person: scene.ben.id }, staff);
    await answer(SEND, of, { ...staff, now: new Date(NOW.getTime() + 3_600_000) });
    await database.db.mail.deleteMany();
    const codes = await Promise.allSettled(Array.from({ length: 8 }, () => answer(SEND, of, staff)));
    expect(codes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it.each([
    ['a newer link', LINK],
    ['the end of the access', END],
  ])('ends unsent with %s', async (_what, change) => {
    await answer(SEND, of, staff);
    await answer(change, of, staff);
    expect(await answer(READ, of, staff)).toMatchObject({
      access: { lastMail: { state: 'failed', failure: 'ended' } },
    });
    expect(await database.db.mail.count({ where: { content: { not: null } } })).toBe(0);
  });
});
