import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';
import * as shapes from './shapes.ts';

/*
 * What a filter answers equals the unfiltered list, filtered here by what the specification says of the filter, as query
 * and as body. Every case lets something in and keeps something out, so that none can be right by accident.
 */

type Order = z.output<typeof shapes.orderList> & { clientId: number; createdAt: string; productId: number | null };
type Found = z.output<typeof shapes.productEntry>;
type Product = z.output<typeof shapes.productDetail>;
type City = z.output<typeof shapes.city>;
type Day = z.output<typeof shapes.rateByDate>;
type Filter = Record<string, unknown>;
type Case<Entry> = [name: string, filter: Filter, meant: (entry: Entry) => boolean];

let server: TestServer;
let api: TestClient;
let pos: string;
let role: number;
let orders: Order[];
let found: Found[];
let products: Product[];
let cities: City[];

/** All pages of a list. */
async function whole<Entry>(path: string, perPage: number): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const entries = (await api.get(path, { query: { page, per_page: perPage } })).data<Entry[]>();
    if (entries.length === 0) return all;
    all.push(...entries);
  }
}

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  api = await client(server, 'staff');
  role = (await api.get('/v1/profile')).data<{ roles: { id: number }[] }>().roles[0]?.id ?? 0;
  pos = `/v1/pos/roles/${role}/products`;
  const hidden = await server.db.order.findMany({
    select: { id: true, clientId: true, createdAt: true, productId: true },
  });
  orders = (await whole<z.output<typeof shapes.orderList>>('/v1/orders', 100)).map((order) => {
    const { clientId, createdAt, productId } = hidden.find(({ id }) => id === order.id) ?? {};
    return {
      ...order,
      clientId: clientId ?? 0,
      createdAt: createdAt?.toISOString() ?? '',
      productId: productId ?? null,
    };
  });
  found = await whole(pos, 50);
  products = await whole('/v1/pos/products', 50);
  cities = await whole('/v1/cities', 20);
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

/** What came in and what stayed out, both something. */
function split<Entry extends { id: number }>(all: readonly Entry[], meant: (entry: Entry) => boolean): number[] {
  const inside = all.filter(meant).map(({ id }) => id);
  expect(inside.length, 'nothing is let in').toBeGreaterThan(0);
  expect(all.length - inside.length, 'nothing is kept out').toBeGreaterThan(0);
  return inside;
}

/** The ids of all pages that a filter answers, asked in the query and in the body. */
async function filtered(path: string, filter: Filter, perPage: number): Promise<number[]> {
  const read = async (form: 'query' | 'body') => {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await api.get(path, { [form]: { page, per_page: perPage, filter } });
      const entries = answer.data<{ id: number }[]>();
      if (entries.length === 0) return ids;
      ids.push(...entries.map(({ id }) => id));
    }
  };
  const ids = await read('query');
  expect(await read('body')).toEqual(ids);
  return ids;
}

const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
const tagged = (tags: { key: string; value: string | number }[], text: string) =>
  tags.some(({ key, value }) => text === String(value) || text === `${key}:${value}`);
const day = (moment: string | null, from: string, to: string) =>
  moment !== null && moment.slice(0, 10) >= from && moment.slice(0, 10) <= to;
const among = (id: number | null | undefined, ids: readonly number[]) => typeof id === 'number' && ids.includes(id);
/** The most frequent values of a list, so that some match and some don't. */
function frequent<Value>(values: readonly (Value | null | undefined)[], count: number): Value[] {
  const counted = Map.groupBy(
    values.filter((value) => value !== null && value !== undefined),
    (value) => value,
  );
  return [...counted]
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, count)
    .map(([value]) => value);
}

describe('orders', () => {
  const search = (order: Order, text: string) =>
    String(order.id) === text ||
    order.tags.some(({ value }) => holds(String(value), text)) ||
    order.passengers.some(({ first_name, last_name }) => holds(`${first_name} ${last_name}`, text));

  const cases = (): Case<Order>[] => {
    const product = frequent(
      orders.map((order) => order.productId),
      2,
    );
    const supplier = frequent(
      orders.map((order) => order.supplier?.id),
      2,
    );
    const clients = frequent(
      orders.map((order) => order.clientId),
      2,
    );
    const city = frequent(
      orders.map((order) => order.city.id),
      2,
    );
    const [tag] = frequent(
      orders.flatMap(({ tags }) => tags.map(({ key, value }) => `${key}:${value}`)),
      1,
    );
    const cityTag = frequent(
      orders.flatMap((order) => order.city.tags.map(({ value }) => String(value))),
      1,
    );
    const lastName = orders.at(-1)?.passengers[0]?.last_name ?? '';
    const tagValue = tag?.split(':')[1] ?? '';
    const ids = (of: readonly number[]) => ({ ids: of.join('|') });
    return [
      ['today_orders', { today_orders: true }, ({ starts_at }) => day(starts_at, '2026-06-01', '2026-06-01')],
      ['one product', { product: ids(product.slice(0, 1)) }, (o) => among(o.productId, product.slice(0, 1))],
      ['products', { product: ids(product) }, (o) => among(o.productId, product)],
      ['suppliers', { supplier: ids(supplier) }, (o) => among(o.supplier?.id, supplier)],
      ['clients', { client: ids(clients) }, (o) => among(o.clientId, clients)],
      ['cities', { city: ids(city) }, (o) => among(o.city.id, city)],
      ['tags of cities', { city: { tags: cityTag } }, (o) => tagged(o.city.tags, cityTag[0] ?? '')],
      [
        'order_date',
        { order_date: { start: '2026-04-01', end: '2026-05-15' } },
        (o) => day(o.createdAt, '2026-04-01', '2026-05-15'),
      ],
      ['order_date from', { order_date: { start: '2026-05-20' } }, (o) => day(o.createdAt, '2026-05-20', '9')],
      ['order_date to', { order_date: { end: '2026-05-20' } }, (o) => day(o.createdAt, '0', '2026-05-20')],
      [
        'book_date',
        { book_date: { start: '2026-04-01', end: '2026-05-15' } },
        (o) => day(o.booked_at, '2026-04-01', '2026-05-15'),
      ],
      ['book_date to', { book_date: { end: '2026-05-20' } }, (o) => day(o.booked_at, '0', '2026-05-20')],
      [
        'activity_date',
        { activity_date: { start: '2026-05-25', end: '2026-06-20' } },
        (o) => day(o.starts_at, '2026-05-25', '2026-06-20'),
      ],
      [
        'one day of activity',
        { activity_date: { start: '2026-06-02', end: '2026-06-02' } },
        (o) => day(o.starts_at, '2026-06-02', '2026-06-02'),
      ],
      ['one status', { status: 'Cancelled' }, ({ status }) => status === 'Cancelled'],
      ['statuses', { status: 'InCart|Deleted' }, ({ status }) => status === 'InCart' || status === 'Deleted'],
      ['search for a name', { search: lastName.toUpperCase() }, (o) => search(o, lastName)],
      ['search for an id', { search: String(orders[7]?.id) }, (o) => search(o, String(orders[7]?.id))],
      ['search for a tag', { search: tagValue.slice(1) }, (o) => search(o, tagValue.slice(1))],
      ['a tag by key and value', { tags: [tag] }, (o) => tagged(o.tags, tag ?? '')],
      ['a tag by its value', { tags: [tagValue] }, (o) => tagged(o.tags, tagValue)],
      [
        'all at once',
        { status: 'Booked', product: ids(product), activity_date: { start: '2026-05-01' } },
        (o) => o.status === 'Booked' && among(o.productId, product) && day(o.starts_at, '2026-05-01', '9'),
      ],
    ];
  };

  it('are listed and exported as each filter means', { timeout: 120_000 }, async () => {
    for (const [name, filter, meant] of cases()) {
      const inside = split(orders, meant);
      expect(await filtered('/v1/orders', filter, 100), name).toEqual(inside);
      for (const form of ['query', 'body']) {
        const { text } = await api.get('/v1/orders/export', { [form]: { filter } });
        expect(
          [...text.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id)),
          `${name}, exported`,
        ).toEqual(inside);
      }
    }
  });

  it('are listed newest first, whatever their status: carts do not hide the newest booking', async () => {
    const newestFirst = orders.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
    expect(orders.map(({ id }) => id)).toEqual(newestFirst.map(({ id }) => id));
    const page = (await api.get('/v1/orders')).data<Order[]>();
    expect(orders.filter(({ status }) => status === 'InCart').length).toBeGreaterThan(page.length);
    expect(page.some(({ status }) => status === 'Booked')).toBe(true);
  });

  it('understand the members of a filter by the names that the specification lists, too', async () => {
    const [day] = frequent(
      orders.flatMap(({ booked_at }) => booked_at?.slice(0, 10) ?? []),
      1,
    );
    const [city] = frequent(
      orders.map(({ city: { id } }) => id),
      1,
    );
    const dotted = { 'book_date.start': day, 'book_date.end': day, 'city.ids': String(city) };
    const inside = split(orders, (order) => order.booked_at?.slice(0, 10) === day && order.city.id === city);
    expect(await filtered('/v1/orders', dotted, 100)).toEqual(inside);
    const refused = await api.get('/v1/orders', {
      body: { filter: { 'book_date.end': '2026-02-30', 'city.ids': 'x' } },
    });
    expect(refused.status).toBe(422);
    expect(Object.keys(shapes.invalid.parse(refused.json).errors).sort()).toEqual([
      'filter.book_date.end',
      'filter.city.ids',
    ]);
  });
});

describe('products', () => {
  const cityIds = () =>
    frequent(
      found.map(({ location }) => location?.city.id),
      2,
    );
  const categoryIds = () =>
    frequent(
      found.flatMap(({ categories }) => categories.map(({ id }) => id)),
      2,
    );
  const label = () =>
    frequent(
      found.flatMap(({ labels }) => labels),
      2,
    );
  const tagOf = (of: { tags: { key: string; value: string | number }[] }[]) =>
    frequent(
      of.flatMap(({ tags }) => tags.map(({ key, value }) => JSON.stringify({ key, value }))),
      1,
    ).map((text) => JSON.parse(text))[0];
  const cityTags = () => products.flatMap(({ location }) => (location ? [location.city] : []));

  it('are offered as each filter means', { timeout: 60_000 }, async () => {
    const tag = tagOf(found);
    const cityTag = tagOf(cityTags());
    const [city, category, labels] = [cityIds(), categoryIds(), label()];
    const ids = found.filter((_, index) => index % 5 === 0).map(({ id }) => id);
    const cases: Case<Found>[] = [
      ['title', { title: 'CAN|boat' }, ({ title }) => holds(title, 'can') || holds(title, 'boat')],
      ['back_office', { back_office: true }, ({ back_office }) => back_office],
      ['not back_office', { back_office: false }, ({ back_office }) => !back_office],
      ['labels', { labels: labels.join('|') }, (entry) => entry.labels.some((each) => labels.includes(each))],
      ['cities', { city: { ids: city.join('|') } }, ({ location }) => among(location?.city.id, city)],
      [
        'tags of cities',
        { city: { tags: [`${cityTag.key}:${cityTag.value}`] } },
        ({ location }) => tagged(location?.city.tags ?? [], `${cityTag.key}:${cityTag.value}`),
      ],
      [
        'categories',
        { categories: { ids: category.join('|') } },
        ({ categories }) => categories.some(({ id }) => category.includes(id)),
      ],
      ['product_ids', { product_ids: ids.join('|') }, ({ id }) => ids.includes(id)],
      ['tags', { tags: [`${tag.key}:${tag.value}`] }, ({ tags }) => tagged(tags, `${tag.key}:${tag.value}`)],
      [
        'all at once',
        { title: 'a', city: { ids: city.join('|') }, categories: { ids: category.join('|') } },
        ({ title, location, categories }) =>
          holds(title, 'a') && among(location?.city.id, city) && categories.some(({ id }) => category.includes(id)),
      ],
    ];
    for (const [name, filter, meant] of cases)
      expect(await filtered(pos, filter, 50), name).toEqual(split(found, meant));
  });

  it('are offered on the days and for the number asked for', { timeout: 60_000 }, async () => {
    const departs = async (range: Filter, places: number) => {
      const ids: number[] = [];
      for (const { id } of found) {
        const days = (await api.get(`${pos}/${id}/rates/dates`, { body: { filter: range } })).data<Day[]>();
        const offered = days.flatMap(({ rates }) => rates.flatMap(({ availabilities }) => availabilities));
        if (offered.some(({ remaining }) => remaining >= places)) ids.push(id);
      }
      return ids;
    };
    const cases: [Filter, Filter, number][] = [
      [{ start_date: '2026-06-02', end_date: '2026-06-02' }, { start_date: '2026-06-02', end_date: '2026-06-02' }, 1],
      [{ end_date: '2026-06-01' }, { start_date: '2026-06-01', end_date: '2026-06-01' }, 1],
      [{ start_date: '2027-06-01' }, { start_date: '2027-06-01' }, 1],
      [
        { start_date: '2026-06-03', end_date: '2026-06-05', number_of_books: 20 },
        { start_date: '2026-06-03', end_date: '2026-06-05' },
        20,
      ],
    ];
    for (const [filter, range, places] of cases) {
      const days = await departs(range, places);
      const inside = split(found, ({ id }) => days.includes(id));
      expect(await filtered(pos, filter, 50), JSON.stringify(filter)).toEqual(inside);
    }
  });

  it('are listed as each filter means', { timeout: 60_000 }, async () => {
    const tag = tagOf(products);
    const cityTag = tagOf(cityTags());
    const [city, category] = [cityIds(), categoryIds()];
    const supplier = frequent(
      products.map((product) => product.supplier?.id),
      2,
    );
    const ids = products.filter((_, index) => index % 7 === 0).map(({ id }) => id);
    const [country] = frequent(
      products.flatMap(({ location }) => (location ? [JSON.stringify(location.city.country)] : [])),
      1,
    ).map((text): City['country'] => JSON.parse(text));
    const inCountry = ({ location }: Product) => location?.city.country.id === country?.id;
    const cases: Case<Product>[] = [
      ['id', { id: ids.join('|') }, ({ id }) => ids.includes(id)],
      ['title', { title: 'CAN|boat' }, ({ title }) => holds(title, 'can') || holds(title, 'boat')],
      ['cities', { city: { ids: city.join('|') } }, ({ location }) => among(location?.city.id, city)],
      [
        'tags of cities',
        { city: { tags: [cityTag] } },
        ({ location }) => tagged(location?.city.tags ?? [], `${cityTag.key}:${cityTag.value}`),
      ],
      ['country by code', { country: country?.code }, inCountry],
      ['country by name', { country: country?.name }, inCountry],
      ['country by id', { country: String(country?.id) }, inCountry],
      [
        'categories',
        { category: { ids: category.join('|') } },
        ({ categories }) => categories.some(({ id }) => category.includes(id)),
      ],
      ['back_office', { back_office: true }, ({ back_office }) => back_office],
      ['label', { label: 'BEST' }, ({ labels }) => labels.some((each) => holds(each, 'best'))],
      ['suppliers', { supplier: { ids: supplier.join('|') } }, (product) => among(product.supplier?.id, supplier)],
      ['tags', { tags: [tag] }, ({ tags }) => tagged(tags, `${tag.key}:${tag.value}`)],
      [
        'all at once',
        { title: 'a', country: country?.code, category: { ids: category.join('|') } },
        (product) =>
          holds(product.title, 'a') && inCountry(product) && product.categories.some(({ id }) => category.includes(id)),
      ],
    ];
    for (const [name, filter, meant] of cases)
      expect(await filtered('/v1/pos/products', filter, 50), name).toEqual(split(products, meant));
  });
});

describe('cities', () => {
  it('are listed as each filter means', async () => {
    const countries = frequent(
      cities.map(({ country }) => country.id),
      2,
    );
    const ids = cities.slice(0, 3).map(({ id }) => id);
    const cases: Case<City>[] = [
      ['name', { name: 'AM|ber' }, ({ name }) => holds(name, 'am') || holds(name, 'ber')],
      ['country_id', { country_id: countries.join('|') }, ({ country }) => countries.includes(country.id)],
      ['one country_id', { country_id: countries[0] }, ({ country }) => country.id === countries[0]],
      ['id', { id: ids.join('|') }, ({ id }) => ids.includes(id)],
      [
        'all at once',
        { name: 'a', country_id: countries.join('|') },
        ({ name, country }) => holds(name, 'a') && countries.includes(country.id),
      ],
    ];
    for (const [name, filter, meant] of cases)
      expect(await filtered('/v1/cities', filter, 20), name).toEqual(split(cities, meant));
  });
});

type Offer = Day['rates'][number]['availabilities'][number];
type Departure = { date: string; rate: Day['rates'][number]; availability: Offer };

const departures = (days: Day[]): Departure[] =>
  days.flatMap(({ date, rates }) =>
    rates.flatMap((rate) => rate.availabilities.map((availability) => ({ date, rate, availability }))),
  );
const known = ({ date, rate, availability }: Departure) => `${date} ${rate.id} ${availability.id}`;

describe('rates by date', () => {
  it('are those that each filter means, and so are the dates that can be had', { timeout: 60_000 }, async () => {
    const product = found.find(({ id }) => (products.find((each) => each.id === id)?.service_levels.length ?? 0) > 1);
    const base = `${pos}/${product?.id}/rates`;
    const all = departures((await api.get(`${base}/dates`)).data<Day[]>());
    const [level, rate] = [all[0]?.rate.service_level.id ?? 0, all.at(-1)?.rate];
    const places = Math.max(...all.map(({ availability }) => availability.remaining));
    const cases: [string, Filter, (departure: Departure) => boolean][] = [
      ['number_of_books', { number_of_books: places }, ({ availability }) => availability.remaining >= places],
      ['rates by id', { rates: [String(rate?.id)] }, (departure) => departure.rate.id === rate?.id],
      ['service levels', { service_level: { ids: String(level) } }, (d) => d.rate.service_level.id === level],
      ['start_date', { start_date: '2026-06-20', end_date: '2026-09-01' }, ({ date }) => date >= '2026-06-20'],
      ['end_date', { start_date: '2026-06-01', end_date: '2026-06-20' }, ({ date }) => date <= '2026-06-20'],
      [
        'all at once',
        { start_date: '2026-06-05', end_date: '2026-07-05', service_level: { ids: String(level) }, number_of_books: 2 },
        (d) =>
          day(d.date, '2026-06-05', '2026-07-05') && d.rate.service_level.id === level && d.availability.remaining >= 2,
      ],
    ];
    for (const [name, filter, meant] of cases) {
      const inside = all.filter(meant).map(known);
      expect(inside.length, `${name} lets nothing in`).toBeGreaterThan(0);
      expect(all.length - inside.length, `${name} keeps nothing out`).toBeGreaterThan(0);
      for (const form of ['query', 'body']) {
        const answer = await api.get(`${base}/dates`, { [form]: { filter } });
        expect(departures(answer.data<Day[]>()).map(known), name).toEqual(inside);
      }
    }
    const dates: [Filter, (departure: Departure) => boolean][] = [
      [
        { service_level_id: level, start_date: '2026-06-05', end_date: '2026-06-12' },
        (d) => d.rate.service_level.id === level && day(d.date, '2026-06-05', '2026-06-12'),
      ],
      [{ start_date: '2026-06-20', end_date: '2026-07-01' }, ({ date }) => day(date, '2026-06-20', '2026-07-01')],
    ];
    for (const [filter, meant] of dates) {
      const open = all.filter(({ availability }) => availability.remaining > 0);
      const inside = new Set(open.filter(meant).map(({ date }) => date));
      expect(inside.size).toBeGreaterThan(0);
      expect(new Set(all.map(({ date }) => date)).size).toBeGreaterThan(inside.size);
      for (const form of ['query', 'body'])
        expect((await api.get(`${base}/dates-availability`, { [form]: { filter } })).json).toEqual([...inside]);
    }
  });

  it('are found by their titles', async () => {
    for (const { id } of found) {
      const all = departures((await api.get(`${pos}/${id}/rates/dates`)).data<Day[]>());
      const titles = new Set(all.map(({ rate }) => rate.title));
      const [title] = titles;
      if (titles.size < 2 || title === undefined) continue;
      const answer = await api.get(`${pos}/${id}/rates/dates`, { body: { filter: { rates: [title] } } });
      expect(departures(answer.data<Day[]>()).map(known)).toEqual(
        all.filter(({ rate }) => rate.title === title).map(known),
      );
      return;
    }
    throw new Error('no product is sold at rates of several titles');
  });
});
