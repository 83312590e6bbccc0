import { type Audit, serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, DEMO_TIMEOUT, startServer, type TestServer } from '../src/testing/index.ts';

/* The audits of the specification of GraphQL over HTTP, as its working group publishes them. */

/** What the specification permits and this server does not do: texts are sent by POST alone. */
const NOT_DONE = ['5A70', 'D6D5', '6A70'];

let server: TestServer;
let authorization: string;
beforeAll(async () => {
  // Some audits read the schema.
  server = await startServer({ world: 'demo', env: { GRAPHIQL: '1' } });
  authorization = await bearerOf(server, 'admin');
}, DEMO_TIMEOUT);
afterAll(() => server.close());

type Send = (url: string, init?: RequestInit) => Promise<Response>;
const auditsOf = (fetchFn: Send): Audit[] => serverAudits({ url: () => `${server.url}/graphql`, fetchFn });
const send: Send = (url, init) => fetch(url, { ...init, headers: { ...Object(init?.headers), authorization } });

describe('the server', () => {
  it.each(auditsOf(send).map((audit) => [audit.id, audit.name, audit] as const))('%s %s', async (id, _name, { fn }) => {
    const result = await fn();
    const reason = result.status === 'ok' ? '' : result.reason;
    expect([result.status, reason]).toEqual(NOT_DONE.includes(id) ? ['notice', expect.any(String)] : ['ok', '']);
  });
});

it('the audits find a server that answers in another way', async () => {
  const spoilt = auditsOf(async (url, init) => {
    const { status, headers } = await send(url, init);
    return new Response('{"data":null', { status, headers });
  });
  const found = await Promise.all(spoilt.map(({ fn }) => fn()));
  expect(found.filter(({ status }) => status === 'error').length).toBeGreaterThan(5);
});
