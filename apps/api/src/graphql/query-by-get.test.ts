import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, consoleDocument, postGraphql, signedIn } from '../testing/graphql.ts';
import { exchange } from '../testing/http.ts';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  cookie = await signedIn(server, 'staff');
}, DEMO_TIMEOUT);
afterAll(() => server.close());

type Members = Readonly<Record<string, string>>;

const get = (members: Members, headers: Record<string, string | undefined> = { cookie }) =>
  exchange(new URL(`/graphql?${new URLSearchParams(members)}`, server.url), 'GET', {
    headers: { accept: 'application/json', ...headers },
  });

const query = (name: string, variables: object = {}): Members => ({
  ...consoleDocument(server, name),
  variables: JSON.stringify(variables),
});

/** A query that is compiled, and one that is executed. */
const QUERIES: [string, object][] = [
  ['Crew', {}],
  ['SupplierChoices', {}],
];

describe.each(QUERIES)('the query %s by GET', (name, variables) => {
  it('has the answer of POST, and an ETag with which it is 304 while nothing changes', async () => {
    const posted = await postGraphql(server, { ...consoleDocument(server, name), variables }, { headers: { cookie } });
    const first = await get(query(name, variables));
    expect([first.status, first.text]).toEqual([200, posted.text]);
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      'cache-control': 'private, no-cache',
      vary: 'Accept, Cookie, Authorization, X-Lang, Accept-Encoding',
    });
    for (const tag of [first.headers.etag, '*']) {
      const again = await get(query(name, variables), { cookie, 'if-none-match': tag });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', first.headers.etag]);
    }
  });
});

it('has no ETag where it is answered with an error', async () => {
  for (const [name, variables] of [
    ['Order', { reference: '2000000000' }],
    ['OrderNotes', { orderId: 2_000_000_000 }],
  ] as const) {
    const { status, text, headers } = await get(query(name, variables), { cookie, 'if-none-match': '*' });
    expect([name, status, text]).toEqual([name, 200, expect.stringContaining('"errors"')]);
    expect([name, headers.etag, headers['cache-control']]).toEqual([name, undefined, 'no-store']);
  }
});

it('is answered again after a change of what it shows', async () => {
  const { db } = server;
  const first = await get(query('Crew'));
  const known = { cookie, 'if-none-match': first.headers.etag };
  expect((await get(query('Crew'), known)).status).toBe(304);
  const { data } = first.json as { data: Record<string, { name: string }[]> };
  const [person] = Object.values(data).flat();
  await db.user.updateMany({ where: { name: person?.name ?? '' }, data: { name: 'Somebody Else' } });
  const changed = await get(query('Crew'), known);
  expect([changed.status, changed.text.includes('Somebody Else')]).toEqual([200, true]);
});

describe('GET refuses', () => {
  const refused = async (members: Members, headers?: Record<string, string>) => {
    const { status, json, headers: answered } = await get(members, headers);
    const [error] = (json as { errors: { message: string; extensions: { code: string } }[] }).errors;
    expect(answered['cache-control']).toBe('no-store');
    return [status, error?.extensions.code];
  };

  it('texts and changes', async () => {
    expect(await refused({ query: '{ viewer { id } }' })).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(await refused(query('SignOut'))).toEqual([405, 'METHOD_NOT_ALLOWED']);
    const both = { ...query('Crew'), query: '{ viewer { id } }' };
    expect(await refused(both)).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });

  it('what is no JSON, is nested too deeply or has other members', async () => {
    const { documentId = '' } = query('Crew');
    const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
    for (const variables of ['{', '{"__proto__":{}}', deep])
      expect(await refused({ documentId, variables })).toEqual([400, 'BAD_REQUEST']);
    expect(await refused({ documentId, other: '1' })).toEqual([400, 'BAD_REQUEST']);
    expect(await refused({ documentId: 'sha256:0' })).toEqual([400, 'PERSISTED_QUERY_NOT_FOUND']);
  });

  it('whoever may not send the operation, also with the ETag of somebody who may', async () => {
    const { headers } = await get(query('Crew'));
    const known = { 'if-none-match': String(headers.etag) };
    expect(await refused(query('Crew'), known)).toEqual([401, 'UNAUTHENTICATED']);
    const partner = { ...known, authorization: await bearerOf(server, 'partner') };
    expect((await refused(query('Crew'), partner))[0]).toBe(403);
    const foreign = { ...known, cookie, 'sec-fetch-site': 'cross-site' };
    expect((await refused(query('Crew'), foreign))[0]).toBeGreaterThanOrEqual(400);
  });
});
