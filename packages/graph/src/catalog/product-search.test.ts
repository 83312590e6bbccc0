import { createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const SEARCH = /* GraphQL */ `
  query ($role: String!, $filter: PosProductFilter, $page: Int, $perPage: Int) {
    products: posProducts(role: $role, filter: $filter, page: $page, perPage: $perPage) { id: databaseId title }
    meta: posProductsMeta(role: $role, filter: $filter, page: $page, perPage: $perPage) {
      total perPage lastPage currentPage from to
    }
  }
`;
const ENTRIES = /* GraphQL */ `
  query ($role: String!, $perPage: Int) {
    products: posProducts(role: $role, perPage: $perPage) {
      id: databaseId title shortDescription backOffice labels
      organization { id: databaseId name currency { code symbol } languages { code name isDefault } }
      location { id: pointId latitude longitude address city { id: databaseId name country { id: databaseId code } tags { key value } } }
      categories { id: databaseId title tags { key value } }
      images { id: mediaId filename url } banner { id: mediaId url } thumbnail { id: mediaId url }
      tags { key value } additionalServices
      price { startingFrom { amount currency { code symbol name } } }
    }
  }
`;
const DETAIL = /* GraphQL */ `
  query ($role: String!, $id: SafeInt!) {
    product: posProduct(role: $role, id: $id) {
      id: databaseId title description highlights knowBeforeYouGo whatToBring isPublished backOffice editable labels
      supplier { id: databaseId name description tags { key value } }
      currencies { supported { code } }
      location { id: pointId latitude longitude } points { id: pointId address }
      categories { title } ticket { title message perParticipant }
      images { id: mediaId } videos { videoCode type url } banner { id: mediaId } thumbnail { id: mediaId }
      serviceLevels { id: databaseId title priceCategories { id: databaseId title isDefault ageRange { min max } } isComplete }
      additionalServices tags { key value }
      price { startingFrom { amount currency { code } } }
    }
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

/** A seller with a separate role, which sells nothing yet. */
async function newSeller(more: Parameters<Factories['userWith']>[1] = {}) {
  const seller = await make.userWith(['products.book'], more);
  const context = await contextFor(database.db, seller.id);
  const offer = (parts: Parameters<Factories['offer']>[1] = {}) => make.offer([seller.role.id], parts);
  return { seller, role: String(seller.role.id), context, offer };
}

type Found = { products: { id: number; title: string }[]; meta: { total: number } };
const search = (role: string, context: Context, variables: object = {}) =>
  answer<Found>(SEARCH, { role, ...variables }, context);
const idsOf = ({ products }: Found) => products.map(({ id }) => id);

describe('the search at the point of sale', () => {
  it('lists the products that the role sells, by title, for a role given by id or by name', async () => {
    const { seller, role, context, offer } = await newSeller();
    const zebra = await offer({ product: { title: 'Zebra' } });
    const apple = await offer({ product: { title: 'Apple', isPublished: null } });
    await offer({ product: { title: 'Withdrawn', isPublished: false } });
    await make.offer([]);
    expect(idsOf(await search(role, context))).toEqual([apple.product.id, zebra.product.id]);
    expect(idsOf(await search(seller.role.name, context))).toEqual([apple.product.id, zebra.product.id]);
  });

  it('does not find roles that the user does not hold, nor an ambiguous role name', async () => {
    const { seller, context } = await newSeller();
    const { role: foreign } = await newSeller();
    const elsewhere = await make.organization();
    const fieldSql = await make.role({ organizationId: elsewhere.id, name: seller.role.name });
    await database.db.userRole.create({ data: { userId: seller.id, roleId: fieldSql.id } });
    const both = await contextFor(database.db, seller.id);
    for (const [role, as] of [
      [foreign, context],
      ['999999', context],
      ['', context],
      [seller.role.name.toUpperCase(), context],
      [seller.role.name, both],
    ] as const) {
      const entries = 'query ($role: String!) { posProducts(role: $role) { id: databaseId } }';
      expect(await refusal(entries, { role }, as)).toEqual({ code: 'NOT_FOUND', message: 'Role not found.' });
    }
    expect(idsOf(await search(String(fieldSql.id), both))).toEqual([]);
  });

  it("lists only products with a price from today on in the organization's currency", async () => {
    const { role, context, offer } = await newSeller();
    const sold = await offer();
    await offer({ rate: { validTo: day('2026-05-31') } });
    const lastDay = await offer({ rate: { validTo: day('2026-06-01') }, product: { title: 'Zz' } });
    await offer({ level: { offerTimeEnd: day('2026-05-31') } });
    await offer({ rate: { prices: [{ currencyCode: 'USD', original: 1, agent: 1, sold: 1 }] } });
    await offer({ rate: { prices: [] } });
    expect(idsOf(await search(role, context))).toEqual([sold.product.id, lastDay.product.id]);
  });

  it('shows the starting price: the lowest sold price that is valid from today on', async () => {
    const { role, context, offer } = await newSeller();
    const { level } = await offer({ product: { title: 'A' } });
    const rate = (sold: number, columns: object = {}) =>
      make.rate({ serviceLevelId: level.id, prices: [{ original: 1, agent: 2, sold }], ...columns });
    await rate(40, { validTo: day('2026-05-31') });
    await rate(45.5, { validFrom: day('2026-12-01') });
    await make.rate({ serviceLevelId: level.id, prices: [{ currencyCode: 'USD', original: 1, agent: 1, sold: 3 }] });
    await offer({ product: { title: 'B' }, level: { pricingType: 'per_item' } });
    const { products } = await answer<{ products: { price: object }[] }>(ENTRIES, { role }, context);
    const euros = { code: 'EUR', symbol: '€', name: 'Euro' };
    expect(products.map(({ price }) => price)).toEqual([
      { startingFrom: { amount: 45.5, currency: euros } },
      { startingFrom: { amount: 500, currency: euros } },
    ]);
  });

  it('shows a list entry with all of its fields', async () => {
    const { seller, role, context, offer } = await newSeller();
    const category = await make.category({ title: 'Boat trips' });
    const { product } = await offer({ product: { title: 'Canals', categories: [category.id], backOffice: true } });
    const organizationId = seller.role.organizationId;
    await make.tag('a', 1, { productId: product.id });
    await make.tag('b', 'x', { categoryId: category.id });
    await make.tag('hidden', 'x', { productId: product.id, organizationId: (await make.organization()).id });
    const { products } = await answer<{ products: object[] }>(ENTRIES, { role }, context);
    const city = await make.amsterdam();
    const url = expect.stringMatching(/^http:\/\/localhost:4000\/media\//);
    expect(products).toEqual([
      {
        id: product.id,
        title: 'Canals',
        shortDescription: product.shortDescription,
        backOffice: true,
        labels: ['outdoors'],
        organization: {
          id: organizationId,
          name: 'Home',
          currency: { code: 'EUR', symbol: '€' },
          languages: [
            { code: 'en', name: 'English', isDefault: true },
            { code: 'nl', name: 'Nederlands', isDefault: false },
          ],
        },
        location: {
          id: product.locationId,
          latitude: 52.3731,
          longitude: 4.8926,
          address: expect.any(String),
          city: { id: city.id, name: 'Amsterdam', country: { id: city.countryId, code: 'NL' }, tags: [] },
        },
        categories: [{ id: category.id, title: 'Boat trips', tags: [{ key: 'b', value: 'x' }] }],
        images: [{ id: product.bannerId, filename: expect.any(String), url }],
        banner: { id: product.bannerId, url },
        thumbnail: { id: product.thumbnailId, url },
        tags: [{ key: 'a', value: 1 }],
        additionalServices: [],
        price: { startingFrom: { amount: 50, currency: { code: 'EUR', symbol: '€', name: 'Euro' } } },
      },
    ]);
  });

  it('is paginated, with each product once', async () => {
    const { role, context, offer } = await newSeller();
    const ids = [];
    for (const title of ['Same', 'Same', 'Same', 'Other', 'Same'])
      ids.push((await offer({ product: { title } })).product.id);
    const [a, b, c, d, e] = ids;
    const pages = [];
    for (let page = 1; page <= 3; page++) pages.push(await search(role, context, { page, perPage: 2 }));
    expect(pages.flatMap(idsOf)).toEqual([d, a, b, c, e]);
    expect(pages.map(({ meta }) => meta)).toMatchObject([
      { total: 5, perPage: 2, lastPage: 3, currentPage: 1, from: 1, to: 2 },
      { total: 5, currentPage: 2, from: 3, to: 4 },
      { total: 5, currentPage: 3, from: 5, to: 5 },
    ]);
  });

  it('uses as many statements for twenty products as for one', async () => {
    const { role, context, offer } = await newSeller();
    const category = await make.category();
    for (let number = 0; number < 20; number++) await offer({ product: { categories: [category.id] } });
    const counts = [];
    for (const perPage of [1, 20]) {
      statements = [];
      const { products } = await answer<{ products: object[] }>(ENTRIES, { role, perPage }, context);
      expect(products).toHaveLength(perPage);
      counts.push(statements.length);
    }
    expect(counts[0]).toBe(counts[1]);
  });
});

describe('a product at the point of sale', () => {
  it('shows all of its fields', async () => {
    const { seller, role, context, offer } = await newSeller();
    const points = [await make.point(), await make.point()];
    const { product, level, adultId, childId } = await offer({
      product: {
        ticketTitle: 'Ticket',
        ticketPerParticipant: true,
        points: points.map(({ id }) => id).reverse(),
        translations: { nl: { ticketTitle: 'Kaartje', highlights: ['Een'] } },
      },
    });
    const shown = (as: Context) => answer<{ product: object }>(DETAIL, { role, id: product.id }, as);
    expect((await shown(context)).product).toMatchObject({
      id: product.id,
      isPublished: true,
      editable: false,
      supplier: { id: product.supplierId },
      currencies: { supported: [{ code: 'EUR' }, { code: 'USD' }] },
      points: points.map(({ id, address }) => ({ id, address })).reverse(),
      ticket: { title: 'Ticket', message: '', perParticipant: true },
      highlights: ['First', 'Second'],
      videos: [{ type: 'youtube' }],
      serviceLevels: [
        {
          id: level.id,
          isComplete: true,
          priceCategories: [
            { id: adultId, title: 'Adult', isDefault: true, ageRange: { min: 13, max: 120 } },
            { id: childId, title: 'Child', isDefault: false },
          ],
        },
      ],
      additionalServices: [],
      price: { startingFrom: { amount: 50 } },
    });
    const dutch = await contextFor(database.db, seller.id, { lang: 'nl' });
    expect((await shown(dutch)).product).toMatchObject({ ticket: { title: 'Kaartje' }, highlights: ['Een'] });
  });

  it('may have no ticket, no location, no supplier and no price', async () => {
    const { role, context, seller } = await newSeller();
    const product = await make.product({ soldBy: [seller.role.id], locationId: null, supplierId: null });
    expect((await answer<{ product: object }>(DETAIL, { role, id: product.id }, context)).product).toMatchObject({
      ticket: null,
      location: null,
      supplier: null,
      serviceLevels: [],
      price: { startingFrom: null },
    });
  });

  it('may be edited by staff of its organization', async () => {
    const { id: organizationId } = await make.organization();
    const staff = await make.userWith(['orders.view-all'], { organizationId });
    const own = await make.product({ organizationId, soldBy: [staff.role.id] });
    const foreign = await make.product({ soldBy: [staff.role.id] });
    const context = await contextFor(database.db, staff.id);
    const editable = async ({ id }: { id: number }) =>
      (await answer<{ product: { editable: boolean } }>(DETAIL, { role: String(staff.role.id), id }, context)).product
        .editable;
    expect([await editable(own), await editable(foreign)]).toEqual([true, false]);
  });

  it('is not found when it is withdrawn, or when only another role sells it', async () => {
    const { role, context, offer, seller } = await newSeller();
    const { product: withdrawn } = await offer({ product: { isPublished: false } });
    const other = await make.role();
    await database.db.userRole.create({ data: { userId: seller.id, roleId: other.id } });
    const { product: others } = await make.offer([other.id]);
    for (const id of [withdrawn.id, others.id, 999_999]) {
      expect(await refusal(DETAIL, { role, id }, context)).toEqual({
        code: 'NOT_FOUND',
        message: 'Product not found.',
      });
    }
  });
});
