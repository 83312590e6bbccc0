import type { AddressInfo } from 'node:net';
import { startFamily } from '@channel/auth';
import { setRequestQuota } from '@channel/graph';
import { createFactories, type Factories } from '@channel/prisma/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { contextOf } from '../context.ts';
import { buildServer } from '../server.ts';
import { client, NOW, postGraphql, startServer, type TestServer } from '../testing/index.ts';
import { pruneUnits } from './ledger.ts';

/* Two servers on one database: quotas hold for both together. */

const QUOTA = 20;
const SECONDS = 60;

let server: TestServer;
let other: FastifyInstance;
let urls: string[];
let make: Factories;
beforeAll(async () => {
  const env = { ORGANIZATION_REQUESTS: String(QUOTA), CORS_ORIGINS: 'https://shop.example' };
  server = await startServer({ env });
  make = createFactories(server.db);
  other = await buildServer(server.services);
  await other.listen({ port: 0, host: '127.0.0.1' });
  urls = [server.url, `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`];
});
afterAll(async () => {
  await other.close();
  await server.close();
});

let minute = 0;
beforeEach(() => {
  minute += 1;
  server.setNow(new Date(NOW.getTime() + minute * 60_000));
});

/** Clients of a new user of a new organization at both servers, and its bearer token. */
async function partner(permissions: string[] = ['orders.view-all']) {
  const organization = await make.organization();
  const user = await make.userWith(permissions, { organizationId: organization.id, clientId: null });
  const { token } = await tokenOf(user.id);
  const clients = await Promise.all(urls.map((url) => client({ url, contract: server.contract }, { token })));
  const get = (index: number, path = '/v1/orders', headers = {}) => {
    const chosen = clients[index % clients.length];
    if (!chosen) throw new Error('There is no client.');
    return chosen.get(path, { headers });
  };
  return { organization, user, token, get };
}

async function tokenOf(userId: number): Promise<{ token: string }> {
  const pair = await startFamily(server.db, userId, NOW, server.settings);
  return { token: pair.accessToken };
}

/** How many of these requests to both servers in turn are accepted. */
async function accepted({ get }: Awaited<ReturnType<typeof partner>>, requests: number): Promise<number> {
  let count = 0;
  for (let index = 0; index < requests; index += 1) if ((await get(index)).status === 200) count += 1;
  return count;
}

const nextMinute = () => {
  minute += 1;
  server.setNow(new Date(NOW.getTime() + minute * 60_000));
};

it('accepts the quota of an organization once, over all processes, in each window', async () => {
  const own = await partner();
  for (let window = 0; window < 2; window += 1) {
    expect(await accepted(own, QUOTA)).toBe(QUOTA);
    nextMinute();
  }
  expect(await accepted(own, 2 * QUOTA)).toBe(QUOTA);
});

it('grants it evenly after a request was refused, which then says when to come again', async () => {
  const own = await partner();
  await accepted(own, QUOTA + 1);
  nextMinute();
  // One each 3 s, and one that was due before.
  expect(await accepted(own, QUOTA)).toBe(2);
  const { status, headers } = await own.get(0);
  expect([status, headers.ratelimit, headers['retry-after']]).toEqual([429, '"organization";r=0;t=3', '3']);
  nextMinute();
  nextMinute();
  expect(await accepted(own, QUOTA)).toBe(QUOTA);
});

it('does not refuse a token that was revoked: it is none', async () => {
  const own = await partner();
  expect(await accepted(own, QUOTA)).toBe(QUOTA);
  await server.db.tokenFamily.updateMany({ where: { userId: own.user.id }, data: { revokedAt: NOW } });
  expect((await own.get(0)).status).toBe(401);
});

it('counts against a quota that was just raised', async () => {
  const own = await partner();
  expect(await accepted(own, QUOTA)).toBe(QUOTA);
  await server.db.organization.update({ where: { id: own.organization.id }, data: { requestQuota: 2 * QUOTA } });
  // The next one was beyond the former quota, so the new one is granted evenly.
  expect(await accepted(own, QUOTA)).toBe(2);
});

it('holds for all users and entry points of an organization, and for no other one', async () => {
  const own = await partner(['orders.view-all', 'graphql.query', 'console.access']);
  const quiet = await partner();
  expect(await accepted(own, QUOTA)).toBe(QUOTA);
  const colleague = await make.userWith(['orders.view-all'], { organizationId: own.organization.id, clientId: null });
  const theirs = await client(server, await tokenOf(colleague.id));
  expect((await theirs.get('/v1/orders')).status).toBe(429);
  const headers = { authorization: `Bearer ${own.token}` };
  const answer = await postGraphql(server, { query: '{ viewer { name } }' }, { headers });
  expect([answer.status, answer.headers['retry-after'], answer.body]).toMatchObject([
    429,
    '60',
    { errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 60 } }] },
  ]);
  expect((await quiet.get(0)).status).toBe(200);
});

it('is in the fields of every answer that it counted', async () => {
  const own = await partner();
  server.setNow(new Date(NOW.getTime() + minute * 60_000 + 15_000));
  const origin = { origin: 'https://shop.example' };
  const first = await own.get(0, '/v1/orders', origin);
  const fields = (answer: typeof first) => [
    answer.status,
    answer.headers.ratelimit,
    answer.headers['ratelimit-policy'],
  ];
  const policy = `"organization";q=${QUOTA};w=${SECONDS}`;
  expect(fields(first)).toEqual([200, '"organization";r=19;t=45', policy]);
  expect(first.headers['access-control-expose-headers']).toContain(', RateLimit, RateLimit-Policy');
  const unchanged = { 'if-none-match': String(first.headers.etag) };
  expect(fields(await own.get(0, '/v1/orders', unchanged))).toEqual([304, '"organization";r=18;t=45', policy]);
  expect(fields(await own.get(0, '/v1/orders/999999'))).toEqual([404, '"organization";r=17;t=45', policy]);
  expect(fields(await own.get(0, '/v1/orders?page=no'))).toEqual([422, '"organization";r=16;t=45', policy]);
  await accepted(own, QUOTA);
  const refused = await own.get(0);
  expect([...fields(refused), refused.headers['retry-after']]).toEqual([429, '"organization";r=0;t=45', policy, '45']);
  expect(refused.json).toEqual({
    errors: null,
    meta: { message: 'Too many requests. Please try again later.', tracking_id: null },
  });
});

it('is that of the organization, if the operator gave it one, from the next request on', async () => {
  const own = await partner();
  const incoming = { actor: null, channel: 'system', address: null, requestId: 'test' } as const;
  const set = async (requestQuota: number | null) =>
    setRequestQuota(await contextOf(server.services, incoming), { organizationId: own.organization.id, requestQuota });
  await set(3);
  expect(await accepted(own, 10)).toBe(3);
  const entries = await server.db.auditEntry.findMany({ where: { organizationId: own.organization.id } });
  expect(entries).toMatchObject([{ action: 'organization.update', after: { requestQuota: 3 } }]);
  await set(null);
  // The refusal of the token is remembered for a second.
  await expect
    .poll(async () => (await own.get(0)).headers['ratelimit-policy'], { timeout: 5_000 })
    .toContain(`q=${QUOTA}`);
  await expect(set(0)).rejects.toThrow();
});

it('refuses without a statement for a second, however many requests there are', async () => {
  const statements: string[] = [];
  const counting = await startServer({
    env: { ORGANIZATION_REQUESTS: '2' },
    onQuery: (sql) => statements.push(sql),
  });
  try {
    const { id } = await createFactories(counting.db).userWith(['orders.view-all']);
    const own = await client(counting, id);
    for (let index = 0; index < 3; index += 1) await own.get('/v1/orders');
    statements.length = 0;
    const begun = performance.now();
    const statuses = new Set<number>();
    for (let index = 0; index < 20 && performance.now() - begun < 800; index += 1)
      statuses.add((await own.get('/v1/orders')).status);
    expect([[...statuses], statements]).toEqual([[429], []]);
  } finally {
    await counting.close();
  }
});

it('leaves no rows of windows that are over, and no fields where there is no quota', async () => {
  expect(await server.db.quotaUse.count()).toBeGreaterThan(0);
  await pruneUnits(server.db, new Date(NOW.getTime() + 86_400_000));
  expect(await server.db.quotaUse.count()).toBe(0);
  const without = await startServer();
  try {
    const { id } = await createFactories(without.db).userWith(['orders.view-all']);
    const { headers } = await (await client(without, id)).get('/v1/orders');
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    expect(await without.db.quotaUse.count()).toBe(0);
  } finally {
    await without.close();
  }
});
