import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  among,
  type Case,
  type Filter,
  filtered,
  frequent,
  holds,
  split,
  tagged,
  whole,
} from '../src/testing/filters.ts';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';
import type * as shapes from './shapes.ts';

type Found = z.output<typeof shapes.productEntry>;
type Product = z.output<typeof shapes.productDetail>;
type City = z.output<typeof shapes.city>;
type Day = z.output<typeof shapes.rateByDate>;

let server: TestServer;
let api: TestClient;
let pos: string;
let found: Found[];
let products: Product[];
let cities: City[];

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  api = await client(server, 'staff');
  const role = (await api.get('/v1/profile')).data<{ roles: { id: number }[] }>().roles[0]?.id ?? 0;
  pos = `/v1/pos/roles/${role}/products`;
  found = await whole(api, pos, 50);
  products = await whole(api, '/v1/pos/products', 50);
  cities = await whole(api, '/v1/cities', 20);
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

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

  it('are offered by each filter', { timeout: 60_000 }, async () => {
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
      expect(await filtered(api, pos, filter, 50), name).toEqual(split(found, meant));
  });

  it('are offered for the requested dates and quantity', { timeout: 60_000 }, async () => {
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
      expect(await filtered(api, pos, filter, 50), JSON.stringify(filter)).toEqual(inside);
    }
  });

  it('are listed by each filter', { timeout: 60_000 }, async () => {
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
      expect(await filtered(api, '/v1/pos/products', filter, 50), name).toEqual(split(products, meant));
  });
});

describe('cities', () => {
  it('are listed by each filter', async () => {
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
      expect(await filtered(api, '/v1/cities', filter, 20), name).toEqual(split(cities, meant));
  });
});
