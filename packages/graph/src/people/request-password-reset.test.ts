import { createSessions, hashPassword } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { unseal } from '@channel/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW, SETTINGS } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';
import { mailRequestedLink } from './request-password-reset.ts';

const REQUEST = 'mutation ($email: String!) { requestPasswordReset(email: $email) { isDone } }';
const SET =
  'mutation ($token: String!, $password: String!) { setPassword(token: $token, password: $password) { owner { username } } }';
const NEW = 'a new password of tests';

let database: TestDatabase;
let scene: StaffScene;
beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.mail.deleteMany();
  await database.db.loginThrottle.deleteMany();
  await database.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
});

const settings = { ...SETTINGS, demoMailbox: true };
/** An anonymous client, as the login page has it. */
const visitor = async (more: Partial<Context> = {}): Promise<Context> => ({
  ...(await contextFor(database.db, null)),
  settings,
  address: '203.0.113.7',
  ...more,
});
const jobs = () => database.db.$queryRaw<{ task: string; key: string }[]>`
  SELECT task_identifier AS task, key FROM graphile_worker.jobs WHERE task_identifier = 'mail-password-link'`;
const work = (email: string, more: Partial<typeof settings> = {}, now = NOW) =>
  mailRequestedLink({ db: database.db, settings: { ...settings, ...more }, now }, { email });
const requested = async (userId: number) => {
  const rows = await database.db.mail.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  return rows.map(({ content, ...row }) => ({
    ...row,
    secret: content && (JSON.parse(unseal(content, SETTINGS.secretKey)).secret as string),
  }));
};
const emailOf = async (id: number) => (await database.db.user.findUniqueOrThrow({ where: { id } })).email;
/** A user with a password. */
const somebody = async (permissions?: string[]) => {
  const { id } = await scene.someone(permissions);
  const passwordHash = await hashPassword('a password of tests');
  const { email } = await database.db.user.update({ where: { id }, data: { passwordHash } });
  return { id, email };
};

describe('a request for a new password', () => {
  it('does the same whether an account has the address or not', async () => {
    const { email } = await somebody();
    const statements: string[][] = [];
    for (const each of [email, 'nobody@example.com']) {
      const seen: string[] = [];
      const context = await visitor({ db: noting(database.db, seen) });
      expect(await answer(REQUEST, { email: each }, context)).toEqual({ requestPasswordReset: true });
      statements.push(seen);
    }
    expect(statements[0]?.length).toBeGreaterThan(1);
    expect(statements[1]).toEqual(statements[0]);
    expect(await jobs()).toHaveLength(2);
    expect(await database.db.mail.count()).toBe(0);
    await work('nobody@example.com');
    expect(await database.db.mail.count()).toBe(0);
  });

  it('mails a link that works once, for four hours, and leaves password and sessions until then', async () => {
    const { id, email } = await somebody();
    const sessions = createSessions({
      db: database.db,
      idleMinutes: 60,
      absoluteHours: 24,
      secure: false,
      clock: () => NOW,
    });
    const { setCookie } = await sessions.signIn(id, undefined);
    const cookie = setCookie.split(';')[0] ?? '';
    const before = await database.db.user.findUniqueOrThrow({ where: { id } });
    await work(email.toUpperCase());
    expect(await sessions.peek(cookie)).not.toBeNull();
    expect((await database.db.user.findUniqueOrThrow({ where: { id } })).passwordHash).toBe(before.passwordHash);
    const [mail] = await requested(id);
    expect(mail).toMatchObject({
      purpose: 'passwordRequest',
      recipient: email,
      organizationId: null,
      expiresAt: new Date('2026-06-01T14:00:00Z'),
    });
    expect((await scene.audited('user', id)).map(({ action }) => action)).toEqual(['user.request-password']);
    await answer(SET, { token: mail?.secret, password: NEW }, await visitor());
    expect(await sessions.peek(cookie)).toBeNull();
    expect(await refusal(SET, { token: mail?.secret, password: NEW }, await visitor())).toMatchObject({
      code: 'NOT_FOUND',
    });
    await work(email);
    const late = (await requested(id)).at(-1)?.secret;
    const after = await visitor({ now: new Date('2026-06-01T14:00:00Z') });
    expect(await refusal(SET, { token: late, password: NEW }, after)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('replaces an earlier link, and ends its mail', async () => {
    const { id, email } = await somebody();
    await work(email);
    const [first] = await requested(id);
    await work(email);
    const [ended, second] = await requested(id);
    expect(ended).toMatchObject({ state: 'failed', failure: 'ended', secret: null });
    expect(await refusal(SET, { token: first?.secret, password: NEW }, await visitor())).toMatchObject({
      code: 'NOT_FOUND',
    });
    await answer(SET, { token: second?.secret, password: NEW }, await visitor());
  });

  it('links to CONSOLE_URL', async () => {
    const { id, email } = await somebody();
    await work(email, { consoleUrl: 'https://console.example' });
    const { content } = await database.db.mail.findFirstOrThrow({ where: { userId: id } });
    const { text } = JSON.parse(unseal(content ?? new Uint8Array(), SETTINGS.secretKey));
    expect(text).toMatch(/^https:\/\/console\.example\/welcome\?token=\d+%7C[\w-]{43}$/m);
  });
});

describe('no link goes to', () => {
  const none = async (id: number, more: Partial<typeof settings> = {}) => {
    await work(await emailOf(id), more);
    expect(await requested(id)).toEqual([]);
  };

  it('a disabled account, a service account, or an address with a letter that only looks alike', async () => {
    const { id } = await somebody();
    await database.db.user.update({ where: { id }, data: { disabledAt: NOW } });
    await none(id);
    await database.db.user.update({ where: { id }, data: { disabledAt: null, kind: 'service' } });
    await none(id);
    await database.db.user.update({ where: { id }, data: { kind: 'person', email: 'kim.k@example.com' } });
    await work('\u212Aim.\u212A@example.com');
    expect(await requested(id)).toEqual([]);
    await work('KIM.K@example.com');
    expect(await requested(id)).toHaveLength(1);
  });

  it('an account that signs in by the provider alone', async () => {
    const { id } = await scene.someone();
    const link = { issuer: 'https://login.example', subject: String(id), userId: id, linkedAt: NOW };
    await database.db.openIdLink.create({ data: link });
    await none(id);
    await database.db.user.update({ where: { id }, data: { passwordHash: await hashPassword(NEW) } });
    await work(await emailOf(id));
    expect(await requested(id)).toHaveLength(1);
  });

  it('users of the console who may not use passwords', async () => {
    const limited = { passwordSignIn: 'administrators' } as const;
    await none(scene.people.staff.id, limited);
    for (const each of [scene.people.admin, scene.people.driver]) {
      await work(await emailOf(each.id), limited);
      expect(await requested(each.id)).toHaveLength(1);
    }
  });

  it('anybody where mail is not set up', async () => {
    const { id, email } = await somebody();
    await work(email, { demoMailbox: false });
    expect(await requested(id)).toEqual([]);
    expect(await refusal(REQUEST, { email }, await visitor({ settings: SETTINGS }))).toEqual({
      code: 'CONFLICT',
      message: 'Mail is not set up on this installation.',
    });
  });
});

describe('many requests', () => {
  it('of one address are answered alike, with three jobs at most, and five mails in an hour', async () => {
    const { id, email } = await somebody();
    const unlimited = { ...settings, loginFailuresPerAddress: 0, loginFailuresPerNetwork: 0 };
    const context = await visitor({ settings: unlimited });
    let made = 0;
    for (let nth = 0; nth < 5_000; nth += 250) {
      const answers = await Promise.all(
        Array.from({ length: 250 }, (_each, of) =>
          answer(REQUEST, { email: of % 2 ? email : email.toUpperCase() }, context),
        ),
      );
      for (const each of answers) expect(each).toEqual({ requestPasswordReset: true });
      const waiting = await jobs();
      made = Math.max(made, waiting.length);
    }
    expect(made).toBe(1);
    expect(await database.db.loginThrottle.count()).toBe(1);
    for (let nth = 0; nth < 8; nth += 1) await work(email);
    expect(await requested(id)).toHaveLength(5);
    expect(await database.db.passwordLink.count({ where: { userId: id } })).toBe(1);
    await work(email, {}, new Date(NOW.getTime() + 3_600_000));
    expect(await requested(id)).toHaveLength(6);
  }, 60_000);

  it('of one client are throttled, whatever the addresses are', async () => {
    const few = { ...settings, loginFailuresPerAddress: 5 };
    const context = await visitor({ settings: few });
    for (let nth = 0; nth < 5; nth += 1) await answer(REQUEST, { email: `n${nth}@example.com` }, context);
    for (const email of ['n9@example.com', await emailOf(scene.people.admin.id)])
      expect(await refusal(REQUEST, { email }, context)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await answer(REQUEST, { email: 'n9@example.com' }, { ...context, address: '198.51.100.1' });
  });

  it('are dropped while a thousand wait', async () => {
    await database.db.$executeRaw`
      SELECT graphile_worker.add_job('mail-password-link', '{"email":"x@example.com"}'::json) FROM generate_series(1, 1000)`;
    expect(await answer(REQUEST, { email: 'late@example.com' }, await visitor())).toEqual({
      requestPasswordReset: true,
    });
    expect(await jobs()).toHaveLength(1_000);
  });

  it.each(['', 'nobody', 'a@b', `${'x'.repeat(260)}@example.com`, 'a@example.com\0'])(
    '%j is no address',
    async (email) => {
      expect(await refusal(REQUEST, { email }, await visitor())).toMatchObject({ code: 'VALIDATION' });
      expect(await jobs()).toEqual([]);
      expect(await database.db.loginThrottle.count()).toBe(0);
    },
  );
});

/** The database, which notes the statements that are sent to it, without their values. */
function noting(db: Context['db'], seen: string[]): Context['db'] {
  return new Proxy(db, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member, target);
      if (member !== '$queryRaw' && member !== '$executeRaw') return value;
      return (query: unknown, ...values: unknown[]) => {
        const parts = Array.isArray(query) ? query : Reflect.get(Object(query), 'strings');
        seen.push(JSON.stringify(parts));
        return Reflect.apply(value as () => unknown, target, [query, ...values]);
      };
    },
  });
}
