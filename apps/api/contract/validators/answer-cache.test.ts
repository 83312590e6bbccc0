import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, exchange } from '../../src/testing/http.ts';
import { bearerOf, client, startServer, type TestClient, type TestServer } from '../../src/testing/index.ts';
import { readRoutes, readsOf, urlOf } from './reads.ts';
import { type Scene, sceneOn } from './scene.ts';

/* What clients notice of the cache of answers: nothing but its speed. That it is never stale, `validators.test.ts` shows. */

let server: TestServer;
let scene: Scene;
let statements: string[] = [];

beforeAll(async () => {
  server = await startServer({ env: { METRICS_PORT: '9464' }, onQuery: (sql) => statements.push(sql) });
  scene = await sceneOn(server);
}, 120_000);
afterAll(() => server?.close());

async function measured(metric: 'hits_total' | 'bytes'): Promise<number> {
  const found = await server.services.metrics?.registry.getSingleMetric(`channel_answer_cache_${metric}`)?.get();
  return found?.values[0]?.value ?? Number.NaN;
}

/** Sends a read, and says whether the cache answered it. */
async function sent(api: TestClient, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const before = await measured('hits_total');
  statements = [];
  const answer = await api.send(method, path, { headers });
  return { answer, isCached: (await measured('hits_total')) > before, statements: statements.length };
}

const NOT_STORED = { 'cache-control': 'no-store' };

/** What a client sees of an answer. */
function seen({ status, text, headers: { date: _date, 'x-request-id': _id, ...headers } }: Answer) {
  return { status, text, headers };
}

/** The operations whose rows are found by a statement of their own: comparing them first would rarely save anything. */
const FOUND_FIRST = ['ListOrders'];

it.each(['staff', 'partner'] as const)(
  'each GET that %s repeats is answered as Postgres answers it',
  {
    timeout: 120_000,
  },
  async (user) => {
    const api = await client(server, scene.users[user].id);
    const authorization = await bearerOf(server, scene.users[user].username);
    const kept = new Set<string>();
    const read = new Set<string>();
    for (const each of readsOf(server, scene, scene.users[user].role.id)) {
      const [path, { operation, route }] = [urlOf(each), each];
      const fresh = await sent(api, path, NOT_STORED);
      if (fresh.answer.status !== 200) continue;
      read.add(operation);
      for (const form of ['first', 'second', 'third']) {
        const { answer, isCached } = await sent(api, path);
        expect([path, form, seen(answer)]).toEqual([path, form, seen(fresh.answer)]);
        if (isCached) kept.add(operation);
      }
      if (!kept.has(operation)) continue;
      const head = await sent(api, path, {}, 'HEAD');
      expect([path, head.answer.headers.etag]).toEqual([path, fresh.answer.headers.etag]);
      for (const coding of ['gzip', 'zstd']) {
        const headers = { authorization, 'accept-encoding': coding };
        const own = await exchange(new URL(path, server.url), 'GET', { headers });
        const other = await exchange(new URL(path, server.url), 'GET', { headers: { ...headers, ...NOT_STORED } });
        expect([path, coding, seen(own)]).toEqual([path, coding, seen(other)]);
      }
      if (route.readsInput) expect((await sent(api, path, {}, 'QUERY')).answer.text).toBe(fresh.answer.text);
      const known = await sent(api, path, { 'if-none-match': fresh.answer.headers.etag ?? '' });
      expect([path, known.answer.status, known.answer.text]).toEqual([path, 304, '']);
      const old = await sent(api, path, { 'if-none-match': '"old"' });
      expect([path, seen(old.answer)]).toEqual([path, seen(fresh.answer)]);
    }
    expect(read.size).toBe(readRoutes(server).length);
    expect([...read].filter((operation) => !kept.has(operation))).toEqual(FOUND_FIRST);
  },
);

it('a request that may not be stored is neither answered from the cache nor kept', async () => {
  const api = await client(server, scene.users.staff.id);
  const path = `/v1/orders/${scene.order.id}`;
  const before = await measured('bytes');
  for (let each = 0; each < 4; each += 1)
    expect((await sent(api, path, { ...NOT_STORED, 'x-lang': 'de' })).isCached).toBe(false);
  expect(await measured('bytes')).toBe(before);
});

it('a change is seen by the next read, which costs one statement more', async () => {
  const api = await client(server, scene.users.staff.id);
  const path = `/v1/orders/${scene.order.id}`;
  for (let each = 0; each < 3; each += 1) await sent(api, path);
  const cached = await sent(api, path);
  expect([cached.isCached, cached.statements]).toEqual([true, 1]);
  expect((await api.send('PATCH', path, { body: { reference_code: 'changed' } })).status).toBe(200);
  const next = await sent(api, path);
  expect([next.isCached, next.answer.data().reference_code, next.statements]).toEqual([false, 'changed', 2]);
});

it('the cache answers nobody whose login has ended, and no other user', async () => {
  const [partner, member] = [scene.users.partner, scene.users.member];
  const [api, other] = [await client(server, partner.id), await client(server, member.id)];
  const path = readRoutes(server).find(({ operation }) => operation.name === 'GetProfile')?.path ?? '';
  for (let each = 0; each < 3; each += 1) await sent(api, path);
  const { answer, isCached } = await sent(api, path);
  expect([answer.status, isCached]).toEqual([200, true]);
  expect((await sent(other, path)).answer.text).not.toBe(answer.text);
  await server.db.user.update({ where: { id: partner.id }, data: { disabledAt: server.services.clock() } });
  const refused = await sent(api, path);
  expect([refused.answer.status, refused.isCached]).toEqual([401, false]);
});
