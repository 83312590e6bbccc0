import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, SETTINGS } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

/* Who may log in by password, to the console and to v1. */

const PASSWORD = 'a password of tests';
const SIGN_IN = `mutation ($name: String!, $password: String!) {
  signIn(emailOrUsername: $name, password: $password) { session { expiresAt } } }`;
const LOG_IN = `mutation ($name: String!, $password: String!) {
  createTokens(username: $name, password: $password) { tokens { accessToken } } }`;
const OPTIONS = '{ signInOptions { openIdName passwordsForEveryone linksByMail hasMailbox } }';

let database: TestDatabase;
let scene: StaffScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
});
afterAll(() => database.drop());

const anonymous = (passwordSignIn: Context['settings']['passwordSignIn']) =>
  contextFor(database.db, null, {
    settings: { ...SETTINGS, openIdIssuer: 'https://login.example', openIdName: 'Example ID', passwordSignIn },
  });

type Who = 'admin' | 'staff' | 'partner' | 'driver';

describe.each(['everyone', 'administrators'] as const)('PASSWORD_SIGN_IN=%s', (who) => {
  const isLimited = who === 'administrators';

  it.each<[Who, string, string | null]>([
    ['admin', SIGN_IN, null],
    ['admin', LOG_IN, null],
    ['staff', SIGN_IN, isLimited ? 'FORBIDDEN' : null],
    ['staff', LOG_IN, isLimited ? 'UNAUTHENTICATED' : null],
    ['partner', SIGN_IN, 'FORBIDDEN'],
    ['partner', LOG_IN, null],
    ['driver', LOG_IN, null],
  ])('%s, %s: %s', async (name, operation, code) => {
    const of = { name: scene.people[name].username, password: PASSWORD };
    const countOf = async () =>
      (await database.db.authSession.count()) + (await database.db.tokenFamily.count({ where: { revokedAt: null } }));
    const before = await countOf();
    if (code === null) await answer(operation, of, await anonymous(who));
    else expect(await refusal(operation, of, await anonymous(who))).toMatchObject({ code });
    expect(await countOf()).toBe(before + (code === null ? 1 : 0));
  });

  it('does not reveal by a wrong password who signs in by the provider', async () => {
    const refusals = ['staff', 'admin'] as const;
    const found = await Promise.all(
      refusals.map(async (name) =>
        refusal(SIGN_IN, { name: scene.people[name].username, password: 'wrong' }, await anonymous(who)),
      ),
    );
    expect(found[0]).toEqual(found[1]);
  });

  it('is what the login page is informed about', async () => {
    expect(await answer(OPTIONS, {}, await anonymous(who))).toEqual({
      signInOptions: {
        openIdName: 'Example ID',
        passwordsForEveryone: !isLimited,
        linksByMail: false,
        hasMailbox: false,
      },
    });
  });
});
