import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, type Sent } from '../testing/http.ts';
import { type Answer, bearerOf, DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
let admin: string;
let partner: string;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  [admin, partner] = [await bearerOf(server, 'admin'), await bearerOf(server, 'partner')];
}, DEMO_TIMEOUT);
afterAll(() => server.close());

type Body = { data?: Record<string, unknown>; errors?: { message: string; extensions?: { code?: string } }[] };

async function send(sent: Sent, method = 'POST'): Promise<Answer & { body: Body }> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...sent.headers };
  const answer = await exchange(new URL('/graphql', server.url), method, { ...sent, headers });
  return { ...answer, body: (answer.json ?? {}) as Body };
}
const ask = (query: string, variables?: unknown, authorization: string | undefined = admin) =>
  send({ headers: { authorization }, body: { query, variables } });

const VIEWER = '{ viewer { name } }';
const FIND = 'query ($filter: OrderFilter) { orders(filter: $filter) { id: databaseId } }';

describe('access to the endpoint', () => {
  it('is allowed for a bearer token whose role may send operations', async () => {
    expect((await ask(VIEWER)).body).toMatchObject({ data: { viewer: { name: expect.any(String) } } });
    const refused = await ask(VIEWER, {}, partner);
    expect([refused.status, refused.body.errors?.[0]?.extensions?.code]).toEqual([403, 'FORBIDDEN']);
    const unknown = await ask(VIEWER, {}, 'Bearer 1|nothing');
    expect([unknown.status, unknown.body.errors?.[0]?.extensions?.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('is refused for requests of another site', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      expect((await send({ headers, body: { query: VIEWER } })).status).toBe(403);
    }
  });

  it('is refused for operations by GET', async () => {
    const answer = await send({ headers: { authorization: admin } }, 'GET');
    expect(answer.status).toBe(405);
  });
});

describe('refusals before an operation runs', () => {
  const refusedWith = async (query: string, variables?: unknown) => {
    const { status, body } = await ask(query, variables);
    expect(status).toBeLessThan(500);
    expect(body.data ?? null).toBeNull();
    return body.errors?.[0]?.message;
  };

  it('include texts that the database can not store, in variables and in the document', async () => {
    const message = 'Texts must be without NUL and without broken characters.';
    expect(await refusedWith(FIND, { filter: { search: 'a\0b' } })).toBe(message);
    expect(await refusedWith(FIND, { filter: { search: 'half \ud83d' } })).toBe(message);
    expect(await refusedWith('{ orders(filter: { search: "a\\u0000b" }) { id: databaseId } }')).toBe(message);
    expect((await ask(FIND, { filter: { search: 'Zoë 🚲' } })).body.data).toEqual({ orders: [] });
  });

  it('include variables nested deeper than the stack', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const { status } = await send({
      headers: { authorization: admin },
      raw: `{"query":"{ viewer { name } }","variables":{"a":${deep}}}`,
    });
    expect(status).toBeLessThan(500);
  });

  it('include documents that are too deep, too long or too repetitive', async () => {
    const deep = `{ orders { ${'client { orders { '.repeat(10)} id: databaseId ${'} } '.repeat(10)} } }`;
    const wide = `{ ${Array.from({ length: 101 }, (_, index) => `a${index}: viewer { name }`).join(' ')} }`;
    const long = `{ viewer { ${'name '.repeat(4_000)} } }`;
    for (const query of [deep, wide, long]) expect(await refusedWith(query)).toBeTruthy();
  });

  it('include introspection if the operator disables the GraphiQL page', async () => {
    expect(await refusedWith('{ __schema { types { name } } }')).toMatch(/introspection/i);
  });
});
