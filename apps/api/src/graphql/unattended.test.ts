import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_TIMEOUT, NOW, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
}, DEMO_TIMEOUT);
afterAll(() => server.close());

const after = (minutes: number) => server.setNow(new Date(NOW.getTime() + minutes * 60_000));

async function ask(query: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify({ query }),
  });
  return { body: await answer.json(), cookies: answer.headers.getSetCookie() };
}

async function signIn(): Promise<string> {
  const { cookies } = await ask('mutation { signIn(emailOrUsername: "staff", password: "staff-demo") { expiresAt } }');
  return cookies[0]?.split(';')[0] ?? '';
}

const WHO = '{ viewer { username } }';
const KNOWN = { data: { viewer: { username: 'staff' } } };
const ENDED = { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] };

it('a screen that reads by itself keeps no session open; a person does', async () => {
  for (const isAttended of [false, true]) {
    server.setNow(NOW);
    const cookie = await signIn();
    after(50);
    const reading = await ask(WHO, isAttended ? { cookie } : { cookie, 'x-unattended': '1' });
    expect(reading.body).toMatchObject(KNOWN);
    expect(reading.cookies).toHaveLength(isAttended ? 1 : 0);
    after(70);
    expect((await ask(WHO, { cookie })).body).toMatchObject(isAttended ? KNOWN : ENDED);
  }
});

it('is nobody without a session', async () => {
  expect((await ask(WHO, { 'x-unattended': '1' })).body).toMatchObject(ENDED);
});
