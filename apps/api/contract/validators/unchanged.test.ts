import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, exchange, type Sent } from '../../src/testing/http.ts';
import { bearerOf, client, startServer, type TestClient, type TestServer } from '../../src/testing/index.ts';
import { type Read, readRoutes, readsOf } from './reads.ts';
import { type Scene, sceneOn } from './scene.ts';

/* Every GET of v1 through HTTP: what a client gets for an ETag that it has, in every form of the request. */

let server: TestServer;
let scene: Scene;
let apis: Record<'staff' | 'partner' | 'member', TestClient>;

beforeAll(async () => {
  server = await startServer();
  scene = await sceneOn(server);
  const { staff, partner, member } = scene.users;
  apis = {
    staff: await client(server, staff.id),
    partner: await client(server, partner.id),
    member: await client(server, member.id),
  };
}, 120_000);
afterAll(() => server?.close());

/** One plain read of each operation. */
function plainReads(user: keyof typeof apis): Read[] {
  const reads = readsOf(server, scene, scene.users[user].role.id);
  return reads.filter(({ operation, query }, index) => {
    const isFirst = reads.findIndex((each) => each.operation === operation) === index;
    return isFirst && Object.keys(query).length === 0;
  });
}

const etagOf = ({ headers }: Answer): string => headers.etag ?? '';
const inner = (etag: string) => etag.replace(/^"|"$/g, '');

/** Sends a read in some form; with a header for the ETag. */
async function unchanged(
  api: TestClient,
  path: string,
  tag: string,
  more: Record<string, string> = {},
  method = 'GET',
) {
  return api.send(method, path, { headers: { 'if-none-match': tag, ...more } });
}

describe.each(['staff', 'partner'] as const)('each GET, for %s,', (user) => {
  it('is answered 304 for its ETag, in every form of the header and of the request', { timeout: 60_000 }, async () => {
    const api = apis[user];
    const reads = plainReads(user);
    expect(reads.length).toBe(readRoutes(server).length);
    for (const { path, operation, route } of reads) {
      const full = await api.get(path);
      const etag = etagOf(full);
      expect([operation, full.status, etag]).toEqual([
        operation,
        200,
        expect.stringMatching(/^"(\d+\.)?[\w-]{38,60}"$/),
      ]);
      const forms: [form: string, tag: string, method?: string][] = [
        ['its tag', etag],
        ['any', '*'],
        ['a list', `"x", W/"y", ${etag}, "z"`],
        ['a weak tag', `W/${etag}`],
        ['HEAD', etag, 'HEAD'],
        ...(route.readsInput ? ([['QUERY', etag, 'QUERY']] as const) : []),
      ].map(([form = '', tag = '', method]) => [form, tag, method]);
      for (const [form, tag, method] of forms) {
        const { status, text, headers } = await unchanged(api, path, tag, {}, method);
        expect([operation, form, status, text, headers.etag]).toEqual([operation, form, 304, '', etag]);
        expect(headers['content-type']).toBeUndefined();
        expect(headers['cache-control']).toBe(route.public ? 'no-cache' : 'private, no-cache');
        for (const name of ['X-Lang', 'Authorization', 'Accept-Encoding']) expect(headers.vary).toContain(name);
      }
    }
  });

  it('is answered in full for any other tag', { timeout: 60_000 }, async () => {
    const api = apis[user];
    for (const { path, operation } of plainReads(user)) {
      const full = await api.get(path);
      const validator = inner(etagOf(full)).replace(/^\d+\./, '');
      const others = [`"999.${validator}"`, `"${validator}x"`, `"${validator.slice(1)}"`, validator, '""', '"x", "y"'];
      // The validator alone is the whole tag where there is no version.
      for (const tag of [...others, ...(etagOf(full).includes('.') ? [`"${validator}"`] : [])]) {
        const answer = await unchanged(api, path, tag);
        expect([operation, tag, answer.status, answer.text]).toEqual([operation, tag, 200, full.text]);
      }
    }
  });
});

describe('a tag', () => {
  /** Sends a request in an encoding, as the staff. */
  async function send(method: string, path: string, coding: string, { headers, body }: Sent = {}): Promise<Answer> {
    const authorization = await bearerOf(server, scene.users.staff.username);
    const usual = { authorization, 'accept-encoding': coding, 'content-type': 'application/json' };
    return exchange(new URL(path, server.url), method, { body, headers: { ...usual, ...headers } });
  }

  it('of each encoding is known in that encoding, and that of the plain answer in all', {
    timeout: 60_000,
  }, async () => {
    for (const { path, operation } of plainReads('staff')) {
      const plain = await send('GET', path, 'identity');
      for (const coding of ['gzip', 'zstd']) {
        const coded = await send('GET', path, coding);
        expect([operation, coded.text]).toEqual([operation, plain.text]);
        const isCoded = coded.headers['content-encoding'] === coding;
        expect(isCoded).toBe(plain.bytes.length >= 1_024);
        expect(etagOf(coded)).toBe(isCoded ? `"${inner(etagOf(plain))}-${coding}"` : etagOf(plain));
        for (const tag of [etagOf(coded), etagOf(plain)]) {
          const answer = await send('GET', path, coding, { headers: { 'if-none-match': tag } });
          expect([operation, coding, answer.status, etagOf(answer)]).toEqual([operation, coding, 304, tag]);
        }
        if (!isCoded) continue;
        const inPlain = await send('GET', path, 'identity', { headers: { 'if-none-match': etagOf(coded) } });
        expect([operation, inPlain.status, inPlain.text]).toEqual([operation, 200, plain.text]);
      }
    }
  });

  it('of an order is taken by If-Match in each encoding, until the order changes', async () => {
    const path = `/v1/orders/${scene.order.id}`;
    for (const [index, coding] of ['identity', 'gzip', 'zstd', 'gzip, zstd;q=0.5'].entries()) {
      const etag = etagOf(await send('GET', path, coding));
      const change = (code: string) =>
        send('PATCH', path, coding, { body: { reference_code: code }, headers: { 'if-match': etag } });
      expect([coding, (await change(`code-${index}`)).status]).toEqual([coding, 200]);
      expect([coding, (await change('late')).status]).toEqual([coding, 412]);
      expect((await send('GET', path, coding, { headers: { 'if-none-match': etag } })).status).toBe(200);
    }
  });

  it('of an order is taken by If-Match from a plain fetch, which accepts gzip by itself', async () => {
    const url = `${server.url}/v1/orders/${scene.order.id}`;
    const authorization = await bearerOf(server, scene.users.staff.username);
    const read = await fetch(url, { headers: { authorization } });
    expect([read.status, read.headers.get('content-encoding')]).toEqual([200, expect.stringMatching(/gzip|zstd/)]);
    const headers = { authorization, 'content-type': 'application/json', 'if-match': read.headers.get('etag') ?? '' };
    const changed = await fetch(url, { method: 'PATCH', headers, body: '{"reference_code":"fetched"}' });
    expect(changed.status).toBe(200);
  });

  it('of another user is unknown unless the answer is the same', { timeout: 60_000 }, async () => {
    let different = 0;
    for (const { path, operation } of plainReads('staff'))
      for (const other of [apis.partner, apis.member]) {
        const [one, two] = [await apis.staff.get(path), await other.get(path).catch(() => undefined)];
        if (two?.status !== 200 || two.text === one.text) continue;
        different += 1;
        const answer = await unchanged(other, path, etagOf(one));
        expect([operation, answer.status, answer.text]).toEqual([operation, 200, two.text]);
      }
    expect(different).toBeGreaterThan(5);
  });

  it('of a list stays known when an order changes that it does not show', async () => {
    const { staff } = apis;
    const { id } = scene.order;
    const [short, whole] = ['/v1/orders?per_page=1', '/v1/orders?per_page=100'];
    const { data } = JSON.parse((await staff.get(short)).text);
    expect(data[0].id).not.toBe(id);
    const tags = { short: etagOf(await staff.get(short)), whole: etagOf(await staff.get(whole)) };
    for (const code of ['one', 'two']) {
      const body = { reference_code: code };
      expect((await send('PATCH', `/v1/orders/${id}`, 'identity', { body })).status).toBe(200);
      const { status, headers } = await unchanged(staff, short, tags.short);
      expect([code, status, headers.etag]).toEqual([code, 304, tags.short]);
      expect((await unchanged(staff, whole, tags.whole)).status).toBe(200);
    }
  });

  it('of another language, page or filter is unknown', { timeout: 60_000 }, async () => {
    const { staff } = apis;
    for (const path of ['/v1/orders', '/v1/cities', '/v1/pos/products', `/v1/orders/${scene.order.id}`]) {
      const tag = etagOf(await staff.get(path));
      expect([path, (await unchanged(staff, path, tag, { 'x-lang': 'nl' })).status]).toEqual([path, 200]);
      expect([path, (await unchanged(staff, path, tag)).status]).toEqual([path, 304]);
    }
    const tag = etagOf(await staff.get('/v1/orders'));
    for (const query of ['page=2', 'per_page=3', 'filter[today_orders]=1', 'filter[include]=pickup.driver']) {
      const path = `/v1/orders?${query}`;
      const own = etagOf(await staff.get(path));
      expect([query, (await unchanged(staff, path, tag)).status]).toEqual([query, 200]);
      expect([query, (await unchanged(staff, path, own)).status]).toEqual([query, 304]);
    }
  });
});
