import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../http/v1.ts';
import { exchange } from '../testing/http.ts';
import {
  bearerOf,
  consoleDocument,
  DEMO_TIMEOUT,
  manifestFolder,
  postGraphql,
  signedIn,
  startServer,
  type TestServer,
} from '../testing/index.ts';
import { idOf as textId } from './manifest.ts';
import { persistedDocuments } from './persisted.ts';

const TOOL = 'query Tool { viewer { id: databaseId } }';
const PUBLISHED = 'query Published { viewer { id: databaseId } }';
const folder = manifestFolder({ staff: [TOOL], partners: [PUBLISHED] });

let server: TestServer;
/** The headers of each kind of caller. A new sign-in ends the session, so each request gets its own one. */
const CALLERS: Record<string, (server: TestServer) => Promise<Record<string, string>>> = {
  'without a login': async () => ({}),
  'a forged cookie': async () => ({ cookie: 'session=1|forged' }),
  'the cookie of staff': async (server) => ({ cookie: await signedIn(server, 'staff') }),
  'the cookie of an administrator': async (server) => ({ cookie: await signedIn(server, 'admin') }),
  'a forged bearer': async () => ({ authorization: 'Bearer 1|forged' }),
  'the bearer of a partner': async (server) => ({ authorization: await bearerOf(server, 'partner') }),
  'the bearer of a partner with the permission': async (server) => ({ authorization: await bearerOf(server, 'clerk') }),
  'the bearer of staff without the permission': async (server) => ({ authorization: await bearerOf(server, 'staff') }),
  'the bearer of an administrator': async (server) => ({ authorization: await bearerOf(server, 'admin') }),
};
const headersOf = (caller: string, of = server) => CALLERS[caller]?.(of) ?? {};

beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { GRAPHQL_DOCUMENTS: folder, GRAPHIQL: '1' } });
  await makePartnerWithPermission(server);
}, DEMO_TIMEOUT);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** The clerk sells for a client; the permission alone does not make a user staff. */
async function makePartnerWithPermission({ db }: TestServer): Promise<void> {
  const { roles } = await db.user.findFirstOrThrow({
    where: { username: 'clerk' },
    select: { roles: { select: { role: { select: { id: true, clientId: true } } } } },
  });
  const sellers = roles.filter(({ role }) => role.clientId !== null);
  expect(sellers).not.toEqual([]);
  await db.rolePermission.createMany({
    data: sellers.map(({ role }) => ({ roleId: role.id, permissionName: 'graphql.query' })),
  });
}

const idOf = (owner: string, name: string) => {
  const found = persistedDocuments(server.settings).documents.find((one) => one.owner === owner && one.name === name);
  return { documentId: found?.id };
};

const TEXT = '{ viewer { name } }';

const byHash = (text: string) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash: textId(text).slice('sha256:'.length) } },
});

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
  'a document of tools, by its hash': { body: () => byHash(TOOL) },
  'a document that is published for partners': { body: () => idOf('tools', 'Published') },
  'a document that is published for partners, by its hash': { body: () => byHash(PUBLISHED) },
  'the text of a document that is published for partners': { body: () => ({ query: PUBLISHED }) },
  'the same text with its hash': { body: () => ({ query: PUBLISHED, ...byHash(PUBLISHED) }) },
  'a text with its hash': { body: () => ({ query: TEXT, ...byHash(TEXT) }) },
  'the hash of a text that was sent before': { body: () => byHash(TEXT) },
  'an unknown hash': { body: () => byHash('{ viewer { id: databaseId id: databaseId } }') },
  'a text': { body: () => ({ query: '{ viewer { id: databaseId } }' }) },
  'signing in by a text': {
    body: () => ({
      query: 'mutation { signIn(emailOrUsername: "staff", password: "staff-demo") { session { expiresAt } } }',
    }),
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
  'the bearer of a partner with the permission': {
    'a document that is published for partners': ok,
    'a document that is published for partners, by its hash': ok,
    default: forbidden,
  },
  'the bearer of staff without the permission': { default: forbidden },
  'the bearer of an administrator': {
    'an unknown hash': { status: 200, code: 'PERSISTED_QUERY_NOT_FOUND' },
    default: ok,
  },
};

describe.each(Object.keys(TABLE))('%s', (caller) => {
  it.each(Object.keys(FORMS))('gets the expected answer to %s', async (form) => {
    expect(await outcome(server, form, caller)).toEqual(TABLE[caller]?.[form] ?? TABLE[caller]?.default);
  });
});

/** The forms that hold no text: all that a server accepts that takes persisted documents alone. */
const PERSISTED = [
  'the sign-in document',
  'a document of the console',
  'a subscription of the console',
  'a document of v1',
  'a document of tools',
  'a document of tools, by its hash',
  'a document that is published for partners',
  'a document that is published for partners, by its hash',
];

describe('persisted documents alone', () => {
  let closed: TestServer;
  beforeAll(async () => {
    const env = { GRAPHQL_DOCUMENTS: folder, GRAPHIQL: '1', GRAPHQL_PERSISTED_ONLY: '1' };
    closed = await startServer({ world: 'demo', env });
    await makePartnerWithPermission(closed);
  }, DEMO_TIMEOUT);
  afterAll(() => closed.close());

  it.each(Object.keys(TABLE))('are run for %s as without the setting, and no text is', async (caller) => {
    for (const form of Object.keys(FORMS)) {
      const cell = TABLE[caller]?.[form] ?? TABLE[caller]?.default;
      const isRefused = caller === 'the bearer of an administrator' && !PERSISTED.includes(form);
      expect([form, await outcome(closed, form, caller)]).toEqual([form, isRefused ? forbidden : cell]);
    }
  });

  it('have neither a page nor introspection', async () => {
    const page = await fetch(`${closed.url}/graphql`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD, OPTIONS']);
    const misspelt = { ...idOf('tools', 'Tool'), variables: {}, operationName: 'Tol' };
    const headers = await headersOf('the bearer of an administrator', closed);
    expect((await postGraphql(closed, { query: '{ __typename }' }, { headers })).body.errors).toEqual([
      {
        message: 'No texts are accepted here: register the operation, and name it by its documentId.',
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
    expect((await postGraphql(closed, misspelt, { headers })).text).not.toContain('Did you mean');
  });
});

it('publishes no documents for partners by default', () => {
  const { documents } = persistedDocuments({ graphqlDocuments: null });
  expect(documents.filter(({ audience }) => audience === 'partners')).toEqual([]);
  expect(documents.length).toBeGreaterThan(100);
});

/** The status and the code of the first error. Of a stream, only its beginning is read. */
async function outcome(server: TestServer, form: string, caller: string): Promise<Cell> {
  const { body, accept = 'application/json' } = FORMS[form] ?? { body: () => ({}) };
  const headers = { accept, ...(await headersOf(caller, server)) };
  const over = new AbortController();
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body()),
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
  expect(open).toEqual([
    'ExchangeCrewLink',
    'PasswordLink',
    'RequestPasswordReset',
    'SetPassword',
    'SignIn',
    'SignInOptions',
  ]);
  expect(operations.all.length).toBeGreaterThan(0);
});

describe('the GraphiQL page', () => {
  it('is public, and does not authenticate by a cookie', async () => {
    const page = await fetch(`${server.url}/graphql`, {
      headers: { accept: 'text/html', ...(await headersOf('the cookie of staff')) },
    });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect((await page.text()).includes('Access token')).toBe(true);
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
