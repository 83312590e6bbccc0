import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Actor } from '@channel/auth';
import { loadSettings } from '@channel/settings';
import { requestHeaders, seal } from '@channel/webhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSurfaces, type Surface, sharesOf } from '../admission/surface.ts';
import { maxConnections } from '../connections.ts';
import { apiDocument } from '../openapi/document.ts';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';
import { pagesOf } from './pages.ts';
import { duration } from './values.ts';

/* The tables of the documentation match the behaviour of the server. */

let server: TestServer;
let partner: TestClient;
beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  partner = await client(server, 'partner');
}, DEMO_TIMEOUT);
afterAll(() => server.close());

const page = (name: string) => pagesOf(server.settings).find((each) => each.name === name)?.markdown ?? '';

/** The cells of the rows of a page whose first cell is a path. */
const rowsWithPath = (name: string) =>
  [...page(name).matchAll(/^\| `GET (v1\/[^`]+)` \| (\d+)/gm)].map(
    ([, path = '', max = '']) => [path, Number(max)] as const,
  );

it('names the maximum page size of every paginated list', async () => {
  const rows = rowsWithPath('reading');
  const paged = Object.entries(
    apiDocument(server.settings).paths as Record<string, { get?: { parameters?: { name?: string }[] } }>,
  )
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'per_page'))
    .map(([path]) => path.slice(1));
  expect(rows.map(([path]) => path).sort()).toEqual(paged.sort());
  const { roles } = (await partner.get('/v1/profile')).data<{ roles: { id: number }[] }>();
  for (const [path, max] of rows) {
    const address = `/${path.replace('{role}', String(roles[0]?.id))}`;
    const statusOf = async (per_page: number) => (await partner.get(address, { query: { per_page } })).status;
    expect([path, await statusOf(max), await statusOf(max + 1)]).toEqual([path, 200, 422]);
  }
});

it('names the limits of filters', async () => {
  for (const sentence of ['50 texts of at most 500 characters each and 5,000 together', '1,000 ids', '366 days'])
    expect(page('reading')).toContain(sentence);
  const { roles } = (await partner.get('/v1/profile')).data<{ roles: { id: number }[] }>();
  const products = `/v1/pos/roles/${roles[0]?.id}/products`;
  const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join('|');
  const statusOf = async (path: string, filter: unknown) => (await partner.get(path, { body: { filter } })).status;
  const range = (end_date: string) => ({ start_date: '2026-06-02', end_date });
  expect([await statusOf(products, { labels: many(50) }), await statusOf(products, { labels: many(51) })]).toEqual([
    200, 422,
  ]);
  const texts = (length: number) => Array.from({ length: 10 }, (_, at) => String(at).repeat(length)).join('|');
  expect([await statusOf(products, { title: texts(500) }), await statusOf(products, { title: texts(501) })]).toEqual([
    200, 422,
  ]);
  expect(await statusOf(products, { title: `${texts(500)}|a` })).toBe(422);
  expect([
    await statusOf(products, { product_ids: many(1_000) }),
    await statusOf(products, { product_ids: many(1_001) }),
  ]).toEqual([200, 422]);
  const dates = `${products}/1/rates/dates`;
  expect([await statusOf(dates, range('2027-06-02')), await statusOf(dates, range('2027-06-03'))]).toEqual([200, 422]);
  expect(await statusOf(dates, range('2026-06-01'))).toBe(422);
});

it('names every filter of the lists that it describes', () => {
  const lists = [...page('reading').matchAll(/^`GET (v1\/[^`]+)`.*\n\n((?:\|.*\n)+)/gm)];
  const documented = apiDocument(server.settings).paths as Record<
    string,
    { get?: { parameters?: { name?: string }[] } }
  >;
  expect(lists).toHaveLength(5);
  for (const [, path = '', table = ''] of lists) {
    const firstCells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell).join();
    const members = [...firstCells.matchAll(/`([^`]+)`/g)].map(([, member]) => member);
    const filters = (documented[`/${path}`]?.get?.parameters ?? []).flatMap(({ name = '' }) =>
      name.startsWith('filter[') ? [name.replace('[]', '').slice('filter['.length, -1).replaceAll('][', '.')] : [],
    );
    expect([path, members.sort()]).toEqual([path, filters.sort()]);
  }
});

it('names the steps in which a request is refused, in their order', async () => {
  const [clerk, anonymous] = await Promise.all([client(server, 'clerk'), client(server)]);
  const malformed = { raw: '{', headers: { 'content-type': 'application/json' } };
  const compressed = { raw: '{}', headers: { 'content-encoding': 'gzip' } };
  const statusOf = async (answer: ReturnType<TestClient['get']>) => (await answer).status;
  const orders = '/v1/orders/999999999';
  const stale = { headers: { 'if-match': '"x"' } };
  expect(
    await Promise.all([
      statusOf(anonymous.get('/v1/nothing')),
      statusOf(anonymous.patch('/v1/nothing', malformed)),
      statusOf(partner.delete('/v1/orders', malformed)),
      statusOf(anonymous.patch(orders, compressed)),
      statusOf(anonymous.patch(orders, malformed)),
      statusOf(partner.patch(orders, malformed)),
      statusOf(partner.patch(orders, { body: { status: 'Nope' }, ...stale })),
      statusOf(clerk.post('/v1/tags/own/products', malformed)),
      statusOf(clerk.post('/v1/tags/own/products', { body: {} })),
      statusOf(clerk.post('/v1/tags/own/products', { body: { ids: [999_999_999], tags: [] } })),
    ]),
  ).toEqual([404, 400, 405, 415, 401, 400, 422, 400, 422, 403]);
});

it('shows a webhook as the server signs it', () => {
  const value = (part: string) => page('webhooks').match(new RegExp(`^\\| ${part} \\| \`(.+)\` \\|$`, 'm'))?.[1] ?? '';
  const secretKey = 'a key that only tests know, 32 and more';
  const body = value('body');
  const headers = requestHeaders(
    { secretKey },
    {
      eventId: value('`webhook-id`'),
      sequence: 7,
      isTest: false,
      secret: seal(value('secret'), secretKey),
      previousSecret: null,
      previousSecretExpiresAt: null,
    },
    body,
    new Date(Number(value('`webhook-timestamp`')) * 1_000),
  );
  expect(headers['webhook-signature']).toBe(value('`webhook-signature`'));
  expect(page('webhooks')).toContain(`${Buffer.byteLength(body)} bytes`);
});

const actor = (userId: number, roles: Actor['roles'] = []): Actor => ({
  userId,
  name: '',
  isSystem: false,
  service: null,
  roles,
  clientIds: [],
});

/** The number of requests that are admitted concurrently; `by` gives the caller of each. */
async function begunAtOnce(surface: Surface, by: (n: number) => Actor, isHeavy = false): Promise<number> {
  let begun = 0;
  const end = Promise.withResolvers<void>();
  const running = Array.from({ length: 120 }, (_, n) =>
    surface.run({ actor: by(n), isHeavy, socket: { destroyed: false, remoteAddress: '::1' } }, () => {
      begun += 1;
      return end.promise;
    }),
  );
  // Requests beyond the queue are refused.
  const over = Promise.allSettled(running);
  await setImmediate();
  const atOnce = begun;
  end.resolve();
  await over;
  return atOnce;
}

const sameUser = () => actor(1);

const role = {
  id: 1,
  name: '',
  organizationId: 1,
  timeZone: 'UTC',
  currencyCode: 'EUR',
  languages: ['en'],
  requestQuota: null,
};
const colleague = (n: number) => actor(n, [{ ...role, clientId: null, permissions: [] }]);

/** A document of the repository. */
const written = (path: string) => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8');

it('says how many requests of one user run concurrently', async () => {
  for (const DATABASE_POOL_SIZE of ['1', '5', '10', '20', '33']) {
    const settings = loadSettings({ DATABASE_POOL_SIZE });
    const { api } = createSurfaces(settings);
    const count = await begunAtOnce(api, sameUser);
    const sentence = `The server works on at most ${count} ${count === 1 ? 'request' : 'requests'} of one user at the same time. Slow reads are counted separately, ${await begunAtOnce(api, sameUser, true)} at a time:`;
    for (const name of ['errors', 'index'])
      expect(pagesOf(settings).find((each) => each.name === name)?.markdown).toContain(sentence);
  }
});

it('tells operators the default numbers of connections and of concurrent requests', async () => {
  for (const env of [{}, { API_PROCESSES: '4' }])
    expect(written('docs/operations.md')).toContain(` = ${maxConnections(loadSettings(env))}`);
  const served = async (env: Record<string, string>) => {
    const { api } = createSurfaces(loadSettings(env));
    return [await begunAtOnce(api, sameUser), await begunAtOnce(api, colleague)];
  };
  const [user, organization] = await served({});
  const [ofTwenty, organizationOfTwenty] = await served({ DATABASE_POOL_SIZE: '20' });
  for (const sentence of [
    `\`DATABASE_POOL_SIZE\` (${loadSettings({}).databasePoolSize} by default)`,
    `One user is served ${user} requests of v1 concurrently, one organization ${organization},`,
    `with \`DATABASE_POOL_SIZE=20\` it is ${ofTwenty} and ${organizationOfTwenty}.`,
  ])
    expect(written('README.md')).toContain(sentence);
});

it('tells operators how many requests run concurrently, by the size of the pool', async () => {
  const rows = [...written('docs/operations.md').matchAll(/^\| (\d+) \| (\d+ \/ .*)$/gm)].map(
    ([, size = '', cells = '']) => [size, cells.split('|').flatMap((cell) => (cell.trim() ? [cell.trim()] : []))],
  );
  expect(rows.map(([size]) => size)).toEqual(['10', '20', '40']);
  for (const [size, cells] of rows) {
    const settings = loadSettings({ DATABASE_POOL_SIZE: String(size) });
    const surfaces = Object.values(createSurfaces(settings));
    const each = async (count: (surface: Surface) => Promise<number>) =>
      (await Promise.all(surfaces.map(count))).join(' / ');
    expect([size, cells]).toEqual([
      size,
      [
        Object.values(sharesOf(settings)).join(' / '),
        await each((surface) => begunAtOnce(surface, actor)),
        await each((surface) => begunAtOnce(surface, sameUser)),
        await each((surface) => begunAtOnce(surface, colleague)),
        await each((surface) => begunAtOnce(surface, actor, true)),
        await each((surface) => begunAtOnce(surface, sameUser, true)),
      ],
    ]);
  }
});

it('describes every status of the reference', () => {
  const described = [...page('errors').matchAll(/^## (\d{3}) /gm)].map(([, status]) => status);
  const text = JSON.stringify(apiDocument(server.settings).paths);
  const listed = [...text.matchAll(/"([45]\d\d)":\{/g)].map(([, status]) => status);
  expect(described).toEqual([...new Set(described)].sort());
  expect(described).toEqual(expect.arrayContaining([...new Set(listed)]));
});

it('shows the values that the operator has set', () => {
  const env = {
    ACCESS_TOKEN_SECONDS: '5400',
    LOGIN_FAILURES: '7',
    REQUESTS_PER_MINUTE: '99',
    IDEMPOTENCY_HOURS: '48',
    EVENT_KINDS: '{"create":"order-created"}',
    WEBHOOK_HTTPS_ONLY: '0',
  };
  const text = pagesOf(loadSettings(env))
    .map(({ markdown }) => markdown)
    .join('\n');
  for (const sentence of [
    '90 minutes',
    '7 wrong passwords',
    '99 requests a minute',
    'remembered for 2 days',
    'Making an order sends `order-created`. Changes send nothing.',
    'begins with `https://` or `http://`, and is reachable from the internet on port 443 or 80',
  ])
    expect(text).toContain(sentence);
  expect([1, 60, 3_600, 5_400, 86_400, 2_592_000, 0].map(duration)).toEqual([
    '1 second',
    '1 minute',
    '1 hour',
    '90 minutes',
    '1 day',
    '30 days',
    '0 seconds',
  ]);
});
