import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import type { JobHelpers } from 'graphile-worker';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailTasks } from '../jobs/mail.ts';
import { recurringTasks } from '../jobs/recurring.ts';
import { type MailServer, startMailServer } from './testing/receiver.ts';
import { type MailScene, mailScene } from './testing/scene.ts';

/* Mails other than those with the link of the crew, from the change to the mail server. */

const OPERATOR = 'Night shift <ops@example.com>';

let database: TestDatabase;
let server: MailServer;
let scene: MailScene;
const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });

beforeAll(async () => {
  database = await testDatabase();
  server = await startMailServer();
  scene = await mailScene(database, log, { SMTP_URL: server.url, OPERATOR_MAIL: OPERATOR });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});
beforeEach(async () => {
  server.refuse({});
  server.received.length = 0;
  logged.length = 0;
  await database.db.mail.deleteMany();
});

/** Runs the job of a request for a new password. @returns the id of the mail */
async function request(email: string): Promise<number> {
  await mailTasks(scene.services, log)['mail-password-link']?.({ email }, {} as JobHelpers);
  return (await database.db.mail.findFirstOrThrow({ orderBy: { id: 'desc' } })).id;
}
const tokenIn = (text: string) => decodeURIComponent(/\/welcome\?token=(\S+)\n/.exec(text)?.[1] ?? 'no link');

describe('a mail with a link to set a password', () => {
  it('arrives with headers of its own, the date of the request, and encoded names', async () => {
    const { id: userId, email } = await scene.driver();
    await database.db.user.update({ where: { id: userId }, data: { name: 'Zoë Öztürk-Łuk 東京' } });
    const id = await request(email);
    await scene.work(id);
    const [mail] = server.received;
    expect(mail?.to).toEqual([email]);
    expect(mail?.headers).toMatchObject({
      subject: 'Set a new password',
      'message-id': `<channel-mail-${id}@example.com>`,
      'auto-submitted': 'auto-generated',
      date: scene.now().toUTCString().replace('GMT', '+0000'),
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(mail?.text).toContain('Hello Zoë Öztürk-Łuk 東京,');
    const token = tokenIn(mail?.text ?? '');
    expect(token).toMatch(/^\d+\|[\w-]{43}$/);
    expect(logged.join()).not.toContain(token);
  });

  it('has a subject of ASCII on the wire, and one recipient', async () => {
    const { id: userId, email } = await scene.driver();
    await database.db.user.update({ where: { id: userId }, data: { language: null } });
    const id = await request(email);
    await scene.work(id);
    for (const value of Object.values(server.received[0]?.headers ?? {})) expect(value).toMatch(/^[\x20-\x7e]*$/);
  });

  it('is not sent once the link is used, the account is disabled, the address corrected, or the key changed', async () => {
    const changes: [string, (userId: number) => Promise<unknown>, string?][] = [
      ['ended', (userId) => database.db.passwordLink.deleteMany({ where: { userId } })],
      ['ended', (id) => database.db.user.update({ where: { id }, data: { disabledAt: scene.now() } })],
      ['ended', (id) => database.db.user.update({ where: { id }, data: { email: `new-${id}@example.com` } })],
      ['unreadable', async () => {}, 'another key, of 32 characters and more'],
    ];
    for (const [failure, change, key] of changes) {
      const { id: userId, email } = await scene.driver();
      const id = await request(email);
      await change(userId);
      await (key === undefined ? scene.work(id) : scene.work(id, key));
      expect(await scene.mail(id)).toMatchObject({ state: 'failed', failure, content: null });
    }
    expect(server.received).toEqual([]);
  });

  it('is tried until the link expires', async () => {
    const { email } = await scene.driver();
    const id = await request(email);
    server.refuse({ mail: 451 });
    await scene.work(id);
    expect(await scene.mail(id)).toMatchObject({ state: 'waiting', failure: 'deferred' });
    scene.later(4 * 3_600);
    await scene.work(id);
    expect(await scene.mail(id)).toMatchObject({ state: 'failed', failure: 'expired' });
    expect(server.received).toEqual([]);
  });
});

describe('a notice to the operator', () => {
  const run = (task: string) => recurringTasks(scene.services, log)[task]?.({}, {} as JobHelpers);
  const noticed = () => database.db.mail.findMany({ where: { userId: null }, orderBy: { id: 'asc' } });

  it('is sent when a job has waited for a worker for 15 minutes', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const add = (runAt: Date) =>
      database.db.$executeRaw`SELECT graphile_worker.add_job('deliver', '{}'::json, run_at => ${runAt}::timestamptz)`;
    await database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await add(at(14));
    await run('check-queue');
    expect(await noticed()).toEqual([]);
    await add(at(20));
    await run('check-queue');
    await run('check-queue');
    const [mail, ...more] = await noticed();
    expect(more).toEqual([]);
    await scene.work(mail?.id ?? 0);
    expect(server.received[0]?.text).toContain('deliver: 1 jobs, the oldest waits for 20 minutes');
    expect(logged.filter((line) => line.includes('jobs have waited for a worker for long'))).toHaveLength(2);
  });
});
