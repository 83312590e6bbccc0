import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

const LIST = /* GraphQL */ `
  query ($text: String!) {
    orders(filter: { quickSearch: $text }, perPage: 100) { id: databaseId }
    ordersMeta(filter: { quickSearch: $text }) { total }
  }
`;
const LOOKUP = '{ lookup(text: "funch") { cities { name } suppliers { name } orders { id: databaseId } } }';

let database: TestDatabase;
let context: Context;
let ids: Record<string, number>;

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  context = await contextFor(database.db, (await make.userWith(['orders.view-all', 'console.access'])).id);
  const role = await make.role();
  const ana = await make.user({ name: 'Ana Lopes', roles: [role.id] });
  const funchal = await make.city({ name: 'Funchal' });
  const supplier = await make.supplier({ name: 'Funchalense Barcos' });
  const levada = await make.offer([], { product: { title: 'Levada Walk', cityId: funchal.id } });
  const boat = await make.offer([], { product: { title: 'Whale Boat', supplierId: supplier.id } });
  const phone = (phoneCountryCode: string, phoneNumber: string) => [
    { firstName: 'Guest', lastName: 'One', phoneCountryCode, phoneNumber },
  ];
  const made = {
    walk: await make.order({ offer: levada, passengers: [{ firstName: 'Mary', lastName: 'Byron' }] }),
    boat: await make.order({ offer: boat, supplierId: supplier.id }),
    driven: await make.order({ offer: null, pickup: { driverId: ana.id } }),
    guided: await make.order({ offer: null, tourGuideId: ana.id }),
    guestAna: await make.order({ offer: null, passengers: [{ firstName: 'Ana', lastName: 'Lopes' }] }),
    withCode: await make.order({ offer: null, passengers: phone('353', '20 913 3731') }),
    codeInside: await make.order({ offer: null, passengers: phone('', '+353 20 913-4444') }),
    zeroInFront: await make.order({ offer: null, passengers: phone('+353', '020 913 5555') }),
    other: await make.order({ offer: null, passengers: phone('31', '6 1234 5678') }),
  };
  ids = Object.fromEntries(Object.entries(made).map(([name, { id }]) => [name, id]));
});
afterAll(() => database.drop());

async function found(text: string): Promise<string[]> {
  const { orders, ordersMeta } = await answer<{ orders: { id: number }[]; ordersMeta: { total: number } }>(
    LIST,
    { text },
    context,
  );
  expect(ordersMeta.total).toBe(orders.length);
  const listed = new Set(orders.map(({ id }) => id));
  return Object.entries(ids).flatMap(([name, id]) => (listed.has(id) ? [name] : []));
}

describe('quick search', () => {
  it('finds orders by the names of people who work on them, and of passengers', async () => {
    for (const text of ['Ana Lopes', 'lopes', 'LOPES ana']) {
      expect([text, await found(text)]).toEqual([text, ['driven', 'guided', 'guestAna']]);
    }
  });

  it('finds orders by the names of city, product and supplier', async () => {
    expect(await found('Funchal')).toEqual(['walk', 'boat']);
    expect(await found('levada')).toEqual(['walk']);
    expect(await found('barcos')).toEqual(['boat']);
    expect(await found('unchal')).toEqual([]);
  });

  it('finds a passenger in a city: each word somewhere', async () => {
    expect(await found('Byron Funchal')).toEqual(['walk']);
    expect(await found('funchal levada byron')).toEqual(['walk']);
    expect(await found('Byron Antwerp')).toEqual([]);
  });

  it('finds orders by the beginning of a phone number, with or without its code', async () => {
    const irish = ['withCode', 'codeInside', 'zeroInFront'];
    for (const text of ['353 20 913', '+353 20 913', '00353-20-913', '(353) 20913'])
      expect([text, await found(text)]).toEqual([text, irish]);
    expect(await found('20 913 3731')).toEqual(['withCode']);
    expect(await found('020 913')).toEqual(['withCode', 'zeroInFront']);
    expect(await found('020 913 3731')).toEqual(['withCode']);
    expect(await found('06 1234')).toEqual(['other']);
    expect(await found('3731')).toEqual([]);
  });

  it('lists cities and suppliers beside orders', async () => {
    expect(await answer(LOOKUP, {}, context)).toEqual({
      lookup: {
        cities: [{ name: 'Funchal' }],
        suppliers: [{ name: 'Funchalense Barcos' }],
        orders: [{ id: ids.boat }, { id: ids.walk }],
      },
    });
  });
});
