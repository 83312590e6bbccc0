import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../http/v1.ts';
import { exchange } from '../testing/http.ts';
import {
  bearerOf,
  consoleDocument,
  DEMO_TIMEOUT,
  postGraphql,
  signedIn,
  startServer,
  type TestServer,
} from '../testing/index.ts';
import { persistedDocuments } from './persisted.ts';

const folder = mkdtempSync(join(tmpdir(), 'channel-documents-'));
writeFileSync(join(folder, 'tool.graphql'), 'query Tool { viewer { id: databaseId } }');

let server: TestServer;
/** The headers of each kind of caller. A new sign-in ends the session, so each request gets its own one. */
const CALLERS: Record<string, () => Promise<Record<string, string>>> = {
  'without a login': async () => ({}),
  'a forged cookie': async () => ({ cookie: 'session=1|forged' }),
  'the cookie of staff': async () => ({ cookie: await signedIn(server, 'staff') }),
  'the cookie of an administrator': async () => ({ cookie: await signedIn(server, 'admin') }),
  'a forged bearer': async () => ({ authorization: 'Bearer 1|forged' }),
  'the bearer of a partner': async () => ({ authorization: await bearerOf(server, 'partner') }),
  'the bearer of a partner with the permission': async () => ({ authorization: await bearerOf(server, 'clerk') }),
  'the bearer of staff without the permission': async () => ({ authorization: await bearerOf(server, 'staff') }),
  'the bearer of an administrator': async () => ({ authorization: await bearerOf(server, 'admin') }),
};
const headersOf = (caller: string) => CALLERS[caller]?.() ?? {};

beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { GRAPHQL_DOCUMENTS: folder, GRAPHIQL: '1' } });
  await makePartnerWithPermission();
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The clerk sells for a client; the permission alone does not make a user staff. */
async function makePartnerWithPermission(): Promise<void> {
  const { roles } = await server.db.user.findFirstOrThrow({
    where: { username: 'clerk' },
    select: { roles: { select: { role: { select: { id: true, clientId: true } } } } },
  });
  const sellers = roles.filter(({ role }) => role.clientId !== null);
  expect(sellers).not.toEqual([]);
  await server.db.rolePermission.createMany({
    data: sellers.map(({ role }) => ({ roleId: role.id, permissionName: 'graphql.query' })),
  });
}

const idOf = (owner: string, name: string) => {
  const found = persistedDocuments(server.settings).documents.find((one) => one.owner === owner && one.name === name);
  return { documentId: `sha256:${found?.id}` };
};

/** Every form in which an operation can be sent, with its Accept header. */
const FORMS: Record<string, { body: () => object; accept?: string }> = {
  'the sign-in document': {
    body: () => ({
      ...consoleDocument(server, 'SignIn'),
      variables: { emailOrUsername: 'staff', password: 'staff-demo' },
    }),
  },
  'a document of the console': { body: () => consoleDocument(server, 'Who') },
  'a subscription of the console': { body: () => consoleDocument(server, 'OrderNews'), accept: 'text/event-stream' },
  'a document of v1': { body: () => idOf('v1', 'ListCategories') },
  'a document of tools': { body: () => idOf('tools', 'Tool') },
  'a text': { body: () => ({ query: '{ viewer { id: databaseId } }' }) },
  'signing in by a text': {
    body: () => ({ query: 'mutation { signIn(emailOrUsername: "staff", password: "staff-demo") { expiresAt } }' }),
  },
  'a public field, as a text': { body: () => ({ query: '{ destinations(query: "a") { __typename } }' }) },
  'a subscription as a text': {
    body: () => ({ query: 'subscription { orderNews { orderId } }' }),
    accept: 'text/event-stream',
  },
  introspection: { body: () => ({ query: '{ __schema { queryType { name } } }' }) },
};

const ok = { status: 200, code: undefined };
const unauthenticated = { status: 401, code: 'UNAUTHENTICATED' };
const forbidden = { status: 403, code: 'FORBIDDEN' };
type Cell = { status: number; code: string | undefined };

/** The answer to each caller for every form; `default` is for the forms that are not named. */
const TABLE: Record<string, Record<string, Cell> & { default: Cell }> = {
  'without a login': { 'the sign-in document': ok, default: unauthenticated },
  'a forged cookie': { 'the sign-in document': ok, default: unauthenticated },
  'the cookie of staff': {
    'the sign-in document': ok,
    'a document of the console': ok,
    'a subscription of the console': ok,
    default: forbidden,
  },
  'the cookie of an administrator': {
    'the sign-in document': ok,
    'a document of the console': ok,
    'a subscription of the console': ok,
    default: forbidden,
  },
  'a forged bearer': { default: unauthenticated },
  'the bearer of a partner': { default: forbidden },
  'the bearer of a partner with the permission': { default: forbidden },
  'the bearer of staff without the permission': { default: forbidden },
  'the bearer of an administrator': { default: ok },
};

describe.each(Object.keys(TABLE))('%s', (caller) => {
  it.each(Object.keys(FORMS))('gets the expected answer to %s', async (form) => {
    const { body, accept = 'application/json' } = FORMS[form] ?? { body: () => ({}) };
    expect(await outcome(body(), { accept, ...(await headersOf(caller)) })).toEqual(
      TABLE[caller]?.[form] ?? TABLE[caller]?.default,
    );
  });
});

/** The status and the code of the first error. Of a stream, only its beginning is read. */
async function outcome(body: object, headers: Record<string, string>): Promise<Cell> {
  const over = new AbortController();
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
    signal: over.signal,
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    over.abort();
    return { status: response.status, code: undefined };
  }
  const { errors } = (await response.json()) as { errors?: { extensions?: { code?: string } }[] };
  return { status: response.status, code: errors ? (errors[0]?.extensions?.code ?? 'no code') : undefined };
}

it('only the documents for signing in are open without a login', () => {
  const { documents } = persistedDocuments(server.settings);
  const open = documents.filter(({ owner, isOpen }) => owner === 'console' && isOpen).map(({ name }) => name);
  expect(open).toEqual(['ExchangeCrewLink', 'PasswordLink', 'SetPassword', 'SignIn']);
  expect(operations.all.length).toBeGreaterThan(0);
});

describe('the GraphiQL page', () => {
  it('is public, and does not authenticate by a cookie', async () => {
    const page = await fetch(`${server.url}/graphql`, {
      headers: { accept: 'text/html', ...(await headersOf('the cookie of staff')) },
    });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect((await page.text()).includes('Bearer <an access token>')).toBe(true);
  });

  it('does not run an operation in its URL', async () => {
    const address = `${server.url}/graphql?query={viewer{id}}`;
    for (const caller of Object.keys(CALLERS)) {
      const answer = await fetch(address, { headers: { accept: 'text/html', ...(await headersOf(caller)) } });
      await answer.text();
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
      expect(isPage || answer.status >= 400).toBe(true);
    }
  });

  it('is the only answer to GET: no operation runs, for any caller and wherever the request holds it', async () => {
    const document = { documentId: idOf('console', 'Viewer'), query: '{ viewer { id: databaseId } }' };
    const change = encodeURIComponent('mutation { logout }');
    for (const caller of Object.keys(CALLERS)) {
      for (const search of ['', '?query={viewer{id}}', `?query=${change}`]) {
        for (const method of ['GET', 'HEAD']) {
          const headers = {
            accept: 'application/json',
            'content-type': 'application/json',
            ...(await headersOf(caller)),
          };
          const url = new URL(`/graphql${search}`, server.url);
          const answer = await exchange(url, method, { body: document, headers });
          expect([caller, method, answer.status]).toEqual([caller, method, 405]);
        }
      }
    }
  });
});

describe('names of the schema', () => {
  const misspelt = { query: '{ viewr { id } }' };

  it('are suggested to callers who may introspect', async () => {
    const headers = await headersOf('the bearer of an administrator');
    expect((await postGraphql(server, misspelt, { headers })).text).toContain('Did you mean');
  });

  it('are not suggested to other callers, in documents and in variables', async () => {
    const closed = await startServer({ world: 'demo' });
    const headers = { authorization: await bearerOf(closed, 'admin') };
    const { body } = await postGraphql(closed, misspelt, { headers });
    expect(body.errors?.[0]?.message).toBe('Cannot query field "viewr" on type "Query".');
    const requested = {
      query: 'query ($status: OrderStatus!) { orders(filter: { status: [$status] }) { id: databaseId } }',
    };
    const wrong = await postGraphql(closed, { ...requested, variables: { status: 'Bookd' } }, { headers });
    expect(wrong.body.errors?.[0]?.message).toContain('"Bookd"');
    expect(wrong.text).not.toContain('Did you mean');
    const introspected = await postGraphql(closed, { query: '{ __schema { queryType { name } } }' }, { headers });
    expect(introspected.body).toEqual({ errors: [expect.anything(), expect.anything()] });
    await closed.close();
    const orders = { ...consoleDocument(server, 'OrdersCount'), variables: { filter: { status: ['Bookd'] } } };
    const answer = await postGraphql(server, orders, { headers: await headersOf('the cookie of staff') });
    expect(answer.body.errors?.[0]?.message).toContain('"Bookd"');
    expect(answer.text).not.toContain('Did you mean');
  });
});
