import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { ApolloClient, gql, HttpLink, InMemoryCache, ServerError } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { Client, CombinedError, fetchExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { parse, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, DEMO_TIMEOUT, manifestFolder, startServer, type TestServer } from '../testing/index.ts';

/* Automatic Persisted Queries by the clients that send them: Apollo Client and urql, as their packages are. */

/** Each client sends a text of its own: both hash the same text in the same way. */
const ordersOf = (name: string) =>
  `query OrdersOf${name.replace(' ', '')}($n: Int!) { orders(perPage: $n) { databaseId __typename } }`;
/** As `npm run operations -- register` prints it, and with the members that Apollo Client adds. */
const REGISTERED = print(parse('query Registered { viewer { databaseId __typename } }'));
const folder = manifestFolder({ staff: [REGISTERED] });

let open: TestServer;
let strict: TestServer;

beforeAll(async () => {
  const env = { GRAPHQL_DOCUMENTS: folder };
  open = await startServer({ world: 'demo', env });
  strict = await startServer({ world: 'demo', env: { ...env, GRAPHQL_PERSISTED_ONLY: '1' } });
}, DEMO_TIMEOUT);
afterAll(async () => {
  await Promise.all([open.close(), strict.close()]);
  rmSync(folder, { recursive: true });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** What was sent: by its hash alone or with the text, and the status. */
type Sent = { hash: unknown; query: unknown; status: number };

/** Sends operations by a client. */
type Sender = (text: string, variables?: Record<string, unknown>) => Promise<unknown>;

/** A client, and all that it sends. */
async function begin(name: keyof typeof CLIENTS, server: TestServer): Promise<{ send: Sender; sent: Sent[] }> {
  const sent: Sent[] = [];
  const authorization = await bearerOf(server, 'admin');
  const recording: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    const { query, extensions } = JSON.parse(String(init?.body ?? '{}'));
    sent.push({ hash: extensions?.persistedQuery?.sha256Hash, query, status: response.status });
    return response;
  };
  return { send: CLIENTS[name](`${server.url}/graphql`, authorization, recording), sent };
}

function urql(preferGetForPersistedQueries: false | undefined) {
  return (url: string, authorization: string, recording: typeof fetch): Sender => {
    const persisted = persistedExchange(preferGetForPersistedQueries === false ? { preferGetForPersistedQueries } : {});
    const exchanges = [persisted, fetchExchange];
    const fetchOptions = { headers: { authorization } };
    const client = new Client({ url, preferGetMethod: false, fetch: recording, fetchOptions, exchanges });
    return async (text, variables = {}) => {
      const { data, error } = await client.query(text, variables, { requestPolicy: 'network-only' }).toPromise();
      if (error) throw error;
      return data;
    };
  };
}

const CLIENTS = {
  'Apollo Client': (uri: string, authorization: string, recording: typeof fetch): Sender => {
    const http = new HttpLink({ uri, headers: { authorization }, fetch: recording });
    const link = new PersistedQueryLink({ sha256 }).concat(http);
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    return async (text, variables = {}) =>
      (await client.query({ query: gql(text), variables, fetchPolicy: 'network-only' })).data;
  },
  urql: urql(false),
  'urql by GET': urql(undefined),
};

const byHash = (status = 200) => ({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), query: undefined, status });
const withText = { ...byHash(), query: expect.stringContaining('query OrdersOf') };

describe.each(['Apollo Client', 'urql'] as const)('%s', (name) => {
  const ORDERS = ordersOf(name);

  it('sends a text once, which no other client of it has to send, and then its hash', async () => {
    const { send, sent } = await begin(name, open);
    expect(await send(ORDERS, { n: 2 })).toMatchObject({ orders: [{ __typename: 'Order' }, { __typename: 'Order' }] });
    expect(sent).toEqual([byHash(), withText]);
    expect(await send(ORDERS, { n: 3 })).toMatchObject({ orders: { length: 3 } });
    expect(sent.slice(2)).toEqual([byHash()]);
    const other = await begin(name, open);
    expect(await other.send(ORDERS, { n: 1 })).toMatchObject({ orders: { length: 1 } });
    expect(other.sent).toEqual([byHash()]);
  });

  it.each([
    ['everywhere', () => open],
    ['where no texts are accepted', () => strict],
  ] as const)('never sends the text of a registered document, %s', async (_where, server) => {
    const { send, sent } = await begin(name, server());
    expect(await send(REGISTERED)).toMatchObject({ viewer: { databaseId: expect.any(Number) } });
    expect(sent).toEqual([byHash()]);
  });

  it('reports that no texts are accepted, and does not try again', async () => {
    const { send, sent } = await begin(name, strict);
    const error = await send(ORDERS, { n: 2 }).catch((reason: unknown) => reason);
    expect(sent).toEqual([byHash(403)]);
    expect(reported(error)).toEqual([
      {
        message: 'No texts are accepted here: register the operation, and name it by its documentId.',
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
  });
});

/** The errors that an application sees. */
function reported(error: unknown): unknown {
  if (ServerError.is(error)) return JSON.parse(error.bodyText).errors;
  return error instanceof CombinedError
    ? error.graphQLErrors.map(({ message, extensions }) => ({ message, extensions }))
    : error;
}

it('urql sends hashes of registered queries by GET unless that is switched off', async () => {
  const { send, sent } = await begin('urql by GET', open);
  expect(await send(REGISTERED)).toMatchObject({ viewer: {} });
  expect(sent).toMatchObject([{ status: 200 }]);
});
