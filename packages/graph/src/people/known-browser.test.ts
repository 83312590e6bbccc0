import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, SETTINGS } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { staffScene } from '../testing/staff.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const SIGN_IN = `mutation ($name: String!, $password: String!) {
  signIn(emailOrUsername: $name, password: $password) { session { expiresAt } } }`;

/** A browser behind the console's server, whose address all browsers share. */
function browser() {
  const jar = new Map<string, string>();
  const open = async (): Promise<Context> => ({
    ...(await contextFor(database.db, null)),
    address: '127.0.0.1',
    cookies: {
      read: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      write: (cookie) => {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, value);
      },
    },
  });
  return { jar, open };
}

it('a browser that signed in before is admitted while other clients guess the password through the console', async () => {
  const { people } = await staffScene(database.db);
  const name = people.staff.username;
  const right = { name, password: 'a password of tests' };
  const [known, stranger] = [browser(), browser()];
  await answer(SIGN_IN, right, await known.open());
  const first = known.jar.get('channel_device');
  expect(first).toMatch(/^[\w-]{43}$/);
  // The session ends; the cookie that identifies the browser stays.
  known.jar.delete('channel_session');

  for (let n = 0; n < SETTINGS.loginFailures; n++) {
    const wrong = { name, password: 'wrong' };
    expect(await refusal(SIGN_IN, wrong, await stranger.open())).toMatchObject({ code: 'UNAUTHENTICATED' });
  }
  expect(await refusal(SIGN_IN, right, await stranger.open())).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(stranger.jar.size).toBe(0);
  await answer(SIGN_IN, right, await known.open());
  expect(known.jar.get('channel_session')).toBeDefined();
  expect(known.jar.get('channel_device')).not.toBe(first);
});
