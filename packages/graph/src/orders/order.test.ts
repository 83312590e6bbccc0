import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const ONE = /* GraphQL */ `
  query ($reference: String!) { order(reference: $reference) { id: databaseId } }
`;
const PAGE = /* GraphQL */ `
  query ($page: Int, $perPage: Int, $after: SafeInt) {
    orders(page: $page, perPage: $perPage, after: $after) { id: databaseId bookedAt }
    ordersMeta(page: $page, perPage: $perPage) { total perPage lastPage currentPage from to }
  }
`;
/** All fields of an order. */
const WHOLE = /* GraphQL */ `
  query ($perPage: Int!) {
    orders(perPage: $perPage) {
      id: databaseId status version referenceCode createdAt updatedAt bookedAt startsAt endsAt startsAtLocal endsAtLocal timeZone
      issuer { ...Person } contactPerson { ...Person } tourGuide { ...Person }
      client { id: databaseId name description tags { key value } }
      city { id: databaseId name timeZone country { id: databaseId name code } tags { key value } }
      supplier { id: databaseId name description tags { key value } permissions { name description } }
      vat { percentage type }
      bookings {
        id: databaseId status quantity prices { ...Triple } availability { id: availabilityId startTime date } tags { key value }
        passengers { passengerId status prices { ...Triple } }
      }
      passengers { id: databaseId firstName fullName: lastName priceCategory { id: priceCategoryId title ageRange { min max } } }
      pickup { ...Way } dropoff { ...Way }
      tickets { id: databaseId filename url }
      tags { key value }
      totalPrices { ...Triple }
      bookedDetails {
        product {
          id: productId title supplier { id: supplierId tags { key value } permissions { name } } categories { id: categoryId tags { key value } } tags { key value }
        }
        startingPoint { city { id: cityId name tags { key value } } country { name } }
      }
    }
  }
  fragment Person on User { id: databaseId name profilePhotoUrl tags { key value } }
  fragment Money on Money { amount currency { code symbol name } }
  fragment Triple on Prices { original { ...Money } agent { ...Money } sold { ...Money } }
  fragment Way on Transfer {
    id: databaseId date time tags { key value } driver { ...Person }
    location { point { id: pointId latitude longitude address city { id: databaseId country { code } tags { key value } } } }
  }
`;

let database: TestDatabase;
let make: Factories;
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  make = createFactories(database.db);
});
afterAll(() => database.drop());

/** A member of staff of a new organization without data. */
async function newStaff() {
  const { id: organizationId } = await make.organization();
  const staff = await make.userWith(['orders.view-all'], { organizationId });
  const order = (parts: Parameters<Factories['order']>[0] = {}) =>
    make.order({ offer: null, organizationId, ...parts });
  return { organizationId, staff, context: await contextFor(database.db, staff.id), order };
}

describe('an order is referenced', () => {
  const idOf = async (reference: string, context: Context) =>
    (await answer<{ order: { id: number } }>(ONE, { reference }, context)).order.id;
  const codeOf = async (reference: string, context: Context) => (await refusal(ONE, { reference }, context)).code;

  it('by its id, before any tag with the same text', async () => {
    const { context, order } = await newStaff();
    const one = await order();
    const other = await order({ tags: { number: String(one.id), 'and more': 987_654_321, voucher: '007' } });
    expect(await idOf(String(one.id), context)).toBe(one.id);
    expect(await idOf('987654321', context)).toBe(other.id);
    // A partner's own number may begin with zeros; an id never does.
    expect(await codeOf(`0${one.id}`, context)).toBe('NOT_FOUND');
    expect(await idOf('007', context)).toBe(other.id);
  });

  it('by a tag: its value, or key:value, wherever the colon is', async () => {
    const { context, order } = await newStaff();
    const one = await order({ tags: { external: 'ab:12', 'a:b': 'c', n: 7 } });
    await order({ tags: { other: 'x' } });
    for (const reference of ['ab:12', 'external:ab:12', 'c', 'a:b:c', '7', 'n:7']) {
      expect([reference, await idOf(reference, context)]).toEqual([reference, one.id]);
    }
    for (const reference of ['external', 'AB:12', 'b:c', 'a', ':c', 'n:', '', 'ab:1%', 'n:7.0', '99999999999']) {
      expect([reference, await codeOf(reference, context)]).toEqual([reference, 'NOT_FOUND']);
    }
  });

  it('by no ambiguous tag', async () => {
    const { context, order } = await newStaff();
    const [one] = [await order({ tags: { a: 'x', b: 'y' } }), await order({ tags: { a: 'x', c: 'y' } })];
    expect(await codeOf('x', context)).toBe('CONFLICT');
    expect(await codeOf('a:x', context)).toBe('CONFLICT');
    expect(await codeOf('y', context)).toBe('CONFLICT');
    expect(await idOf('b:y', context)).toBe(one.id);
  });

  it('only among the orders that the caller sees', async () => {
    const [ours, theirs] = [await newStaff(), await newStaff()];
    const hidden = await theirs.order({ tags: { a: 'mine', b: 'only theirs' } });
    const seen = await ours.order({ tags: { a: 'mine', number: hidden.id } });
    expect(await idOf('mine', ours.context)).toBe(seen.id);
    expect(await idOf(String(hidden.id), ours.context)).toBe(seen.id);
    expect(await codeOf('only theirs', ours.context)).toBe('NOT_FOUND');
  });
});

describe('the list of orders', () => {
  type Page = {
    orders: { id: number; bookedAt: string | null }[];
    ordersMeta: { total: number; lastPage: number; from: number; to: number };
  };
  const page = (context: Context, variables: object) => answer<Page>(PAGE, { ...variables }, context);
  const idsOf = ({ orders }: Page) => orders.map(({ id }) => id);

  it('is newest first by creation, whatever the status, in pages with each order once', async () => {
    const { context, order } = await newStaff();
    const moments = ['2026-05-01', '2026-05-03', '2026-05-02', '2026-05-03', '2026-05-03'];
    const booked = [];
    for (const moment of moments) booked.push(await order({ createdAt: new Date(`${moment}T00:00:00Z`) }));
    const cart = await order({ status: 'InCart', bookedAt: null, createdAt: new Date('2026-05-02T12:00:00Z') });
    const deleted = await order({ status: 'Deleted', bookedAt: null, createdAt: new Date('2026-04-30T12:00:00Z') });
    const [a, b, c, d, e] = booked.map(({ id }) => id);
    const expected = [e, d, b, cart.id, c, a, deleted.id];
    expect(idsOf(await page(context, { perPage: 100 }))).toEqual(expected);
    const pages = [];
    for (let number = 1; number <= 4; number++) pages.push(await page(context, { page: number, perPage: 2 }));
    expect(pages.flatMap(idsOf)).toEqual(expected);
    expect(pages.map(({ ordersMeta }) => ordersMeta)).toEqual(
      [
        [1, 1, 2],
        [2, 3, 4],
        [3, 5, 6],
        [4, 7, 7],
      ].map(([currentPage, from, to]) => ({ total: 7, perPage: 2, lastPage: 4, currentPage, from, to })),
    );
  });

  it('continues after an order, and is empty after an invisible order', async () => {
    const { context, order } = await newStaff();
    const at = new Date('2026-05-03T00:00:00Z');
    await order({ status: 'InCart' });
    await order({ status: 'InCart' });
    await order({ bookedAt: at });
    await order({ bookedAt: at });
    await order({ bookedAt: new Date('2026-05-01T00:00:00Z') });
    const all = idsOf(await page(context, { perPage: 100 }));
    for (const [index, after] of all.entries()) {
      expect(idsOf(await page(context, { perPage: 100, after }))).toEqual(all.slice(index + 1));
    }
    expect(idsOf(await page(context, { perPage: 2, after: all[0] }))).toEqual(all.slice(1, 3));
    const { order: foreign } = await newStaff();
    expect(idsOf(await page(context, { after: (await foreign()).id }))).toEqual([]);
    expect(idsOf(await page(context, { after: 999_999 }))).toEqual([]);
  });

  it('skips nothing after an order whose timestamp has microseconds', async () => {
    const { context, order } = await newStaff();
    const rows = [await order(), await order(), await order()];
    for (const [index, { id }] of rows.entries()) {
      const fine = `2026-05-03 10:00:00.00012${index}+00`;
      await database.db.$executeRaw`UPDATE orders SET booked_at = ${fine}::text::timestamptz WHERE id = ${id}`;
    }
    const all = idsOf(await page(context, {}));
    expect(all).toEqual(rows.map(({ id }) => id).reverse());
    for (const [index, after] of all.entries()) {
      expect(idsOf(await page(context, { after }))).toEqual(all.slice(index + 1));
    }
  });

  it('has pages of fifteen, an empty page past its end, and one page when it is empty', async () => {
    const { context, order } = await newStaff();
    expect((await page(context, {})).ordersMeta).toEqual({
      total: 0,
      perPage: 15,
      lastPage: 1,
      currentPage: 1,
      from: 0,
      to: 0,
    });
    for (let number = 0; number < 16; number++) await order();
    const first = await page(context, {});
    expect([first.orders.length, first.ordersMeta]).toEqual([
      15,
      { total: 16, perPage: 15, lastPage: 2, currentPage: 1, from: 1, to: 15 },
    ]);
    const beyond = await page(context, { page: 3 });
    expect([beyond.orders, beyond.ordersMeta]).toEqual([
      [],
      { total: 16, perPage: 15, lastPage: 2, currentPage: 3, from: 0, to: 0 },
    ]);
  });

  it('refuses invalid pages', async () => {
    const { context } = await newStaff();
    const list = 'query ($page: Int, $perPage: Int) { orders(page: $page, perPage: $perPage) { id: databaseId } }';
    const pathsOf = async (variables: object) =>
      (await refusal(list, { ...variables }, context)).fields?.map(({ path }) => path.join());
    expect(await pathsOf({ page: 0 })).toEqual(['page']);
    expect(await pathsOf({ page: -1, perPage: 0 })).toEqual(['page', 'perPage']);
    expect(await pathsOf({ perPage: 1_001 })).toEqual(['perPage']);
    expect(await pathsOf({ page: 2_147_483_647 })).toEqual(['page']);
    expect(await answer(list, { page: 2_147_483, perPage: 1_000 }, context)).toEqual({ orders: [] });
  });

  it('takes as many statements for a hundred orders as for one', async () => {
    const { context, order, organizationId, staff } = await newStaff();
    const category = await make.category();
    const guide = await make.user({ photoId: (await make.picture()).id });
    const offer = await make.offer([], {
      product: { organizationId, categories: [category.id] },
      departure: { capacity: 500 },
    });
    const point = await make.point();
    for (let number = 0; number < 100; number++) {
      await order({
        offer,
        passengers: [{}, {}],
        tags: { number },
        tourGuideId: guide.id,
        contactPersonId: staff.id,
        pickup: { driverId: guide.id, pointId: point.id },
      });
    }
    await make.tag('a', 1, { organizationId, cityId: offer.product.cityId });
    const counts = [];
    for (const perPage of [1, 20, 100]) {
      statements = [];
      const { orders } = await answer<{ orders: object[] }>(WHOLE, { perPage }, context);
      expect(orders).toHaveLength(perPage);
      counts.push(statements.length);
    }
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeLessThan(50);
  });

  it('is in the requested language, where there is a translation', async () => {
    const { order, staff, organizationId } = await newStaff();
    const city = await make.city({ name: 'The Hague', translations: { nl: { name: 'Den Haag' } } });
    const supplier = await make.supplier({
      organizationId,
      description: 'Sea',
      translations: { nl: { description: 'Zee' } },
    });
    const priceCategory = { id: 1, title: 'Adult', isDefault: true, minimum: 0, maximum: 9, ageMin: 0, ageMax: 99 };
    await order({
      cityId: city.id,
      supplierId: supplier.id,
      passengers: [{ priceCategory: { ...priceCategory, translations: { nl: { title: 'Volwassene' } } } }],
    });
    const document =
      '{ orders { city { name country { name } } supplier { description } passengers { priceCategory { title } } } }';
    const shown = async (lang: string) =>
      (await answer<{ orders: object[] }>(document, {}, await contextFor(database.db, staff.id, { lang }))).orders[0];
    const english = {
      city: { name: 'The Hague', country: { name: 'Netherlands' } },
      supplier: { description: 'Sea' },
      passengers: [{ priceCategory: { title: 'Adult' } }],
    };
    expect(await shown('en')).toEqual(english);
    expect(await shown('nl')).toEqual({
      city: { name: 'Den Haag', country: { name: 'Nederland' } },
      supplier: { description: 'Zee' },
      passengers: [{ priceCategory: { title: 'Volwassene' } }],
    });
    expect(await shown('de')).toEqual(english);
  });

  it('shows pictures where people have one, and an avatar where they have none', async () => {
    const { context, order } = await newStaff();
    const picture = await make.media({ filename: 'me.jpg' });
    const [shown, hidden] = [await make.user({ photoId: picture.id }), await make.user()];
    await order({ issuerId: shown.id, tourGuideId: hidden.id });
    const { orders } = await answer<{ orders: object[] }>(
      '{ orders { issuer { profilePhotoUrl } tourGuide { profilePhotoUrl } } }',
      {},
      context,
    );
    expect(orders).toEqual([
      {
        issuer: { profilePhotoUrl: `http://localhost:4000/media/${picture.storageKey}/me.jpg` },
        tourGuide: { profilePhotoUrl: `http://localhost:4000/avatars/${hidden.id}.svg` },
      },
    ]);
  });
});
