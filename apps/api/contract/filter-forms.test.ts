import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';

/*
 * Every filter member in the published document has a kind in this table, and every kind has limits and formats. A new
 * filter fails the first test until it is added to the table.
 */

type Kind = 'ids' | 'texts' | 'text list' | 'tags' | 'first day' | 'last day' | 'search' | 'sort' | 'other';

const ORDERS: Record<string, Kind> = {
  'filter[today_orders]': 'other',
  'filter[product][ids]': 'ids',
  'filter[supplier][ids]': 'ids',
  'filter[client][ids]': 'ids',
  'filter[city][ids]': 'ids',
  'filter[city][tags][]': 'tags',
  'filter[order_date][start]': 'first day',
  'filter[order_date][end]': 'last day',
  'filter[book_date][start]': 'first day',
  'filter[book_date][end]': 'last day',
  'filter[activity_date][start]': 'first day',
  'filter[activity_date][end]': 'last day',
  'filter[include]': 'other',
  'filter[status]': 'other',
  'filter[search]': 'search',
  'filter[tags][]': 'tags',
};
const QUERY: Record<string, Kind> = { query: 'search' };
const DAYS: Record<string, Kind> = { 'filter[start_date]': 'first day', 'filter[end_date]': 'last day' };

const FILTERS: Record<string, Record<string, Kind>> = {
  '/v1/categories': QUERY,
  '/v1/cities': { 'filter[name]': 'texts', 'filter[country_id]': 'ids', 'filter[id]': 'ids' },
  '/v1/countries': QUERY,
  '/v1/destinations': QUERY,
  '/v1/labels': QUERY,
  '/v1/orders': ORDERS,
  '/v1/orders/export': ORDERS,
  '/v1/pos/roles/{role}/products': {
    ...DAYS,
    'filter[title]': 'texts',
    'filter[back_office]': 'other',
    'filter[labels]': 'texts',
    'filter[city][ids]': 'ids',
    'filter[city][tags][]': 'tags',
    'filter[categories][ids]': 'ids',
    'filter[product_ids]': 'ids',
    'filter[number_of_books]': 'other',
    'filter[tags][]': 'tags',
  },
  '/v1/pos/roles/{role}/products/{product}/rates/dates': {
    ...DAYS,
    'filter[number_of_books]': 'other',
    'filter[rates][]': 'text list',
    'filter[service_level][ids]': 'ids',
  },
  '/v1/pos/roles/{role}/products/{product}/rates/dates-availability': {
    ...DAYS,
    'filter[service_level_id]': 'other',
  },
  '/v1/pos/products': {
    'filter[id]': 'ids',
    'filter[title]': 'texts',
    'filter[city][ids]': 'ids',
    'filter[city][tags][]': 'tags',
    'filter[country]': 'texts',
    'filter[category][ids]': 'ids',
    'filter[back_office]': 'other',
    'filter[label]': 'texts',
    'filter[supplier][ids]': 'ids',
    'filter[tags][]': 'tags',
    sort: 'sort',
  },
};

type Document = {
  paths: Record<
    string,
    { get?: { parameters?: { name: string; in: string; description?: string; schema: { maxItems?: number } }[] } }
  >;
};

let server: TestServer;
let api: TestClient;
let role: number;
let product: number;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  api = await client(server, 'staff');
  role = (await api.get('/v1/profile')).data<{ roles: { id: number }[] }>().roles[0]?.id ?? 0;
  product = (await api.get(`/v1/pos/roles/${role}/products`)).data<{ id: number }[]>()[0]?.id ?? 0;
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

const pathOf = (path: string) => path.replace('{role}', String(role)).replace('{product}', String(product));
/** `filter[city][tags][]` as the steps `filter`, `city`, `tags`. */
const stepsOf = (name: string) => name.replace(/\[\]$/, '').replaceAll(']', '').split('[');
const bodyOf = (name: string, value: unknown): Record<string, unknown> =>
  stepsOf(name).reduceRight<unknown>((inside, step) => ({ [step]: inside }), value) as Record<string, unknown>;

const members = (...kinds: Kind[]) =>
  Object.entries(FILTERS).flatMap(([path, names]) =>
    Object.entries(names).flatMap(([name, kind]) => (kinds.includes(kind) ? [{ path, name, kind }] : [])),
  );

async function answered(path: string, name: string, value: unknown) {
  const { status, json } = await api.get(pathOf(path), { body: bodyOf(name, value) });
  const errors = (json as { errors?: Record<string, string[]> } | undefined)?.errors;
  return status === 422 ? errors?.[stepsOf(name).join('.')]?.[0] : status;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);

describe('filters', () => {
  it('are all in the table, with their limits in the document', async () => {
    const { paths } = (await api.get('/openapi.json')).json as Document;
    const published: Record<string, string[]> = {};
    for (const [path, { get }] of Object.entries(paths)) {
      const names = (get?.parameters ?? []).filter(
        (parameter) => parameter.in === 'query' && !['page', 'per_page'].includes(parameter.name),
      );
      if (names.length > 0) published[path] = names.map(({ name }) => name).sort();
      for (const { name, schema, description } of names) {
        const limit = { ids: '1,000', texts: '50', 'text list': 50, tags: 100 }[String(FILTERS[path]?.[name])];
        if (typeof limit === 'number') expect([name, schema.maxItems]).toEqual([name, limit]);
        if (typeof limit === 'string')
          expect([name, description]).toEqual([name, expect.stringContaining(`at most ${limit}`)]);
      }
    }
    expect(published).toEqual(
      Object.fromEntries(Object.entries(FILTERS).map(([path, names]) => [path, Object.keys(names).sort()])),
    );
  });

  it('accept 50 texts and 1,000 ids, and refuse more at the member', async () => {
    for (const { path, name, kind } of members('ids', 'texts', 'text list')) {
      const max = kind === 'ids' ? 1_000 : 50;
      const list = (count: number) => (kind === 'text list' ? numbered(count) : numbered(count).join('|'));
      expect([path, name, await answered(path, name, list(max))]).toEqual([path, name, 200]);
      expect([path, name, await answered(path, name, list(max + 1))]).toEqual([
        path,
        name,
        expect.stringContaining(` at most ${max} `),
      ]);
    }
  });

  it('accept tags in every form', async () => {
    for (const { path, name } of members('tags')) {
      const [tag] = await carried(path, name);
      if (!tag) throw new Error(`No entry of ${path} has a tag for ${name}.`);
      const found = async (value: unknown) => (await api.get(pathOf(path), { body: bodyOf(name, value) })).text;
      const pair = await found([tag]);
      expect(pair).toMatch(path.endsWith('export') ? /\n\d+,/ : '"id"');
      expect([name, await found([`${tag.key}:${tag.value}`])]).toEqual([name, pair]);
      expect([name, await found([String(tag.value), tag])]).toEqual([name, pair]);
      expect([name, await found([{ key: tag.key }, tag])]).toEqual([name, pair]);
      expect([name, await found([{ key: `no ${tag.key}` }])]).not.toEqual([name, pair]);
    }
  });

  it('refuse a range whose start is after its end, and name both members', async () => {
    for (const { path, name } of members('first day')) {
      const [first, last] = [stepsOf(name), stepsOf(name.replace('start', 'end'))];
      const within = (start: string, end: string) => ({ ...merged(bodyOf(name, start), bodyOf(last.join('['), end)) });
      const refused = await api.get(pathOf(path), { body: within('2026-06-02', '2026-06-01') });
      expect([path, refused.status, (refused.json as { errors: unknown }).errors]).toEqual([
        path,
        422,
        { [first.join('.')]: [`${first.join('.')} must not be after the end of the range.`] },
      ]);
      expect((await api.get(pathOf(path), { body: within('2026-06-02', '2026-06-02') })).status).toBe(200);
    }
  });

  it('span at most 366 days for lists of rates', async () => {
    for (const { path } of members('first day').filter((member) => member.path.includes('/rates/'))) {
      const requested = async (end_date: string) =>
        (await api.get(pathOf(path), { body: { filter: { start_date: '2026-06-02', end_date } } })).status;
      expect([await requested('2027-06-02'), await requested('2027-06-03')]).toEqual([200, 422]);
    }
  });

  it('use the actual length of a range at the bounds of dates', async () => {
    for (const { path } of members('first day').filter((member) => member.path.includes('/rates/'))) {
      const requested = async (filter: object) => (await api.get(pathOf(path), { body: { filter } })).status;
      const until = (start_date: string) => requested({ start_date, end_date: '9999-12-31' });
      expect([
        await until('9999-12-01'),
        await until('9999-12-31'),
        await requested({ start_date: '9999-12-31' }),
        await until('9998-12-31'),
        await until('9998-12-30'),
        await requested({ end_date: '0001-01-01' }),
      ]).toEqual([200, 200, 200, 200, 422, 200]);
    }
  });

  it('ignore blanks around a searched text', async () => {
    for (const { path, name } of members('search')) {
      const found = async (text: string) => (await api.get(pathOf(path), { body: bodyOf(name, text) })).text;
      expect([path, await found('  b ')]).toEqual([path, await found('b')]);
      expect([path, await found('  ')]).toEqual([path, (await api.get(pathOf(path))).text]);
    }
  });

  it('match parts of labels case-insensitively, at the point of sale too', async () => {
    const path = `/v1/pos/roles/${role}/products`;
    const ids = async (labels: string) =>
      (await api.get(path, { body: { per_page: 50, filter: { labels } } })).data<{ id: number; labels: string[] }[]>();
    const found = await ids('estSELL|kids');
    expect(found.length).toBeGreaterThan(1);
    expect(found.every(({ labels }) => labels.some((label) => /bestsell|kids/i.test(label)))).toBe(true);
    expect(new Set(found.flatMap(({ labels }) => labels))).toContain('Bestseller');
  });

  it('find a country by its code, name or id, ignoring surrounding blanks', async () => {
    const ids = async (country: unknown) =>
      (await api.get('/v1/pos/products', { body: { per_page: 50, filter: { country } } }))
        .data<{ id: number }[]>()
        .map(({ id }) => id);
    type Entry = { location: { city: { country: { id: number; name: string; code: string } } } | null };
    const entries = (await api.get('/v1/pos/products', {})).data<Entry[]>();
    const { id, name, code } = entries.flatMap(({ location }) => (location ? [location.city.country] : []))[0] ?? {
      id: 0,
      name: '',
      code: '',
    };
    const expected = await ids(code);
    expect(expected.length).toBeGreaterThan(0);
    for (const form of [name, ` ${name} `, ` ${code.toLowerCase()} `, String(id), id])
      expect([form, await ids(form)]).toEqual([form, expected]);
  });

  it('sort by several values, joined by either separator', async () => {
    for (const { path, name } of members('sort')) {
      const ids = async (value: string | string[]) =>
        (await api.get(path, { body: bodyOf(name, value) })).data<{ id: number }[]>().map(({ id }) => id);
      const expected = await ids('-title');
      for (const value of [
        '-title|id',
        '-title,id',
        '-title|id,title',
        ' -title , id',
        ['-title|id'],
        ['-title', 'id'],
      ])
        expect([value, await ids(value)]).toEqual([value, expected]);
      expect(await ids('-id|title')).toEqual(await ids('-id'));
    }
  });
});

function merged(one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const both = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const below = both[name];
    both[name] =
      typeof below === 'object' && below !== null
        ? merged(below as Record<string, unknown>, value as Record<string, unknown>)
        : value;
  }
  return both;
}

type Tagged = { tags: { key: string; value: string | number }[] };

/** Tags of the objects that a tag filter selects by. */
async function carried(path: string, name: string): Promise<Tagged['tags']> {
  const list = path.replace('/export', '');
  const entries = (await api.get(pathOf(list))).data<
    (Tagged & { city?: Tagged; location?: { city: Tagged } | null })[]
  >();
  return entries.flatMap((entry) =>
    name.includes('city') ? (entry.city ?? entry.location?.city ?? { tags: [] }).tags : entry.tags,
  );
}
