import {
  actorOf,
  authenticate,
  checkLogin,
  readPasswordLink,
  refresh,
  startFamily,
  usePasswordLink,
} from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, NOW, SETTINGS } from '../testing/context.ts';
import { answer, refusal, run } from '../testing/run.ts';
import { CHANGE_ROLES, type StaffScene, staffScene } from '../testing/staff.ts';

const PERSON =
  'fragment P on Person { user { id: databaseId name } isDisabled roles { role { id: databaseId } } account { email username state linkExpiresAt sessions apiLogins refusal } }';
const INVITE = `mutation ($input: InvitedPerson!) { inviteUser(input: $input) { link { url expiresAt person { ...P } } } } ${PERSON}`;
const DISABLE =
  'mutation ($id: SafeInt!) { disableUser(id: $id) { person { isDisabled account { state sessions apiLogins } } } }';
const ENABLE = 'mutation ($id: SafeInt!) { enableUser(id: $id) { person { isDisabled account { state } } } }';
const RESET =
  'mutation ($id: SafeInt!) { resetPassword(id: $id) { link { url person { account { state linkExpiresAt } } } } }';
const UPDATE =
  'mutation ($id: SafeInt!, $input: AccountChange!) { updateUser(id: $id, input: $input) { person { user { name } account { email username emailVerified } } } }';

let database: TestDatabase;
let scene: StaffScene;
let number = 0;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());

const jobRole = () => scene.people.driver.role.id;
const newcomer = (more: object = {}) => ({
  name: ` Noor ${++number} `,
  email: `Noor${number}@Example.com`,
  username: `noor.${number}`,
  roleIds: [jobRole()],
  ...more,
});
type Invited = {
  inviteUser: { url: string; expiresAt: string; person: { user: { id: number; name: string }; account: object } };
};
const invite = async (more: object = {}, who: 'admin' | 'clerk' = 'admin') => {
  const { inviteUser } = await answer<Invited>(INVITE, { input: newcomer(more) }, await scene.as(who));
  return {
    ...inviteUser,
    id: inviteUser.person.user.id,
    token: new URL(inviteUser.url).searchParams.get('token') ?? '',
  };
};
describe('an invitation', () => {
  it('creates an account that its owner activates by a link, once', async () => {
    const { id, url, token, expiresAt, person } = await invite();
    expect(url).toMatch(/^http:\/\/localhost:3000\/welcome\?token=\d+%7C[\w-]{43}$/);
    expect(expiresAt).toBe('2026-06-03T10:00:00.000Z');
    expect(person).toEqual({
      user: { id, name: `Noor ${number}` },
      isDisabled: false,
      roles: [{ role: { id: jobRole() } }],
      account: {
        email: `Noor${number}@Example.com`,
        username: `noor.${number}`,
        state: 'passwordless',
        linkExpiresAt: expiresAt,
        sessions: 0,
        apiLogins: 0,
        refusal: null,
      },
    });
    const anonymous = await contextFor(database.db, null);
    const OWNER = 'query ($token: String!) { passwordLink(token: $token) { name username opensConsole } }';
    const owner = { name: `Noor ${number}`, username: `noor.${number}`, opensConsole: false };
    expect(await answer(OWNER, { token }, anonymous)).toEqual({ passwordLink: owner });
    const SET =
      'mutation ($token: String!, $password: String!) { setPassword(token: $token, password: $password) { owner { name username opensConsole } } }';
    expect(await refusal(SET, { token, password: 'too short' }, anonymous)).toMatchObject({
      code: 'VALIDATION',
      fields: [{ path: ['password'], message: 'must have at least 10 characters.' }],
    });
    const password = 'a password of Noor';
    expect(await answer(SET, { token, password }, anonymous)).toEqual({ setPassword: owner });
    expect(await checkLogin(database.db, { username: owner.username, password }, NOW, SETTINGS)).toEqual({
      userId: id,
    });
    expect(await refusal(SET, { token, password }, anonymous)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(OWNER, { token }, anonymous)).toMatchObject({ code: 'NOT_FOUND', message: 'Link not found.' });
    const { admin } = scene.people;
    const after = { name: owner.name, email: `Noor${number}@Example.com`, username: owner.username };
    expect(await scene.audited('user', id)).toEqual([
      {
        action: 'user.invite',
        actorId: admin.id,
        organizationId: scene.home,
        before: null,
        after: { ...after, roles: [scene.people.driver.role.name] },
      },
      { action: 'user.set-password', actorId: id, organizationId: null, before: null, after: null },
    ]);
  });

  it('never stores its secret in the audit log or the database', async () => {
    const { id, token } = await invite();
    const [, secret = ''] = token.split('|');
    const lines = await database.db.auditEntry.findMany({ where: { entityId: id } });
    expect(JSON.stringify(lines, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      secret,
    );
    const [row] = await database.db.$queryRaw<{ text: string }[]>`
      SELECT string_agg(l::text, '') AS text FROM password_link l`;
    expect(row?.text).not.toContain(secret);
  });

  it.each<[object, (string | number)[][]]>([
    [{ name: ' ' }, [['input', 'name']]],
    [{ email: 'nobody' }, [['input', 'email']]],
    [{ username: 'a b' }, [['input', 'username']]],
    [{ roleIds: [] }, [['input', 'roleIds']]],
    [{ roleIds: [999_999] }, [['input', 'roleIds', 0]]],
    [
      { name: 'x'.repeat(201), email: 'a@b', username: '' },
      [
        ['input', 'name'],
        ['input', 'email'],
        ['input', 'username'],
      ],
    ],
  ])('of %o is rejected with a field error per member', async (wrong, paths) => {
    const refused = await refusal(INVITE, { input: newcomer(wrong) }, await scene.as('admin'));
    expect([refused.code, refused.fields?.map(({ path }) => path)]).toEqual(['VALIDATION', paths]);
  });

  it('rejects a name that another account has, ignoring letter case', async () => {
    const { staff, outsider } = scene.people;
    const taken = newcomer({ email: staff.email.toUpperCase(), username: outsider.username.toUpperCase() });
    const { fields } = await refusal(INVITE, { input: taken }, await scene.as('admin'));
    expect(fields?.map(({ path }) => path)).toEqual([
      ['input', 'email'],
      ['input', 'username'],
    ]);
    await invite({ username: 'some_one' });
    await invite({ username: 'someXone' });
    const twice = newcomer();
    const both = await Promise.all([1, 2].map(async () => run(INVITE, { input: twice }, await scene.as('admin'))));
    expect(both.map(({ errors }) => errors.map(({ code }) => code)).sort()).toEqual([[], ['VALIDATION']]);
  });

  it('rejects a role of another organization', async () => {
    const refused = await refusal(
      INVITE,
      { input: newcomer({ roleIds: [scene.foreign.id] }) },
      await scene.as('admin'),
    );
    expect(refused.fields).toEqual([
      { path: ['input', 'roleIds', 0], message: expect.stringContaining('not available') },
    ]);
  });
});

describe('switching an account off', () => {
  it('ends all sessions and tokens immediately, and does not restore them when the account is enabled', async () => {
    const { db } = database;
    const user = await scene.someone();
    await usePasswordLink(db, { token: await linkOf(user.id), password: 'a password here' }, NOW);
    const context = await scene.as('admin');
    const { setCookie } = await context.sessions.signIn(user.id);
    const cookie = setCookie.split(';')[0];
    const pair = await startFamily(db, user.id, NOW, SETTINGS);
    const token = await linkOf(user.id);
    const SEEN = 'query ($id: SafeInt!) { person(id: $id) { account { state sessions apiLogins } } }';
    expect(await answer(SEEN, { id: user.id }, context)).toEqual({
      person: { account: { state: 'passwordless', sessions: 0, apiLogins: 0 } },
    });
    // The reset above ended both, so both start again.
    const again = (await context.sessions.signIn(user.id)).setCookie.split(';')[0];
    const pairAgain = await startFamily(db, user.id, NOW, SETTINGS);
    expect([await context.sessions.peek(cookie), await authenticate(db, pair.accessToken, NOW, null)]).toEqual([
      null,
      null,
    ]);
    expect(await answer(SEEN, { id: user.id }, context)).toMatchObject({
      person: { account: { sessions: 1, apiLogins: 1 } },
    });

    expect(await answer(DISABLE, { id: user.id }, context)).toEqual({
      disableUser: { isDisabled: true, account: { state: 'disabled', sessions: 0, apiLogins: 0 } },
    });
    const opens = async () => [
      await context.sessions.peek(again),
      await authenticate(db, pairAgain.accessToken, NOW, null),
      'refused' in
        (await refresh(db, { ...pairAgain, id: Number.parseInt(pairAgain.refreshToken, 10) }, NOW, SETTINGS)),
      'refused' in (await readPasswordLink(db, token, NOW)),
      await actorOf(db, user.id, NOW),
    ];
    expect(await opens()).toEqual([null, null, true, true, null]);
    expect(await refusal(DISABLE, { id: user.id }, context)).toMatchObject({ code: 'CONFLICT' });
    expect(await refusal(RESET, { id: user.id }, context)).toMatchObject({ code: 'CONFLICT' });

    expect(await answer(ENABLE, { id: user.id }, context)).toMatchObject({ enableUser: { isDisabled: false } });
    expect((await opens()).slice(0, 4)).toEqual([null, null, true, true]);
    expect(await refusal(ENABLE, { id: user.id }, context)).toMatchObject({ code: 'CONFLICT' });
    expect((await scene.audited('user', user.id)).map(({ action }) => action)).toEqual([
      'user.reset-password',
      'user.reset-password',
      'user.disable',
      'user.enable',
    ]);
  });

  it('is refused for oneself, whatever permissions one holds', async () => {
    const { admin } = scene.people;
    for (const document of [DISABLE, ENABLE, RESET]) {
      expect(await refusal(document, { id: admin.id }, await scene.as('admin'))).toMatchObject({
        code: 'FORBIDDEN',
        message: 'You may not do this to yourself: ask another administrator.',
      });
    }
    const roles = { id: admin.id, remove: [admin.role.id] };
    expect(await refusal(CHANGE_ROLES, roles, await scene.as('admin'))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(UPDATE, { id: admin.id, input: {} }, await scene.as('admin'))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('is refused for a user who also belongs to another organization', async () => {
    const { both } = scene.people;
    for (const document of [DISABLE, RESET]) {
      for (const who of ['admin', 'outsider'] as const) {
        expect(await refusal(document, { id: both.id }, await scene.as(who))).toMatchObject({
          code: 'FORBIDDEN',
          message: 'The person also belongs to an organization that you do not administer.',
        });
      }
    }
  });

  it('leaves one administrator when two disable each other concurrently', async () => {
    const { admin, colleague } = scene.people;
    const [mine, theirs] = [await scene.as('admin'), await scene.as('colleague')];
    const ended = await Promise.all([run(DISABLE, { id: colleague.id }, mine), run(DISABLE, { id: admin.id }, theirs)]);
    expect(ended.map(({ errors }) => errors.map(({ code }) => code)).sort()).toEqual([[], ['FORBIDDEN']]);
    const off = { disabledAt: { not: null }, id: { in: [admin.id, colleague.id] } };
    expect(await database.db.user.count({ where: off })).toBe(1);
    await database.db.user.updateMany({ where: off, data: { disabledAt: null } });
  });
});

const linkOf = async (id: number) => {
  const { resetPassword } = await answer<{ resetPassword: { url: string } }>(RESET, { id }, await scene.as('admin'));
  return new URL(resetPassword.url).searchParams.get('token') ?? '';
};

describe('a reset', () => {
  it('invalidates the former password before a new one is set', async () => {
    const user = await scene.someone();
    await usePasswordLink(database.db, { token: await linkOf(user.id), password: 'the former one' }, NOW);
    const opens = (password: string) => checkLogin(database.db, { username: user.username, password }, NOW, SETTINGS);
    expect(await opens('the former one')).toEqual({ userId: user.id });
    const token = await linkOf(user.id);
    expect(await opens('the former one')).toEqual({ refused: 'credentials' });
    await usePasswordLink(database.db, { token, password: 'the newer one' }, NOW);
    expect(await opens('the newer one')).toEqual({ userId: user.id });
  });
});

describe('changing an account', () => {
  it('logs the changed members, and marks a new address as unverified', async () => {
    const user = await scene.someone();
    await database.db.user.update({ where: { id: user.id }, data: { emailVerifiedAt: NOW } });
    const { name, email } = await database.db.user.findUniqueOrThrow({ where: { id: user.id } });
    const input = { name: ' Renamed ', username: user.username };
    expect(await answer(UPDATE, { id: user.id, input }, await scene.as('admin'))).toMatchObject({
      updateUser: { user: { name: 'Renamed' }, account: { emailVerified: true } },
    });
    const moved = `moved${user.id}@example.com`;
    await answer(UPDATE, { id: user.id, input: { email: moved } }, await scene.as('admin'));
    expect(await database.db.user.findUnique({ where: { id: user.id } })).toMatchObject({
      email: moved,
      emailVerifiedAt: null,
    });
    expect(await scene.audited('user', user.id)).toMatchObject([
      { action: 'user.update', before: { name }, after: { name: 'Renamed' } },
      { action: 'user.update', before: { email }, after: { email: moved } },
    ]);
    const taken = { id: user.id, input: { email: scene.people.staff.email } };
    expect(await refusal(UPDATE, taken, await scene.as('admin'))).toMatchObject({ code: 'VALIDATION' });
  });
});
