import { actorOf, authenticate, startFamily } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { unseal } from '@channel/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW, SETTINGS } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

const MAILED =
  'person { user { id: databaseId } account { state linkExpiresAt mailAddress lastMail { address state failure } } }';
const INVITE = `mutation ($input: InvitedPerson!) { inviteUserByMail(input: $input) { ${MAILED} } }`;
const RESET = `mutation ($id: SafeInt!) { resetPasswordByMail(id: $id) { ${MAILED} } }`;
const SHOWN = 'mutation ($id: SafeInt!) { resetPassword(id: $id) { link { url } } }';
const DISABLE = 'mutation ($id: SafeInt!) { disableUser(id: $id) { person { isDisabled } } }';
const UPDATE =
  'mutation ($id: SafeInt!, $input: AccountChange!) { updateUser(id: $id, input: $input) { person { isDisabled } } }';
const SET =
  'mutation ($token: String!, $password: String!) { setPassword(token: $token, password: $password) { owner { username } } }';
const NEW = 'a new password of tests';

let database: TestDatabase;
let scene: StaffScene;
let number = 0;
beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());
beforeEach(() => database.db.mail.deleteMany());

const withMail = { settings: { ...SETTINGS, demoMailbox: true } };
const admin = (more: Partial<Context> = {}) => scene.as('admin', { ...withMail, ...more });
const newcomer = () => ({
  name: `Noor ${++number}`,
  email: `noor${number}@example.com`,
  username: `noor.${number}`,
  roleIds: [scene.people.driver.role.id],
});
type Letter = { subject: string; text: string; secret: string };
const lettersOf = async (userId: number): Promise<Letter[]> => {
  const rows = await database.db.mail.findMany({ where: { userId, state: 'waiting' }, orderBy: { id: 'asc' } });
  return rows.map(({ content }) => JSON.parse(unseal(content ?? new Uint8Array(), SETTINGS.secretKey)));
};
const set = async (token: string | undefined) =>
  refusal(SET, { token, password: NEW }, await contextFor(database.db, null)).catch(() => null);

describe('an invitation by mail', () => {
  it('creates the account and mails the link, which is not shown', async () => {
    const input = newcomer();
    const made = await answer<{ inviteUserByMail: { user: { id: number } } }>(INVITE, { input }, await admin());
    const { id } = made.inviteUserByMail.user;
    expect(made.inviteUserByMail).toEqual({
      user: { id },
      account: {
        state: 'passwordless',
        linkExpiresAt: '2026-06-03T10:00:00.000Z',
        mailAddress: input.email,
        lastMail: { address: input.email, state: 'waiting', failure: null },
      },
    });
    const [letter, ...more] = await lettersOf(id);
    expect(more).toEqual([]);
    const { name } = await database.db.organization.findFirstOrThrow({ orderBy: { id: 'asc' } });
    expect(letter?.subject).toBe(`${name}: your account`);
    const address = `${SETTINGS.consoleUrl}/welcome?${new URLSearchParams({ token: letter?.secret ?? '' })}`;
    expect(letter?.text.split('\n')).toContain(address);
    expect(JSON.stringify(made)).not.toContain(letter?.secret.split('|')[1]);
    const { secretHash } = await database.db.passwordLink.findUniqueOrThrow({ where: { userId: id } });
    const rows = await database.db.$queryRaw<{ row: string }[]>`
      SELECT m::text || encode(content, 'escape') AS row FROM mail m UNION ALL
      SELECT j.payload::text FROM graphile_worker._private_jobs j UNION ALL SELECT a::text FROM audit_entry a`;
    for (const { row } of rows) expect(row).not.toContain(letter?.secret.split('|')[1]);
    expect(secretHash).toHaveLength(32);
    expect((await scene.audited('user', id)).map(({ action }) => action)).toEqual(['user.invite']);
    expect(await answer(SET, { token: letter?.secret, password: NEW }, await contextFor(database.db, null))).toEqual({
      setPassword: { username: input.username },
    });
    expect(await set(letter?.secret)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('creates nothing without mail, or for an address that is not usable', async () => {
    const count = () => database.db.user.count();
    const before = await count();
    const off = { code: 'CONFLICT', message: 'Mail is not set up on this installation.' };
    expect(await refusal(INVITE, { input: newcomer() }, await scene.as('admin'))).toEqual(off);
    const input = { ...newcomer(), email: 'a,b@example.com' };
    expect(await refusal(INVITE, { input }, await admin())).toMatchObject({ code: 'CONFLICT' });
    expect(await count()).toBe(before);
    expect(await database.db.mail.count()).toBe(0);
  });

  it('is for administrators', async () => {
    const staff = await scene.as('staff', withMail);
    expect(await refusal(INVITE, { input: newcomer() }, staff)).toMatchObject({ code: 'FORBIDDEN' });
    const { id } = await scene.someone();
    expect(await refusal(RESET, { id }, staff)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(RESET, { id: scene.people.outsider.id }, await admin())).toMatchObject({ code: 'NOT_FOUND' });
    expect(await database.db.mail.count()).toBe(0);
  });
});

describe('a reset by mail', () => {
  it('ends password, sessions and tokens as one that is shown does, and mails the link', async () => {
    const { id } = await scene.someone();
    const { accessToken } = await startFamily(database.db, id, NOW, SETTINGS);
    expect(await authenticate(database.db, accessToken, NOW, null)).not.toBeNull();
    await answer(RESET, { id }, await admin());
    expect(await authenticate(database.db, accessToken, NOW, null)).toBeNull();
    expect(await actorOf(database.db, id, NOW)).not.toBeNull();
    const [letter] = await lettersOf(id);
    expect(letter?.subject).toBe('Set a new password');
    expect((await scene.audited('user', id)).map(({ action }) => action)).toEqual(['user.reset-password']);
  });

  it.each<[string, string, object]>([
    ['a link that is shown', SHOWN, {}],
    ['a disabled account', DISABLE, {}],
    ['another address', UPDATE, { input: { email: 'corrected@example.com' } }],
  ])('ends with %s', async (_what, change, more) => {
    const { id } = await scene.someone();
    await answer(RESET, { id }, await admin());
    const [letter] = await lettersOf(id);
    await answer(change, { id, ...more }, await admin());
    expect(await lettersOf(id)).toEqual([]);
    expect(await database.db.mail.findFirst({ where: { userId: id } })).toMatchObject({
      state: 'failed',
      failure: 'ended',
      content: null,
    });
    expect(await set(letter?.secret)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('replaces an earlier mail, and comes at most five times in an hour', async () => {
    const { id } = await scene.someone();
    const hash = () => database.db.passwordLink.findUnique({ where: { userId: id } });
    for (let nth = 0; nth < 5; nth += 1) await answer(RESET, { id }, await admin());
    expect(await lettersOf(id)).toHaveLength(1);
    const before = await hash();
    const message = 'A person gets at most 5 mails in an hour. Try again later.';
    expect(await refusal(RESET, { id }, await admin())).toEqual({ code: 'CONFLICT', message });
    expect(await hash()).toEqual(before);
    await answer(RESET, { id }, await admin({ now: new Date(NOW.getTime() + 3_600_000) }));
  });

  it('is shown to administrators alone, and without mail there is no address', async () => {
    const { id } = await scene.someone();
    await answer(RESET, { id }, await admin());
    const READ = 'query ($id: SafeInt!) { person(id: $id) { account { mailAddress lastMail { state } } } }';
    expect(await answer(READ, { id }, await scene.as('staff', withMail))).toEqual({ person: { account: null } });
    expect(await answer(READ, { id }, await scene.as('admin'))).toEqual({
      person: { account: { mailAddress: null, lastMail: { state: 'waiting' } } },
    });
  });
});
