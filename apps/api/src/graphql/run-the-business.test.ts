import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createFactories, type Factories } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearerOf, client, NOW, postGraphql, serviceAccount, startServer, type TestServer } from '../testing/index.ts';

/* The examples of docs/graphql.md, as they are printed there: a product that a partner then books through v1, and one that a tool books. */

let server: TestServer;
let make: Factories;

beforeAll(async () => {
  server = await startServer();
  make = createFactories(server.db);
});
afterAll(() => server.close());

/** The operations of a section, by name. */
function documented(heading: string): Map<string, string> {
  const page = readFileSync(new URL('../../../../docs/graphql.md', import.meta.url), 'utf8');
  const [section = ''] = page.slice(page.indexOf(`## ${heading}\n`) + 1).split('\n## ');
  const texts = [...section.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  return new Map(texts.map((text) => [/^(?:query|mutation) (\w+)/.exec(text)?.[1] ?? '', text]));
}

it('makes a product that a partner books through v1', async () => {
  const home = await make.home();
  const city = await make.amsterdam();
  const admin = await make.userWith(['administration', 'graphql.query'], { clientId: null });
  const partner = await make.userWith(['products.book']);
  const authorization = await bearerOf(server, admin.username);
  const operations = documented('Managing the business');
  const run = async <Answer>(name: string, variables: object): Promise<Answer> => {
    const body = { query: operations.get(name), variables };
    const answer = await postGraphql(server, body, { headers: { authorization } });
    expect([name, answer.body.errors]).toEqual([name, undefined]);
    const [found] = Object.values(answer.body.data ?? {});
    // The result of a mutation is the first member of its payload.
    return (operations.get(name)?.startsWith('query') ? found : Object.values(Object(found))[0]) as Answer;
  };
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#7fb4d9"/></svg>';
  const base64 = Buffer.from(drawing).toString('base64');
  const { key: picture, url } = await run<{ key: string; url: string }>('Picture', { organization: home.id, base64 });
  const shown = await fetch(new URL(new URL(url).pathname, server.url));
  expect([shown.headers.get('content-type'), await shown.text()]).toEqual(['image/svg+xml', drawing]);
  const { product } = await run<{ product: { databaseId: number } }>('Product', {
    organization: home.id,
    city: city.id,
    picture,
  });
  const { level } = await run<{ level: { databaseId: number; priceCategories: { databaseId: number }[] } }>('Level', {
    product: product.databaseId,
  });
  const [adult, child] = level.priceCategories.map(({ databaseId }) => databaseId);
  await run('Rate', { level: level.databaseId, adult, child });
  await run('Departures', { level: level.databaseId });
  const sold = await make.offer([partner.role.id], { product: { cityId: city.id } });
  const { version, productIds, cityIds } = await run<{ version: number; productIds: number[]; cityIds: number[] }>(
    'Sells',
    { role: partner.role.id },
  );
  const products = [...productIds, product.databaseId];
  await run('Sell', { role: partner.role.id, version, products, cities: [...new Set([...cityIds, city.id])] });
  expect(productIds).toEqual([sold.product.id]);
  expect([...operations.keys()]).toEqual(['Picture', 'Product', 'Level', 'Rate', 'Departures', 'Sells', 'Sell']);

  const v1 = await client(server, partner.id);
  const pos = `/v1/pos/roles/${partner.role.id}`;
  const read = async (path: string) =>
    (await v1.get(`${pos}/products/${product.databaseId}${path}`, { headers: { 'x-lang': 'nl' } })).json;
  expect(await read('')).toMatchObject({ data: { title: 'Vuurtorenwandeling' } });
  type Days = { data: { date: string; rates: { availabilities: { id: number; remaining: number }[] }[] }[] };
  const { data: days } = (await read('/rates/dates')) as Days;
  const departure = days[0]?.rates[0]?.availabilities[0];
  expect([days[0]?.date, departure]).toMatchObject(['2026-06-06', { start_time: '10:00', remaining: 12 }]);
  const booked = await v1.post(`${pos}/service_levels/${level.databaseId}/orders`, {
    body: {
      leader: { first_name: 'Ada', last_name: 'Byron' },
      passengers: [{ first_name: 'Annabella' }],
      details: { availability_id: departure?.id },
    },
  });
  expect(booked.status).toBe(200);
  expect(booked.json).toMatchObject({ data: { total_prices: { sold: { amount: 37 } } } });
});

it('sells through a role of a service account', async () => {
  const { id: clientId } = await make.client();
  const scopes = ['catalogue:read', 'orders:write'];
  const { role, token } = await serviceAccount(server.db, make, { permissions: ['products.book'], clientId, scopes });
  const { product, level, departure } = await make.offer([role.id]);
  const headers = { authorization: `Bearer ${(await token(NOW)).text}` };
  const operations = documented('Selling');
  const run = async <Answer>(query: string | undefined, variables: object = {}): Promise<Answer> => {
    const { body } = await postGraphql(server, { query, variables }, { headers });
    expect([query, body.errors]).toEqual([query, undefined]);
    return Object.values(body.data ?? {})[0] as Answer;
  };
  expect(await run('{ sellingRoles { roleId name clientName } }')).toMatchObject([
    { roleId: role.id, name: role.name },
  ]);
  const day = departure.date?.toISOString().slice(0, 10);
  type Days = { date: string; rates: { availabilities: { availabilityId: number; remaining: number }[] }[] }[];
  const offered = { product: product.id, role: role.name, day };
  const days = await run<Days>(operations.get('Offers'), offered);
  expect(days.map(({ date }) => date)).toEqual([day]);
  const { availabilityId: availability, remaining } = days[0]?.rates[0]?.availabilities[0] ?? {};
  const booking = { level: level.id, role: role.name, availability, key: randomUUID() };
  const first = await run(operations.get('Book'), booking);
  expect(first).toMatchObject({ order: { status: 'Booked' }, userErrors: [] });
  expect(await run(operations.get('Book'), booking)).toEqual(first);
  const [after] = await run<Days>(operations.get('Offers'), offered);
  expect(after?.rates[0]?.availabilities[0]?.remaining).toBe(Number(remaining) - 2);
});
