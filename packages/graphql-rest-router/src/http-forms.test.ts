import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Received, type Sent } from './testing/http.ts';
import { startLibrary } from './testing/library.ts';

let app: FastifyInstance;
let send: (method: string, path: string, sent?: Sent) => Promise<Received>;

beforeAll(async () => {
  app = await startLibrary({ forms: true });
  send = clientOf(app);
});
afterAll(() => app.close());

const FORM = 'application/x-www-form-urlencoded';
const sendForm = (method: string, path: string, raw: string | Buffer, type = FORM) =>
  send(method, path, { raw, headers: { 'content-type': type } });

/** The headers without those that differ for each response. */
function lasting({ headers: { date, 'x-request-id': id, connection, ...headers } }: Received) {
  return headers;
}

describe('HEAD', () => {
  it.each([
    ['/v1/books', 200],
    ['/v1/books/1', 200],
    ['/v1/books?filter[title]=Looms', 200],
    ['/v1/titles', 200],
    ['/v1/books/99', 404],
    ['/v1/books?per_page=99', 422],
    ['/v1/failures/bug', 500],
  ])('of %s has the status and the headers of GET, and no body', async (path, status) => {
    const [get, head] = [await send('GET', path), await send('HEAD', path)];
    expect([head.status, head.text]).toEqual([status, '']);
    expect(get.text).not.toBe('');
    expect(lasting(head)).toEqual(lasting(get));
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)));
  });

  it('reads the same body as GET, and answers 304 when nothing was modified', async () => {
    const body = { filter: { title: 'Looms' } };
    const head = await send('HEAD', '/v1/books', { body });
    expect(lasting(head)).toEqual(lasting(await send('GET', '/v1/books', { body })));
    const { etag } = (await send('GET', '/v1/books/1')).headers;
    expect((await send('HEAD', '/v1/books/1', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('of an export has no body', async () => {
    const head = await send('HEAD', '/v1/books/export');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' });
    expect(head.headers['content-length']).toBeUndefined();
  });

  it('is refused without credentials, and on addresses without GET', async () => {
    expect((await send('HEAD', '/v1/books', { headers: { authorization: undefined } })).status).toBe(401);
    expect((await send('HEAD', '/v1/tokens')).status).toBe(405);
  });
});

describe('OPTIONS', () => {
  it.each([
    ['/v1/books', 'GET, HEAD, OPTIONS, POST, QUERY'],
    ['/v1/books/1', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'],
    ['/v1/tokens', 'OPTIONS, POST'],
    ['/beside', 'GET, HEAD, OPTIONS'],
  ])('of %s returns %s without credentials', async (path, allow) => {
    const { status, text, headers } = await send('OPTIONS', path, { headers: { authorization: undefined } });
    expect([status, text, headers.allow?.split(', ').sort().join(', ')]).toEqual([204, '', allow]);
    expect(headers['accept-query']).toBe(allow.includes('QUERY') ? 'application/json' : undefined);
  });

  it('of an unknown address is 404', async () => {
    expect((await send('OPTIONS', '/v1/nothing')).status).toBe(404);
  });
});

it('ignores a trailing slash', async () => {
  for (const path of ['/v1/books', '/v1/books/1', '/v1/books?page=2'])
    expect((await send('GET', path.replace(/(\?|$)/, '/$1'))).text).toBe((await send('GET', path)).text);
  expect((await send('PUT', '/v1/books/')).headers.allow).toBe((await send('PUT', '/v1/books')).headers.allow);
});

describe('a form', () => {
  it('is read like a query string, with PHP brackets', async () => {
    const form =
      'title=x+y&author[name]=Ada&author%5Bemail_address%5D=a%40b.example&co_authors[0][name]=B&co_authors[1][name]=C&tags[]=p&tags[]=q&published_on=';
    const { status, json } = await sendForm('POST', '/v1/books', form, `${FORM}; charset=UTF-8`);
    expect(status).toBe(201);
    const { tags } = (json as { data: { tags: string[] } }).data;
    expect(JSON.parse(tags[0] ?? '')).toEqual({
      title: 'x y',
      author: { name: 'Ada', emailAddress: 'a@b.example' },
      coAuthors: [{ name: 'B' }, { name: 'C' }],
      tags: ['p', 'q'],
    });
  });

  it('filters with GET and QUERY', async () => {
    for (const method of ['GET', 'QUERY']) {
      const { json } = await sendForm(method, '/v1/books', 'filter[title]=Loom');
      expect(json).toMatchObject({ data: [{ title: 'Looms' }], meta: { total: 1 } });
    }
  });

  it('that is empty counts as no body', async () => {
    expect((await sendForm('POST', '/v1/books', '')).json).toMatchObject({ errors: { title: ['title is required'] } });
  });

  it.each([
    ['more than 1,000 members', Array.from({ length: 1_001 }, (_, index) => `a${index}=1`).join('&')],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0x3d, 0xff])],
    ['escapes that are no UTF-8', 'title=%ff%fe'],
  ])('of %s is 400', async (_what, raw) => {
    expect((await sendForm('POST', '/v1/books', raw)).status).toBe(400);
  });

  it.each(['{"title":"x"}', '\n [{"title":"x"}]'])('that is JSON is 415: %j', async (raw) => {
    const { status, json } = await sendForm('PATCH', '/v1/books/1', raw);
    expect([status, json]).toMatchObject([415, { meta: { message: expect.stringContaining('application/json') } }]);
  });

  it('does not pollute prototypes', async () => {
    await sendForm('POST', '/v1/books', '__proto__[polluted]=1&constructor[prototype][polluted]=1&title=x');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('is 415 where the host does not read forms', async () => {
    const other = await startLibrary();
    const { status, json } = await clientOf(other)('POST', '/v1/books', {
      raw: 'title=x',
      headers: { 'content-type': FORM },
    });
    expect([status, json]).toMatchObject([415, { errors: null, meta: { tracking_id: null } }]);
    await other.close();
  });
});
