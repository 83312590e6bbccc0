import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recurringTasks } from '../jobs/recurring.ts';
import { type MailServer, startMailServer } from './testing/receiver.ts';
import { type MailScene, mailScene } from './testing/scene.ts';

let database: TestDatabase;
let server: MailServer;
let scene: MailScene;
const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });

beforeAll(async () => {
  database = await testDatabase();
  server = await startMailServer();
  scene = await mailScene(database, log, { SMTP_URL: server.url });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});
beforeEach(() => {
  server.refuse({});
  server.received.length = 0;
});

const secretIn = (text: string): string => /\/crew#([\w-]{43})\n/.exec(text)?.[1] ?? 'no link';
const END =
  'mutation ($p: SafeInt!, $o: SafeInt!) { endCrewAccess(personId: $p, organizationId: $o) { access { sessions } } }';
const REPLACE =
  'mutation ($p: SafeInt!, $o: SafeInt!) { createCrewLink(personId: $p, organizationId: $o) { link { url } } }';

/** All texts of the tables of mail and jobs. */
const stored = async () =>
  (
    await database.db.$queryRaw<{ row: string }[]>`SELECT m::text || coalesce(encode(content, 'escape'), '') AS row
      FROM mail m UNION ALL SELECT payload::text FROM graphile_worker._private_jobs`
  )
    .map(({ row }) => row)
    .join('\n');

describe('a mail with a link', () => {
  it('arrives as plain text at the person alone, and its link works once', async () => {
    const driver = await scene.driver();
    const id = await scene.send(driver.id);
    const before = await stored();
    await scene.work(id);
    const [mail, ...more] = server.received;
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ from: 'desk@example.com', to: [driver.email] });
    const { name } = await database.db.organization.findUniqueOrThrow({ where: { id: scene.organizationId } });
    expect(mail?.headers).toMatchObject({
      from: 'Canal Tours <desk@example.com>',
      to: driver.email,
      subject: `${name}: the link to your jobs`,
      'content-type': 'text/plain; charset=utf-8',
      'message-id': `<channel-mail-${id}@example.com>`,
      'auto-submitted': 'auto-generated',
    });
    expect(await scene.mail(id)).toMatchObject({ state: 'sent', sentAt: scene.now(), content: null, attempts: 1 });
    const secret = secretIn(mail?.text ?? '');
    for (const text of [before, await stored(), logged.join()]) expect(text).not.toContain(secret);
    expect(await scene.exchange(secret)).toMatchObject({ userId: driver.id });
    expect(await scene.exchange(secret)).toBeNull();
    await scene.work(id);
    expect(server.received).toHaveLength(1);
  });

  it('is tried again after 4xx, later each time', async () => {
    const driver = await scene.driver();
    const id = await scene.send(driver.id);
    server.refuse({ address: 450 });
    await scene.work(id);
    expect(await scene.mail(id)).toMatchObject({ state: 'waiting', failure: 'deferred', attempts: 1 });
    expect(await scene.dueAt(id)).toEqual(new Date(scene.now().getTime() + 15_000));
    server.refuse({ mail: 451 });
    await scene.work(id);
    expect(await scene.dueAt(id)).toEqual(new Date(scene.now().getTime() + 60_000));
    server.refuse({});
    await scene.work(id);
    expect(await scene.mail(id)).toMatchObject({ state: 'sent', failure: null, attempts: 3 });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['address', { address: 550 }, 'addressRefused'],
    ['mail', { mail: 554 }, 'refused'],
    ['login', { login: 535 }, 'loginRefused'],
  ])('ends when the server refuses the %s with 5xx', async (_what, refusal, failure) => {
    const id = await scene.send((await scene.driver()).id);
    server.refuse(refusal);
    await scene.work(id);
    expect(await scene.mail(id)).toMatchObject({ state: 'failed', failure, content: null, sentAt: null });
    expect(logged.join()).not.toMatch(/internal words|@example|p:ss/);
  });

  it('is given up after a day of failures, or when the link would have expired', async () => {
    const tries = async (id: number) => {
      for (let nth = 1; ; nth += 1) {
        await scene.work(id);
        if ((await scene.mail(id)).state !== 'waiting') return nth;
      }
    };
    server.refuse({ mail: 451 });
    const first = await scene.send((await scene.driver()).id);
    expect(await tries(first)).toBe(10);
    expect(await scene.mail(first)).toMatchObject({ state: 'failed', failure: 'deferred', content: null });
    const second = await scene.send((await scene.driver()).id);
    scene.later(72 * 3_600 - 60);
    expect(await tries(second)).toBe(2);
  });

  it.each<[string, string, (scene: MailScene, userId: number) => unknown]>([
    ['expired', 'expired', () => scene.later(72 * 3_600)],
    ['was replaced', 'ended', (_scene, userId) => scene.ask(REPLACE, userId)],
    ['was ended', 'ended', (_scene, userId) => scene.ask(END, userId)],
    [
      'is of a disabled person',
      'ended',
      (_scene, id) => database.db.user.update({ where: { id }, data: { disabledAt: new Date() } }),
    ],
    [
      'goes to an address that was corrected',
      'ended',
      (_scene, id) => database.db.user.update({ where: { id }, data: { email: `corrected-${id}@example.com` } }),
    ],
    ['is of a person who left', 'ended', (_scene, userId) => database.db.userRole.deleteMany({ where: { userId } })],
  ])('is not sent when its link %s', async (_what, failure, change) => {
    const driver = await scene.driver();
    const id = await scene.send(driver.id);
    await change(scene, driver.id);
    await scene.work(id);
    expect(server.received).toEqual([]);
    expect(await scene.mail(id)).toMatchObject({ state: 'failed', failure, content: null });
  });

  it('is not sent where the key has changed', async () => {
    const id = await scene.send((await scene.driver()).id);
    await scene.work(id, 'another key, of 32 characters and more');
    expect(server.received).toEqual([]);
    expect(await scene.mail(id)).toMatchObject({ state: 'failed', failure: 'unreadable', content: null });
  });

  it('has headers without line breaks of names', async () => {
    const { organizationId, db } = scene;
    const driver = await scene.driver();
    const { name } = await db.organization.findUniqueOrThrow({ where: { id: organizationId } });
    const hostile = 'Tours\r\nBcc: all@example.com\r\n\r\nPay here';
    await db.organization.update({ where: { id: organizationId }, data: { name: hostile } });
    await scene.work(await scene.send(driver.id));
    await db.organization.update({ where: { id: organizationId }, data: { name } });
    const [mail] = server.received;
    expect(mail?.to).toEqual([driver.email]);
    expect(mail?.headers.subject).toBe('Tours Bcc: all@example.com Pay here: the link to your jobs');
    expect(mail?.headers.bcc).toBeUndefined();
  });

  it('is erased when it expires while no worker runs, and forgotten after 30 days', async () => {
    const id = await scene.send((await scene.driver()).id);
    const prune = recurringTasks(scene.services, log).prune as () => Promise<void>;
    scene.later(72 * 3_600);
    await prune();
    expect(await scene.mail(id)).toMatchObject({ state: 'failed', failure: 'expired', content: null });
    scene.later(27 * 86_400 + 1);
    await prune();
    expect(await database.db.mail.count({ where: { id } })).toBe(0);
  });
});
