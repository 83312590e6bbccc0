import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Received, type Sent } from './testing/http.ts';
import { startLibrary } from './testing/library.ts';

let app: FastifyInstance;
let send: (method: string, path: string, sent?: Sent) => Promise<Received>;
const logged: string[] = [];

beforeAll(async () => {
  app = await startLibrary({}, (line) => logged.push(line));
  send = clientOf(app);
});
afterAll(() => app.close());

const engines = {
  id: 1,
  title: 'Engines',
  price: 10.5,
  format: 'PAPER',
  published_on: '1843-09-01',
  tags: ['old', 'maths'],
  author: { id: 1, name: 'Ada', born_on: '1815-12-10' },
};

const planned = (message: string) => ({ errors: null, meta: { message, tracking_id: null } });
const invalid = (errors: Record<string, string[]>) => ({
  errors,
  meta: { message: 'The given data was invalid.', tracking_id: null },
});

/** The JSON that the echo endpoint received as arguments, text in text. */
async function echoed(path: string, body?: unknown, method = 'GET'): Promise<unknown> {
  const { json, text, status } = await send(method, path, { body });
  expect(status, text).toBe(200);
  return JSON.parse((json as { data: string }).data);
}

describe('answers', () => {
  it('wraps one root in data', async () => {
    const { status, json, headers } = await send('GET', '/v1/books/1');
    expect([status, json]).toEqual([200, { data: engines }]);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('puts meta beside data', async () => {
    const { json } = await send('GET', '/v1/books', { body: { per_page: 1 } });
    expect(json).toEqual({ data: [engines], meta: { total: 3, current_page: 1 } });
  });

  it('sends a bare list, to anybody on a public row', async () => {
    const { status, json } = await send('GET', '/v1/titles', { headers: { authorization: undefined } });
    expect([status, json]).toEqual([200, ['Engines', 'Gardens', 'Looms']]);
  });

  it('has other statuses, and no body for 204', async () => {
    expect((await send('POST', '/v1/books', { body: { title: 'New' } })).status).toBe(201);
    const removed = await send('DELETE', '/v1/books/1');
    expect([removed.status, removed.text, removed.headers['content-type']]).toEqual([204, '', undefined]);
  });

  it('answers 404 where data would be null', async () => {
    const { status, json } = await send('GET', '/v1/books/99');
    expect([status, json]).toEqual([404, planned('Not found.')]);
  });

  it('is not stored unless it carries an ETag', async () => {
    expect((await send('GET', '/v1/books')).headers['cache-control']).toBe('no-store');
    const { headers } = await send('GET', '/v1/books/1');
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Authorization',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    const again = await send('GET', '/v1/books/1', { headers: { 'if-none-match': `"x", W/${headers.etag}` } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect((await send('GET', '/v1/books/2', { headers: { 'if-none-match': headers.etag } })).status).toBe(200);
  });
});

describe('input of GET', () => {
  it('is read from the query, raw or encoded', async () => {
    const expected = {
      filter: { title: 'a b', tags: ['x', 'y'], publishedOn: { start: '2020-02-29' }, isNew: false },
      page: 3,
      shelf: 's',
    };
    expect(
      await echoed(
        '/v1/shelves/s/echo?filter[title]=a+b&filter[tags][]=x&filter[tags][]=y&filter[published_on][start]=2020-02-29&filter[is_new]=false&page=3',
      ),
    ).toEqual(expected);
    expect(
      await echoed(
        '/v1/shelves/s/echo?filter%5Btitle%5D=a%20b&filter%5Btags%5D%5B0%5D=x&filter[tags][1]=y&filter%5Bpublished_on%5D%5Bstart%5D=2020-02-29&filter[is_new]=0&page=3',
      ),
    ).toEqual(expected);
  });

  it('is read from the body, also by QUERY', async () => {
    const body = { filter: { author_ids: '2|1|2', is_new: true, published_on: null }, page: 1 };
    const expected = { filter: { authorIds: [2, 1], isNew: true }, page: 1, shelf: 's' };
    expect(await echoed('/v1/shelves/s/echo', body)).toEqual(expected);
    expect(await echoed('/v1/shelves/s/echo', body, 'QUERY')).toEqual(expected);
  });

  it('takes the path over the query over the body, member by member', async () => {
    const body = {
      page: 1,
      per_page: 5,
      shelf: 'body',
      filter: { title: 'body', year: 7, published_on: { start: '2020-01-01', end: '2020-01-02' } },
    };
    expect(
      await echoed(
        '/v1/shelves/path/echo?page=2&shelf=query&filter[title]=query&filter[published_on][end]=2021-01-01',
        body,
      ),
    ).toEqual({
      page: 2,
      perPage: 5,
      shelf: 'path',
      filter: { title: 'query', year: 7, publishedOn: { start: '2020-01-01', end: '2021-01-01' } },
    });
  });

  it('knows bracketed names in a body, and ignores what nobody named', async () => {
    const body = {
      'filter[title]': 'x',
      'filter[__proto__][polluted]': 1,
      unknown: { deep: 1 },
      filter: { year: 1, other: 2 },
    };
    expect(await echoed('/v1/shelves/s/echo?filter[__proto__][polluted]=1&nobody=1', body)).toEqual({
      filter: { title: 'x', year: 1 },
      shelf: 's',
    });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('lets ids that no row carries match nothing', async () => {
    for (const ids of ['0', '2147483648', '99999999999999999999', '2147483648|9223372036854775808']) {
      const { status, json } = await send('GET', `/v1/books?filter[author_ids]=${ids}`);
      expect([ids, status, json]).toEqual([ids, 200, { data: [], meta: { total: 0, current_page: 1 } }]);
    }
  });

  it('gives two bodies two answers', async () => {
    const titles = await Promise.all(
      ['Engines', 'Looms'].map(async (title) => (await send('GET', '/v1/books', { body: { filter: { title } } })).text),
    );
    expect(titles[0]).toContain('Engines');
    expect(titles[1]).toContain('Looms');
  });
});

describe('input of writes', () => {
  it('takes the id from the path, never from the body', async () => {
    const { status, json } = await send('PUT', '/v1/books/2', { body: { title: 'x', id: 3, book: 3 } });
    expect([status, json]).toMatchObject([200, { data: { id: 2 } }]);
  });

  it('renames at every depth and keeps an explicit null where it means something', async () => {
    const author = { email_address: 'a@b.example', born_on: null, name: null };
    const { json } = await send('PATCH', '/v1/books/2', {
      body: { title: 'x', published_on: '2020-02-29', author, co_authors: [{ name: 'B' }] },
    });
    const { tags } = (json as { data: { tags: string[] } }).data;
    expect(JSON.parse(tags[0] ?? '')).toEqual({
      title: 'x',
      publishedOn: '2020-02-29',
      author: { emailAddress: 'a@b.example', bornOn: null },
      coAuthors: [{ name: 'B' }],
    });
  });

  it('reads neither query nor text for numbers', async () => {
    const { status, json } = await send('PUT', '/v1/books/2?title=q', { body: { small: '5', price: true } });
    expect([status, json]).toEqual([
      422,
      invalid({
        title: ['title is required'],
        price: ['price must be a number of at least 0'],
        small: ['small must be an integer'],
      }),
    ]);
  });
});

describe('refusals', () => {
  it('name every faulty member by its dotted path', async () => {
    const { status, json } = await send('GET', '/v1/books?filter[published_on][start]=2026-02-30&per_page=21&page=x', {
      body: { filter: { tags: ['a', 5], year: 'many' } },
    });
    expect([status, json]).toEqual([
      422,
      invalid({
        'filter.published_on.start': ['filter.published_on.start must be a valid date (YYYY-MM-DD)'],
        'filter.tags.1': ['filter.tags.1 must be text of at most 2000 characters'],
        'filter.year': ['filter.year must be an integer from 0 to 3000'],
        page: ['page must be an integer of at least 1'],
        per_page: ['per_page must be an integer from 1 to 20'],
      }),
    ]);
  });

  it.each([
    ['?filter=x', undefined, { filter: ['filter must be an object'] }],
    ['?filter[tags]=x', undefined, { 'filter.tags': ['filter.tags must be a list of at most 1000 entries'] }],
    [
      '',
      { filter: { published_on: 'x', tags: {} } },
      {
        'filter.published_on': ['filter.published_on must be an object'],
        'filter.tags': ['filter.tags must be a list of at most 1000 entries'],
      },
    ],
    ['', [1], { body: ['body must be a JSON object'] }],
    ['', 'x', { body: ['body must be a JSON object'] }],
    ['', null, { body: ['body must be a JSON object'] }],
    ['?page=1&page=2', undefined, { page: ['page must be an integer of at least 1'] }],
  ])('name a wrong container: %s %j', async (query, body, errors) => {
    const { status, json } = await send('GET', `/v1/books${query}`, { body });
    expect([status, json]).toEqual([422, invalid(errors)]);
  });

  it('of GraphQL stand under wire paths', async () => {
    const { status, json } = await send('POST', '/v1/books', { body: { title: 'invalid' } });
    expect([status, json]).toEqual([
      422,
      invalid({ 'co_authors.2.email_address': ['co_authors.2.email_address is taken'] }),
    ]);
  });

  it('of GraphQL are merged when all are about input', async () => {
    const { status, json } = await send('GET', '/v1/failures/invalid?again=other');
    expect([status, json]).toEqual([
      422,
      invalid({
        'co_authors.2.email_address': ['co_authors.2.email_address is taken'],
        'filter.published_on.start': ['Too early.'],
      }),
    ]);
  });

  it.each([
    ['forbidden', 'missing', 403, 'Not yours.'],
    ['missing', 'forbidden', 403, 'Not yours.'],
    ['conflict', 'missing', 404, 'No such book.'],
    ['invalid', 'conflict', 409, 'Lent out.'],
    ['busy', 'planned', 429, 'Too fast.'],
    ['planned', '', 423, 'Locked.'],
    ['lost', 'forbidden', 503, 'Try again.'],
  ])('of %s and %s answer %i', async (how, again, status, message) => {
    const query = again === '' ? '' : `?again=${again}`;
    const answer = await send('GET', `/v1/failures/${how}${query}`);
    expect([answer.status, answer.json]).toEqual([status, planned(message)]);
  });

  it('carry the headers of their kind', async () => {
    expect((await send('GET', '/v1/failures/busy')).headers['retry-after']).toBe('7');
    expect((await send('GET', '/v1/failures/lost')).headers['retry-after']).toBe('1');
  });

  it('tell a failed login from missing credentials', async () => {
    const login = await send('POST', '/v1/tokens', {
      body: { password: 'wrong' },
      headers: { authorization: undefined },
    });
    expect([login.status, login.json]).toEqual([401, planned('Wrong password.')]);
    const inside = await send('GET', '/v1/failures/unauthenticated');
    expect([inside.status, inside.json]).toEqual([401, { message: 'Unauthenticated.' }]);
  });

  it('of ids in the path are 404', async () => {
    for (const id of [
      '0',
      '-1',
      '01',
      '1.0',
      '1e3',
      '0x1F',
      '%201',
      '2147483648',
      '9223372036854775808',
      '%D9%A1',
      '%00',
      '..%2f',
      '{}',
      'null',
      'x'.repeat(300),
    ]) {
      const { status, json } = await send('GET', `/v1/books/${id}`);
      expect([id, status, json]).toEqual([id, 404, planned('Not found.')]);
    }
  });

  it('of credentials come before everything but the route', async () => {
    const anonymous = { authorization: undefined };
    const attempts: [string, string, Sent][] = [
      ['PUT', '/v1/books/1', { raw: '{"title":', headers: anonymous }],
      ['PUT', '/v1/books/zzz', { body: {}, headers: anonymous }],
      ['GET', '/v1/books?per_page=999', { headers: anonymous }],
      ['POST', '/v1/books', { raw: '<a/>', headers: { ...anonymous, 'content-type': 'text/xml' } }],
      ['POST', '/v1/books', { raw: 'x'.repeat(2_000_000), headers: anonymous }],
    ];
    for (const [method, path, sent] of attempts) {
      const { status, json, headers } = await send(method, path, sent);
      expect([path, status, json]).toEqual([path, 401, { message: 'Unauthenticated.' }]);
      expect(headers['x-request-id']).toBeDefined();
    }
  });
});

describe('a failure that nobody planned', () => {
  it('has a fixed text and is found in the log', async () => {
    for (const how of ['bug', 'anything else', 'forbidden?again=bug']) {
      const { status, json, headers, text } = await send('GET', `/v1/failures/${encodeURI(how)}`);
      const id = headers['x-request-id'];
      expect([status, json]).toEqual([
        500,
        { errors: null, meta: { message: 'Unexpected server error.', tracking_id: id } },
      ]);
      expect(text).not.toContain('hunter2');
      const lines = logged.filter((line) => line.includes(`"tracking_id":"${id}"`));
      expect(lines.map((line) => JSON.parse(line).operation)).toEqual(['Fail']);
    }
  });
});

describe('export', () => {
  it('streams all pages as CSV without formulas', async () => {
    const { status, text, headers } = await send('GET', '/v1/books/export');
    expect([status, text]).toEqual([
      200,
      'id,title,price,author\r\n1,Engines,10.5,Ada\r\n2,Gardens,,"\'=Eve, ""the"" first"\r\n3,Looms,-3,\r\n',
    ]);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="books.csv"',
    });
  });

  it('takes the filters of the list, though its variables are mapped by hand', async () => {
    const { text } = await send('GET', '/v1/books/export?filter[author_ids]=1');
    expect(text).toBe('id,title,price,author\r\n1,Engines,10.5,Ada\r\n');
  });

  it('refuses with JSON', async () => {
    const { status, json, headers } = await send('GET', '/v1/books/export?filter[year]=x');
    expect([status, json]).toEqual([
      422,
      invalid({ 'filter.year': ['filter.year must be an integer from 0 to 3000'] }),
    ]);
    expect(headers['content-disposition']).toBeUndefined();
  });
});
