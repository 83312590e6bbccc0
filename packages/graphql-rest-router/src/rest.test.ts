import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Received, type Sent } from './testing/http.ts';
import { startLibrary } from './testing/library.ts';
import { httpErrorBody, invalid } from './testing/refusal-bodies.ts';

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

  it('sends a bare list, without credentials on a public route', async () => {
    const { status, json } = await send('GET', '/v1/titles', { headers: { authorization: undefined } });
    expect([status, json]).toEqual([200, ['Engines', 'Gardens', 'Looms']]);
  });

  it('uses the status of the route, and sends no body for 204', async () => {
    expect((await send('POST', '/v1/books', { body: { title: 'New' } })).status).toBe(201);
    const removed = await send('DELETE', '/v1/books/1');
    expect([removed.status, removed.text, removed.headers['content-type']]).toEqual([204, '', undefined]);
  });

  it('answers 404 where data would be null', async () => {
    const { status, json } = await send('GET', '/v1/books/99');
    expect([status, json]).toEqual([404, httpErrorBody('Not found.')]);
  });

  it('forbids caching unless the answer has an ETag', async () => {
    expect((await send('DELETE', '/v1/books/3')).headers['cache-control']).toBe('no-store');
    const { headers } = await send('GET', '/v1/books/1');
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    const again = await send('GET', '/v1/books/1', { headers: { 'if-none-match': `"x", W/${headers.etag}` } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect((await send('GET', '/v1/books/2', { headers: { 'if-none-match': headers.etag } })).status).toBe(200);
  });
});

describe('refusals', () => {
  it('name every invalid member by its dotted path', async () => {
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
  ])('name a value of the wrong type: %s %j', async (query, body, errors) => {
    const { status, json } = await send('GET', `/v1/books${query}`, { body });
    expect([status, json]).toEqual([422, invalid(errors)]);
  });

  it('of GraphQL are reported under wire paths', async () => {
    const { status, json } = await send('POST', '/v1/books', { body: { title: 'invalid' } });
    expect([status, json]).toEqual([
      422,
      invalid({ 'co_authors.2.email_address': ['co_authors.2.email_address is taken'] }),
    ]);
  });

  it('of GraphQL are merged when all are validation errors', async () => {
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
    ['busy', 'locked', 429, 'Too fast.'],
    ['locked', '', 423, 'Locked.'],
    ['lost', 'forbidden', 503, 'Try again.'],
  ])('for %s and %s have the status %i', async (how, again, status, message) => {
    const query = again === '' ? '' : `?again=${again}`;
    const answer = await send('GET', `/v1/failures/${how}${query}`);
    expect([answer.status, answer.json]).toEqual([status, httpErrorBody(message)]);
  });

  it('include headers such as Retry-After', async () => {
    expect((await send('GET', '/v1/failures/busy')).headers['retry-after']).toBe('7');
    expect((await send('GET', '/v1/failures/lost')).headers['retry-after']).toBe('1');
  });

  it('distinguish a failed login from missing credentials', async () => {
    const login = await send('POST', '/v1/tokens', {
      body: { password: 'wrong' },
      headers: { authorization: undefined },
    });
    expect([login.status, login.json]).toEqual([401, httpErrorBody('Wrong password.')]);
    const inside = await send('GET', '/v1/failures/unauthenticated');
    expect([inside.status, inside.json]).toEqual([401, { message: 'Unauthenticated.' }]);
  });

  it('for ids in the path are 404', async () => {
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
      expect([id, status, json]).toEqual([id, 404, httpErrorBody('Not found.')]);
    }
  });

  it('for credentials take precedence over all others except an unknown route', async () => {
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

describe('an unexpected error', () => {
  it('has a fixed text, and its tracking id is in the log', async () => {
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
  it('streams all pages as CSV and escapes formulas', async () => {
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

  it('applies the filters of the list when its variables are mapped by hand', async () => {
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
