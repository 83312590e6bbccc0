import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Received, type Sent } from './testing/http.ts';
import { startLibrary } from './testing/library.ts';
import { invalid } from './testing/refusal-bodies.ts';

let app: FastifyInstance;
let send: (method: string, path: string, sent?: Sent) => Promise<Received>;

beforeAll(async () => {
  app = await startLibrary();
  send = clientOf(app);
});
afterAll(() => app.close());

/** The arguments that the echo endpoint received, decoded from its JSON text. */
async function echoed(path: string, body?: unknown, method = 'GET'): Promise<unknown> {
  const { json, text, status } = await send(method, path, { body });
  expect(status, text).toBe(200);
  return JSON.parse((json as { data: string }).data);
}

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

  it('reads bracketed names in a body, and ignores unknown names', async () => {
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

  it('matches nothing for ids that no row can have', async () => {
    for (const ids of ['0', '9007199254740992', '99999999999999999999', '9007199254740992|9223372036854775808']) {
      const { status, json } = await send('GET', `/v1/books?filter[author_ids]=${ids}`);
      expect([ids, status, json]).toEqual([ids, 200, { data: [], meta: { total: 0, current_page: 1 } }]);
    }
  });

  it('does not share answers between different bodies', async () => {
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

  it('renames at every depth and keeps an explicit null where it has a meaning', async () => {
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

  it('ignores the query string and does not accept text for numbers', async () => {
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
