import { createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book } from '../testing/book.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

const DETAILS = /* GraphQL */ `
  query ($reference: String!) {
    order(reference: $reference) {
      bookedDetails {
        product {
          id: productId title highlights description whatToBring knowBeforeYouGo labels
          distributor { name }
          supplier { id: supplierId name description tags { key value } permissions { name description } }
          banner { id: mediaId filename url } thumbnail { id: mediaId } images { id: mediaId } videos { videoCode type url }
          categories { id: categoryId title tags { key value } }
          tags { key value }
        }
        serviceLevel {
          title description businessHours capacity pricingType availabilityType hasPickup hasDropOff hasTourGuide
          duration { time description } cutOffTime offerTimeStart offerTimeEnd
        }
        rate { passExpirationDate passExpirationMinutesAfterBooking }
        rates { id: rateId title cancellationPolicies { description penalties { id: penaltyId time percentage } } }
        startingPoint { latitude longitude address city { id: cityId name tags { key value } } country { id: countryId name code } }
      }
    }
  }
`;

type Details = { product: { title: string; highlights: string[]; tags: object[] } & Record<string, unknown> } & Record<
  string,
  unknown
>;

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith(['products.book']);
  context = await contextFor(database.db, seller.id);
});
afterAll(() => database.drop());

async function detailsOf(orderId: number, as = context): Promise<Details | null> {
  const { order } = await answer<{ order: { bookedDetails: Details | null } }>(
    DETAILS,
    { reference: String(orderId) },
    as,
  );
  return order.bookedDetails;
}

let last = 0;

/** A product with all members set, in two languages, with the ids of its parts. */
async function richOffer() {
  const number = ++last;
  const category = await make.category({ title: `Boats ${number}`, translations: { nl: { title: 'Boten' } } });
  const supplier = await make.supplier({
    name: `Rederij ${number}`,
    description: 'Boats since 1900',
    translations: { nl: { description: 'Boten sinds 1900' } },
  });
  const offer = await make.offer([seller.role.id], {
    product: {
      title: 'Canals',
      description: 'By boat',
      highlights: ['Water', 'Bridges'],
      labels: ['family'],
      categories: [category.id],
      supplierId: supplier.id,
      translations: { nl: { title: 'Grachten', highlights: ['Water', 'Bruggen'] }, de: {} },
    },
    level: {
      title: 'Classic',
      businessHours: '9 to 5',
      durationTime: 1.5,
      durationDescription: 'An hour and a half',
      cutOffTime: 2,
      hasPickup: true,
      translations: { nl: { title: 'Klassiek', durationDescription: 'Anderhalf uur' } },
    },
    rate: {
      title: 'Summer',
      cancellationDescription: 'Free until a day before',
      translations: { nl: { title: 'Zomer', cancellationDescription: 'Gratis tot een dag van tevoren' } },
      penalties: [
        { time: 24, percentage: 50 },
        { time: 48, percentage: 12.5 },
      ],
    },
  });
  return { ...offer, category, supplier };
}

const bookIt = async ({ level, departure }: { level: { id: number }; departure: { id: number } }) =>
  (
    await book(context, {
      role: seller.role,
      level,
      input: { leader: { firstName: 'Ann' }, details: { availabilityId: departure.id } },
    })
  ).id;

describe('the booked details of an order', () => {
  it('have all data of the catalogue', async () => {
    const offer = await richOffer();
    const id = await bookIt(offer);
    const city = await make.amsterdam();
    const country = await make.netherlands();
    expect(await detailsOf(id)).toEqual({
      product: {
        id: offer.product.id,
        title: 'Canals',
        highlights: ['Water', 'Bridges'],
        description: 'By boat',
        whatToBring: 'Bring',
        knowBeforeYouGo: 'Know',
        labels: ['family'],
        distributor: { name: 'Home' },
        supplier: {
          id: offer.supplier.id,
          name: offer.supplier.name,
          description: 'Boats since 1900',
          tags: [],
          permissions: [],
        },
        banner: {
          id: offer.product.bannerId,
          filename: expect.stringMatching(/\.jpg$/),
          url: expect.stringMatching(/^http:\/\/localhost:4000\/media\/[0-9]{64}\//),
        },
        thumbnail: { id: offer.product.thumbnailId },
        images: [{ id: offer.product.bannerId }],
        videos: [{ videoCode: expect.any(String), type: 'youtube', url: expect.stringMatching(/^https:/) }],
        categories: [{ id: offer.category.id, title: offer.category.title, tags: [] }],
        tags: [],
      },
      serviceLevel: {
        title: 'Classic',
        description: 'What it is',
        businessHours: '9 to 5',
        capacity: 20,
        pricingType: 'per_person',
        availabilityType: 'per_slot',
        hasPickup: true,
        hasDropOff: false,
        hasTourGuide: false,
        duration: { time: 1.5, description: 'An hour and a half' },
        cutOffTime: 2,
        offerTimeStart: '2026-01-01',
        offerTimeEnd: '2027-12-31',
      },
      rate: { passExpirationDate: null, passExpirationMinutesAfterBooking: null },
      rates: [
        {
          id: offer.rate.id,
          title: 'Summer',
          cancellationPolicies: {
            description: 'Free until a day before',
            penalties: [
              { id: expect.any(Number), time: 48, percentage: 12.5 },
              { id: expect.any(Number), time: 24, percentage: 50 },
            ],
          },
        },
      ],
      startingPoint: {
        latitude: 52.3731,
        longitude: 4.8926,
        address: expect.stringMatching(/^Street/),
        city: { id: city.id, name: 'Amsterdam', tags: [] },
        country: { id: country.id, name: 'Netherlands', code: 'NL' },
      },
    });
  });

  it('stay unchanged when the catalogue changes', async () => {
    const { db } = database;
    const offer = await richOffer();
    const id = await bookIt(offer);
    const before = await detailsOf(id);
    const { id: pictureId } = await make.media();
    await db.product.update({
      where: { id: offer.product.id },
      data: {
        title: 'New',
        highlights: [],
        labels: [],
        translations: {},
        bannerId: pictureId,
        thumbnailId: pictureId,
        supplierId: null,
      },
    });
    await db.productImage.deleteMany({ where: { productId: offer.product.id } });
    await db.productVideo.deleteMany({ where: { productId: offer.product.id } });
    await db.productCategory.deleteMany({ where: { productId: offer.product.id } });
    await db.serviceLevel.update({
      where: { id: offer.level.id },
      data: { title: 'New', capacity: 1, durationTime: 9 },
    });
    await db.rate.update({ where: { id: offer.rate.id }, data: { title: 'New', cancellationDescription: null } });
    await db.cancellationPenalty.deleteMany({ where: { rateId: offer.rate.id } });
    await db.ratePrice.updateMany({ where: { rateId: offer.rate.id }, data: { sold: 1 } });
    await db.supplier.update({ where: { id: offer.supplier.id }, data: { name: `New ${last}`, description: null } });
    await db.category.update({ where: { id: offer.category.id }, data: { title: `Ships ${last}` } });
    await db.point.update({ where: { id: offer.product.locationId ?? 0 }, data: { address: 'New', latitude: 1 } });
    expect(await detailsOf(id)).toEqual(before);
    const total = 'query ($reference: String!) { order(reference: $reference) { totalPrices { sold { amount } } } }';
    expect(await answer(total, { reference: String(id) }, context)).toEqual({
      order: { totalPrices: { sold: { amount: 100 } } },
    });
  });

  it('show the current tags and the current permissions of the supplier', async () => {
    const offer = await richOffer();
    const id = await bookIt(offer);
    await make.permission('supplier.invoice');
    await database.db.supplierPermission.create({
      data: { supplierId: offer.supplier.id, permissionName: 'supplier.invoice' },
    });
    await make.tag('season', 'summer', { productId: offer.product.id });
    await make.tag('icon', 7, { categoryId: offer.category.id });
    await make.tag('grade', 'A', { supplierId: offer.supplier.id });
    const elsewhere = await make.organization();
    await make.tag('season', 'never', { productId: offer.product.id, organizationId: elsewhere.id });
    expect(await detailsOf(id)).toMatchObject({
      product: {
        tags: [{ key: 'season', value: 'summer' }],
        supplier: {
          tags: [{ key: 'grade', value: 'A' }],
          permissions: [{ name: 'supplier.invoice', description: 'May: supplier.invoice' }],
        },
        categories: [{ tags: [{ key: 'icon', value: 7 }] }],
      },
    });
  });

  it('are in the requested language, or in the default language without a translation', async () => {
    const offer = await richOffer();
    const id = await bookIt(offer);
    await database.db.product.update({ where: { id: offer.product.id }, data: { translations: {} } });
    const dutch = await detailsOf(id, await contextFor(database.db, seller.id, { lang: 'nl' }));
    expect(dutch).toMatchObject({
      product: {
        title: 'Grachten',
        highlights: ['Water', 'Bruggen'],
        description: 'By boat',
        supplier: { description: 'Boten sinds 1900' },
        categories: [{ title: 'Boten' }],
      },
      serviceLevel: { title: 'Klassiek', duration: { description: 'Anderhalf uur' } },
      rates: [{ title: 'Zomer', cancellationPolicies: { description: 'Gratis tot een dag van tevoren' } }],
      startingPoint: { country: { name: 'Nederland' } },
    });
    for (const lang of ['de', 'fr']) {
      const other = await detailsOf(id, await contextFor(database.db, seller.id, { lang }));
      expect(other).toEqual(await detailsOf(id));
    }
  });

  it('have no starting point for a product without a location, and no supplier for a product without one', async () => {
    const offer = await make.offer([seller.role.id], { product: { locationId: null, supplierId: null } });
    expect(await detailsOf(await bookIt(offer))).toMatchObject({
      product: { supplier: null },
      startingPoint: { latitude: null, longitude: null, address: null, city: null, country: null },
    });
  });

  it('say when a pass expires', async () => {
    const pass = { level: { availabilityType: 'pass' } };
    const soon = await make.offer([seller.role.id], pass);
    expect(await detailsOf(await bookIt(soon))).toMatchObject({
      rate: { passExpirationDate: null, passExpirationMinutesAfterBooking: 2_880 },
    });
    const dated = { expirationDate: day('2026-12-31'), expirationMinutesAfterBooking: null };
    const later = await make.offer([seller.role.id], { ...pass, departure: dated });
    expect(await detailsOf(await bookIt(later))).toMatchObject({
      rate: { passExpirationDate: '2026-12-31', passExpirationMinutesAfterBooking: null },
    });
  });

  it('are null while an order has no booking', async () => {
    const { id } = await make.order({ offer: null, issuerId: seller.id });
    expect(await detailsOf(id)).toBeNull();
  });
});
