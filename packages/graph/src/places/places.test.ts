import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const CITIES = /* GraphQL */ `
  query ($filter: CityFilter, $page: Int, $perPage: Int) {
    cities(filter: $filter, page: $page, perPage: $perPage) { id: databaseId name timeZone country { id: databaseId name code } tags { key value } }
  }
`;
const COUNTRIES = /* GraphQL */ `
  query ($query: String) { countries(query: $query) { id: databaseId name code } }
`;
const DESTINATIONS = /* GraphQL */ `
  query ($query: String) { destinations(query: $query) { id: placeId title type } }
`;
const CATEGORIES = /* GraphQL */ `
  query ($query: String) { categories(query: $query) { id: databaseId title tags { key value } } }
`;
const LABELS = /* GraphQL */ `
  query ($query: String) { labels(query: $query) }
`;

let database: TestDatabase;
let make: Factories;
let viewer: Awaited<ReturnType<Factories['user']>>;

/** Norway with Oslo and Bergen, the Netherlands with The Hague; Bremen in Germany, which the viewer does not see. */
beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  const netherlands = await make.netherlands();
  const norway = await make.country({ name: 'Norway', code: 'NO', translations: { nl: { name: 'Noorwegen' } } });
  const germany = await make.country({ name: 'Germany', code: 'DE' });
  const city = (name: string, countryId: number, nl?: string) =>
    make.city({ name, countryId, ...(nl ? { translations: { nl: { name: nl } } } : {}) });
  const hague = await city('The Hague', netherlands.id, 'Den Haag');
  const oslo = await city('Oslo', norway.id);
  const bergen = await city('Bergen', norway.id);
  const bremen = await city('Bremen 100%', germany.id);
  const [boats, bikes, trains] = [
    await make.category({ title: 'Boats', translations: { nl: { title: 'Schepen' } } }),
    await make.category({ title: 'Bikes' }),
    await make.category({ title: 'Trains' }),
  ];
  const here = await make.role({ cities: [hague.id, oslo.id] });
  const there = await make.role({ cities: [oslo.id, bergen.id] });
  viewer = await make.user({ roles: [here.id, there.id] });
  await make.product({
    title: 'Canals',
    cityId: hague.id,
    soldBy: [here.id],
    categories: [boats.id],
    labels: ['Family', 'water'],
  });
  await make.product({
    title: 'Fjords',
    cityId: oslo.id,
    soldBy: [there.id],
    categories: [bikes.id],
    labels: ['water', '100%'],
    translations: { nl: { title: 'Zeearmen' } },
  });
  await make.product({
    title: 'Hidden',
    cityId: bergen.id,
    isPublished: false,
    soldBy: [there.id],
    labels: ['unpublished'],
  });
  await make.product({ title: 'Beer', cityId: bremen.id, categories: [trains.id], labels: ['foreign'] });
  await make.tag('a', 1, { cityId: oslo.id });
  await make.tag('b', 2, { categoryId: boats.id });
  const elsewhere = await make.organization();
  for (const on of [{ cityId: oslo.id }, { categoryId: boats.id }])
    await make.tag('hidden', 'x', { ...on, organizationId: elsewhere.id });
});
afterAll(() => database.drop());

const as = (lang = 'en') => contextFor(database.db, viewer.id, { lang });
const anonymous = (lang = 'en') => contextFor(database.db, null, { lang });

describe('cities', () => {
  type City = { id: number; name: string; country: { id: number; name: string; code: string }; tags: object[] };
  const cities = async (variables: object = {}, lang = 'en') =>
    (await answer<{ cities: City[] }>(CITIES, { ...variables }, await as(lang))).cities;
  const names = async (variables: object = {}, lang = 'en') => (await cities(variables, lang)).map(({ name }) => name);

  it("are the distinct cities of the viewer's roles, by name", async () => {
    expect(await names()).toEqual(['Bergen', 'Oslo', 'The Hague']);
    expect((await cities())[1]).toEqual({
      id: expect.any(Number),
      name: 'Oslo',
      timeZone: 'Europe/Amsterdam',
      country: { id: expect.any(Number), name: 'Norway', code: 'NO' },
      tags: [{ key: 'a', value: 1 }],
    });
    const stranger = await make.user();
    expect(await answer(CITIES, {}, await contextFor(database.db, stranger.id))).toEqual({ cities: [] });
  });

  it('are filtered by id, by country and by a part of the name in the language of the request', async () => {
    const [bergen, oslo] = await cities();
    expect(await names({ filter: { id: [oslo?.id, 999_999] } })).toEqual(['Oslo']);
    expect(await names({ filter: { countryId: [oslo?.country.id] } })).toEqual(['Bergen', 'Oslo']);
    expect(await names({ filter: { countryId: [oslo?.country.id], id: [bergen?.id] } })).toEqual(['Bergen']);
    expect(await names({ filter: { name: ['HAG', 'slo'] } })).toEqual(['Oslo', 'The Hague']);
    expect(await names({ filter: { name: ['haag'] } }, 'nl')).toEqual(['Den Haag']);
    for (const filter of [{ name: ['haag'] }, { name: ['o%o'] }, { name: ['Bremen'] }, { id: [] }, { name: [] }]) {
      expect([filter, await names({ filter })]).toEqual([filter, []]);
    }
  });

  it('are paginated', async () => {
    expect(await names({ perPage: 2 })).toEqual(['Bergen', 'Oslo']);
    expect(await names({ perPage: 2, page: 2 })).toEqual(['The Hague']);
    expect(await names({ page: 2 })).toEqual([]);
  });
});

describe('countries', () => {
  const names = async (query?: string | null, lang = 'en') =>
    (await answer<{ countries: { name: string }[] }>(COUNTRIES, { query }, await as(lang))).countries.map(
      ({ name }) => name,
    );

  it("are those of the viewer's cities, by name, filtered by the beginning of the name", async () => {
    expect(await names()).toEqual(['Netherlands', 'Norway']);
    expect(await names('')).toEqual(['Netherlands', 'Norway']);
    expect(await names('n')).toEqual(['Netherlands', 'Norway']);
    expect(await names('NOR')).toEqual(['Norway']);
    expect(await names('noo', 'nl')).toEqual(['Noorwegen']);
    expect(await names('nor', 'nl')).toEqual([]);
    for (const query of ['orway', 'Germany', '%', '_or']) expect([query, await names(query)]).toEqual([query, []]);
  });
});

describe('categories and labels', () => {
  const titles = async (query?: string, lang = 'en') =>
    (await answer<{ categories: { title: string; tags: object[] }[] }>(CATEGORIES, { query }, await as(lang)))
      .categories;
  const labels = async (query?: string) => (await answer<{ labels: string[] }>(LABELS, { query }, await as())).labels;

  it("are those of the viewer's products; categories are filtered by the beginning of the title", async () => {
    expect(await titles()).toMatchObject([
      { title: 'Bikes', tags: [] },
      { title: 'Boats', tags: [{ key: 'b', value: 2 }] },
    ]);
    expect(await titles('BO')).toMatchObject([{ title: 'Boats' }]);
    expect(await titles('sch', 'nl')).toMatchObject([{ title: 'Schepen' }]);
    for (const query of ['oats', 'Trains', '%', 'B_ats']) expect([query, await titles(query)]).toEqual([query, []]);
  });

  it('are distinct labels in alphabetical order, filtered by a part of the label', async () => {
    expect(await labels()).toEqual(['100%', 'Family', 'unpublished', 'water']);
    expect(await labels('AMI')).toEqual(['Family']);
    expect(await labels('%')).toEqual(['100%']);
    for (const query of ['foreign', 'w_ter', "'"]) expect([query, await labels(query)]).toEqual([query, []]);
  });
});

describe('destinations', () => {
  type Destination = { id: number; title: string; type: string };
  const found = async (query?: string, lang = 'en') =>
    (await answer<{ destinations: Destination[] }>(DESTINATIONS, { query }, await anonymous(lang))).destinations;
  const shown = async (query?: string, lang = 'en') =>
    (await found(query, lang)).map(({ title, type }) => `${type} ${title}`);

  it('are public: the cities and countries of published products of all organizations', async () => {
    expect(await shown()).toEqual([
      'city Bremen 100%',
      'country Germany',
      'country Netherlands',
      'country Norway',
      'city Oslo',
      'city The Hague',
    ]);
    const oslo = await database.db.city.findFirstOrThrow({ where: { name: 'Oslo' } });
    expect(await found('oslo')).toEqual([{ id: oslo.id, title: 'Oslo', type: 'city' }]);
    expect(await found('norw')).toEqual([{ id: oslo.countryId, title: 'Norway', type: 'country' }]);
  });

  it('match the title of an experience, which yields its city and country and never its own text', async () => {
    expect(await shown('fjor')).toEqual(['country Norway', 'city Oslo']);
    expect(await shown('zeearm', 'nl')).toEqual(['country Noorwegen', 'city Oslo']);
    expect(await shown('den', 'nl')).toEqual(['city Den Haag']);
    expect(await shown('%')).toEqual(['city Bremen 100%']);
  });

  it('expose no withdrawn products, no tags and no texts of products', async () => {
    for (const query of ['hidden', 'bergen', 'o_lo', 'Bring', 'summer', 'water', '\\', "x' OR '1'='1"]) {
      expect([query, await shown(query)]).toEqual([query, []]);
    }
  });
});

describe('reference data', () => {
  it('requires authentication, except for destinations', async () => {
    for (const document of [CITIES, COUNTRIES, CATEGORIES, LABELS]) {
      expect(await refusal(document, {}, await anonymous())).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });
});
