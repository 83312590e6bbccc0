import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  consoleDocument,
  DEMO_TIMEOUT,
  NOW,
  postGraphql,
  signedIn,
  startServer,
  type TestServer,
} from '../testing/index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
}, DEMO_TIMEOUT);
afterAll(() => server.close());

const after = (minutes: number) => server.setNow(new Date(NOW.getTime() + minutes * 60_000));

async function send(headers: Record<string, string> = {}) {
  const document = consoleDocument(server, 'Viewer');
  const answer = await postGraphql(server, document, { headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  return { body: answer.body, cookies: answer.headers['set-cookie'] ?? [] };
}

const KNOWN = { data: { viewer: { name: expect.any(String) } } };
const ENDED = { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] };

it('automatic refreshes of a screen do not prolong a session; requests of its user do', async () => {
  for (const isAttended of [false, true]) {
    server.setNow(NOW);
    const cookie = await signedIn(server, 'staff');
    after(50);
    const reading = await send(isAttended ? { cookie } : { cookie, 'x-unattended': '1' });
    expect(reading.body).toMatchObject(KNOWN);
    expect(reading.cookies).toHaveLength(isAttended ? 1 : 0);
    after(70);
    expect((await send({ cookie })).body).toMatchObject(isAttended ? KNOWN : ENDED);
  }
});

it('has no user without a session', async () => {
  expect((await send({ 'x-unattended': '1' })).body).toMatchObject(ENDED);
});
