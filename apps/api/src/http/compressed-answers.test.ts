import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { bearerOf, DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';

/* What compression of the server means for v1 and GraphQL; the codings themselves are tested in graphql-rest-router. */

const CODINGS = ['zstd', 'gzip', undefined] as const;
type Coding = (typeof CODINGS)[number];

let server: TestServer;
let staff: string;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  staff = await bearerOf(server, 'admin');
}, DEMO_TIMEOUT);
afterAll(() => server.close());

type Sent = { coding?: Coding; body?: unknown; headers?: Record<string, string>; authorization?: string };

/** Sends a request in which a coding is accepted. */
async function send(method: string, path: string, { coding, body, headers, authorization = staff }: Sent = {}) {
  const answer = await exchange(new URL(path, server.url), method, {
    body,
    headers: {
      authorization,
      'content-type': 'application/json',
      'accept-encoding': coding,
      'sec-fetch-site': 'none',
      ...headers,
    },
  });
  return { ...answer, coding: answer.headers['content-encoding'] };
}

describe('an order', () => {
  it.each(CODINGS)('that was read as %s is unchanged by its ETag, and changed by it as If-Match', async (coding) => {
    const { id } = await server.db.order.findFirstOrThrow({ where: { organizationId: 1, status: 'Booked' } });
    const path = `/v1/orders/${id}`;
    const read = await send('GET', path, { coding });
    const etag = String(read.headers.etag);
    expect(read).toMatchObject({ status: 200, coding });
    expect(etag).toMatch(coding ? new RegExp(`^"\\d+\\.[\\w-]+-${coding}"$`) : /^"\d+\.[\w-]{38}"$/);
    expect(read.headers.vary).toBe('X-Lang, Authorization, Accept-Encoding');
    expect(read.text).toBe((await send('GET', path)).text);
    const again = await send('GET', path, { coding, headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, etag, 0]);
    const change = (tag: string) =>
      send('PATCH', path, { coding, body: { reference_code: `R ${coding}` }, headers: { 'if-match': tag } });
    expect((await change(etag)).status).toBe(200);
    expect((await change(etag)).status).toBe(412);
    expect((await send('GET', path, { coding, headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('that plain fetch read is changed by its ETag', async () => {
    const { id } = await server.db.order.findFirstOrThrow({ where: { organizationId: 1, status: 'Booked' } });
    const address = `${server.url}/v1/orders/${id}`;
    const headers = { authorization: staff, 'content-type': 'application/json' };
    const read = await fetch(address, { headers });
    expect(read.headers.get('content-encoding')).toBe('gzip');
    const changed = await fetch(address, {
      method: 'PATCH',
      headers: { ...headers, 'if-match': String(read.headers.get('etag')) },
      body: JSON.stringify({ reference_code: 'fetched' }),
    });
    expect(changed.status).toBe(200);
  });
});

describe('every kind of answer', () => {
  const list = '{ orders(perPage: 50) { databaseId client { name } passengers { firstName lastName } } }';
  it.each([
    ['a list of v1', 'GET', '/v1/orders?per_page=50', undefined],
    ['an export of v1', 'GET', '/v1/orders/export', undefined],
    ['a query', 'POST', '/graphql', { query: list }],
    ['an export of GraphQL', 'POST', '/graphql/export', { query: list.replace('(perPage: 50)', '') }],
    ['an export as CSV', 'POST', '/exports/orders', {}],
    ['the OpenAPI document', 'GET', '/openapi.json', undefined],
    ['a page', 'GET', '/docs', undefined],
  ])('is compressed: %s', async (_name, method, path, body) => {
    const answers = [];
    for (const coding of CODINGS) {
      answers.push(await send(method, path, { coding, body }));
      expect(answers.at(-1)).toMatchObject({ status: 200, coding });
    }
    const [zstd, gzip, plain] = answers;
    const isCost = (text = '') => text.replace(/"extensions":.*$/, '');
    expect(isCost(zstd?.text)).toBe(isCost(plain?.text));
    expect(isCost(gzip?.text)).toBe(isCost(plain?.text));
    expect(Number(zstd?.bytes.length)).toBeLessThan(Number(plain?.bytes.length) / 2);
    expect(Number(gzip?.bytes.length)).toBeLessThan(Number(plain?.bytes.length) / 2);
  });
});

describe('an answer with a secret', () => {
  const note = 'n'.repeat(90);

  it('is never compressed, while other changes are', async () => {
    const run = (query: string) => send('POST', '/graphql', { coding: 'gzip', body: { query } });
    const role = await server.db.role.findFirstOrThrow({ where: { organizationId: 1, clientId: null } });
    const created = await run(
      `mutation { createServiceAccount(organizationId: 1, input: { name: "Plain", roleIds: [${role.id}], scopes: ["orders:read"] }) { account { accountId } } }`,
    );
    const account = created.data<{ createServiceAccount: { account: { accountId: number } } }>();
    const tokens = Array.from(
      { length: 4 },
      (_, index) =>
        `t${index}: createServiceToken(id: ${account.createServiceAccount.account.accountId}, name: "${note}${index}") { handedOver { text token { name a: name b: name } } }`,
    );
    const made = await run(`mutation { ${tokens.join(' ')} }`);
    expect([made.coding, made.bytes.length > 1_024, made.text.includes('chb_service_')]).toEqual([
      undefined,
      true,
      true,
    ]);
    const { id } = await server.db.order.findFirstOrThrow({ where: { organizationId: 1, status: 'Booked' } });
    const rename = `mutation { updateOrder(reference: "${id}", input: { referenceCode: "${note}" }) { order { ${Array.from({ length: 20 }, (_, index) => `r${index}: referenceCode`).join(' ')} } } }`;
    const changed = await run(rename);
    expect([changed.coding, changed.text.length > 1_024]).toEqual(['gzip', true]);
  });
});

it('events arrive one by one in a compressed stream, with comments between them', async () => {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: staff,
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'accept-encoding': 'gzip',
    },
    body: JSON.stringify({ query: 'subscription { orderNews { orderId } }' }),
  });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const upTo = async (sign: string) => {
    while (!text.includes(sign)) text += (await reader?.read())?.value ?? '';
  };
  await upTo(':\n');
  const { id } = await server.db.order.findFirstOrThrow({ where: { organizationId: 1, status: 'Booked' } });
  await send('PATCH', `/v1/orders/${id}`, { body: { reference_code: 'news' } });
  await upTo(`"orderId":${id}`);
  await reader?.cancel();
});
