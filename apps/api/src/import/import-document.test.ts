import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { folderStorage } from '../media/storage.ts';
import type { importForm } from './form/index.ts';
import { importDocument } from './import-document.ts';
import { ImportRefused } from './import-errors.ts';

type Form = Required<z.input<typeof importForm>>;

const NOW = new Date('2026-06-01T09:00:00Z');
const settings = loadSettings({ SECRET_KEY: 'a key of more than thirty-two characters' });

let database: TestDatabase;
let folder: string;
/** The example of docs/import.md, parsed again for each test. */
let example: Form;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  database = await testDatabase();
  example = await documented();
});
afterEach(() => database.drop());

const run = (document: unknown) =>
  importDocument(document, {
    db: database.db,
    storage: folderStorage(join(folder, 'media')),
    settings,
    now: NOW,
    folder,
  });

/** The field errors of a document that must be refused. */
async function fieldErrorsOf(document: unknown): Promise<string[]> {
  const error = await run(document).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ImportRefused)) throw new Error('The document was not refused.', { cause: error });
  return error.fieldErrors.map(({ path, message }) => `${path}: ${message}`);
}

describe('the documented example', () => {
  it('is imported as rows, with prices from the rate and booked places', async () => {
    const { report, availabilities } = await run(example);
    expect(report.order).toEqual({ created: 1, updated: 0, unchanged: 0 });
    // Saturdays and Sundays from Monday 1 June 2026 to 1 June 2027.
    expect(availabilities).toBe(104);
    const order = await database.db.order.findFirstOrThrow({
      include: {
        organization: true,
        client: true,
        bookings: { include: { availability: true, passengers: { orderBy: { passengerId: 'asc' } } } },
        passengers: { orderBy: { position: 'asc' } },
        tickets: true,
        tags: { orderBy: { key: 'asc' } },
      },
    });
    expect(order).toMatchObject({
      status: 'Booked',
      referenceCode: 'A-17',
      timeZone: 'Europe/Amsterdam',
      startsAt: new Date('2026-05-09T12:00:00Z'),
      startsAtLocal: new Date('2026-05-09T14:00:00Z'),
      endsAtLocal: new Date('2026-05-09T15:00:00Z'),
      client: { name: 'Walk-in guests' },
      bookedDetails: { product: { title: 'City Canals of Leiden' }, rates: [{ title: 'Standard rate' }] },
    });
    expect(order.totalSold?.toFixed(2)).toBe('18.75');
    expect(order.vatPercentage.toNumber()).toBe(9);
    expect(order.viewers).toHaveLength(4);
    expect(order.tags.map(({ key, value }) => [key, value])).toEqual([
      ['party', 2],
      ['source', 'counter'],
    ]);
    expect(order.passengers).toMatchObject([
      { fullName: 'Mila Visser', isLeader: true, priceCategory: { title: 'Adult', ageMin: 13 } },
      { fullName: 'Finn Visser', isLeader: false, priceCategory: { title: 'Child', ageMax: 12 } },
    ]);
    expect(order.tickets).toHaveLength(2);
    const [booking] = order.bookings;
    expect(booking).toMatchObject({
      quantity: 2,
      placesHeld: 2,
      sold: null,
      availability: { booked: 2, capacity: 20 },
    });
    expect(booking?.passengers.map(({ sold }) => sold?.toFixed(2))).toEqual(['12.50', '6.25']);
  });

  it('is a change of each order and each product in the change feed', async () => {
    await run(example);
    const changes = await database.db.unsequencedChange.findMany();
    const orders = changes.filter(({ stream }) => stream === 'orders');
    const order = await database.db.order.findFirstOrThrow();
    expect(orders).toMatchObject([{ subjectId: order.id, at: NOW, auditEntryId: null }]);
    const products = await database.db.product.findMany();
    const followed = changes.filter(({ part }) => part !== null);
    expect(new Set(followed.map(({ subjectId }) => subjectId))).toEqual(new Set(products.map(({ id }) => id)));
    const line = await database.db.auditEntry.findFirstOrThrow({ where: { action: 'import' } });
    expect(followed.every(({ auditEntryId, at }) => auditEntryId === line.id && at.getTime() === NOW.getTime())).toBe(
      true,
    );
    // Hundreds of rows, such as departures, are one change of a part.
    expect(followed.length).toBeLessThanOrEqual(products.length * 9);
    await run(example);
    expect(await database.db.unsequencedChange.count()).toBe(changes.length);
  });

  it('creates a user who can sign in and an image that can be fetched', async () => {
    await run(example);
    const user = await database.db.user.findFirstOrThrow({ where: { username: 'anna' } });
    expect(await verifyPassword(user.passwordHash, 'choose-a-better-one')).toBe(true);
    const { storageKey, byteSize } = await database.db.media.findFirstOrThrow();
    const stream = await folderStorage(join(folder, 'media')).get(storageKey);
    const bytes = Buffer.concat((await stream?.toArray()) ?? []);
    expect(bytes.toString()).toBe(example.media[0]?.text);
    expect(byteSize).toBe(bytes.length);
  });
});

describe('a second import', () => {
  it('of the same file changes nothing', async () => {
    await run(example);
    const before = await contents();
    const { report, availabilities } = await run(example);
    expect(Object.values(report).every(({ created, updated }) => created + updated === 0)).toBe(true);
    expect(availabilities).toBe(0);
    expect(await contents()).toEqual(before);
  });

  it('updates the catalogue and does not change sold orders', async () => {
    await run(example);
    const sold = await database.db.order.findFirstOrThrow();
    const [product] = example.products;
    const [rate] = product?.serviceLevels?.[0]?.rates ?? [];
    if (!product || !rate?.prices[0] || !example.orders[0]) throw new Error('The example has no product.');
    product.title = 'All Canals of Leiden';
    rate.prices[0].sold = '13.50';
    example.orders[0].referenceCode = 'changed';
    const { report } = await run(example);
    expect(report.product).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(report.rate).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(report.order).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect((await database.db.product.findFirstOrThrow()).title).toBe('All Canals of Leiden');
    const prices = await database.db.ratePrice.findMany({ orderBy: { position: 'asc' } });
    expect(prices.map((price) => price.sold.toFixed(2))).toEqual(['13.50', '6.25']);
    expect(await database.db.order.findMany()).toEqual([sold]);
  });

  it('does not change the password of a user', async () => {
    await run(example);
    const [anna] = example.users;
    if (!anna) throw new Error('The example has no user.');
    anna.password = 'another-password';
    anna.name = 'Anna Boersma';
    await run(example);
    const user = await database.db.user.findFirstOrThrow({ where: { username: 'anna' } });
    expect(user.name).toBe('Anna Boersma');
    expect(await verifyPassword(user.passwordHash, 'choose-a-better-one')).toBe(true);
  });

  it('may hold only further orders, for a catalogue that was imported before', async () => {
    await run(example);
    const orders = example.orders.map((order) => ({ ...order, key: '2026-0002', status: 'Cancelled' as const }));
    const { report } = await run({ orders });
    expect(report.order).toEqual({ created: 1, updated: 0, unchanged: 0 });
    // The cancelled order holds no places.
    expect(await database.db.availability.findMany({ where: { booked: { gt: 0 } } })).toMatchObject([{ booked: 2 }]);
  });

  it('adopts an organization that was created manually', async () => {
    await database.db.currency.create({ data: { code: 'EUR', symbol: 'E', name: 'Euro' } });
    const { id } = await database.db.organization.create({
      data: { name: 'Polder Tours', currencyCode: 'EUR', timeZone: 'UTC' },
    });
    await run(example);
    expect(await database.db.organization.findMany()).toMatchObject([{ id, timeZone: 'Europe/Amsterdam' }]);
  });
});

describe('a refused file', () => {
  it('reports all violations of the form, and nothing is written', async () => {
    const tags = Array.from({ length: 501 }, (_, index) => [`k${index}`, index]);
    const fieldErrors = await fieldErrorsOf({
      ...example,
      currencies: [{ code: 'euro', symbol: '€', name: 'Euro' }],
      cities: [{ key: 'leiden', country: 'NL', name: 'Leiden', timeZone: 'Europe/Leiden' }],
      orders: [{ ...example.orders[0], createdAt: '2026-02-30', surprise: true }],
      categories: [{ key: 'crowded', title: 'Crowded', tags: { 'polder-tours': Object.fromEntries(tags) } }],
    });
    expect(fieldErrors).toEqual([
      'currencies[0].code: must be an ISO 4217 code such as EUR.',
      'cities[0].timeZone: must be an IANA time zone such as Europe/Amsterdam.',
      'categories[0].tags.polder-tours: expected at most 500 tags',
      'orders[0].createdAt: expected a point in time such as 2026-11-20T09:30:00Z',
      'orders[0]: Unrecognized key: "surprise"',
    ]);
    expect(await database.db.importedRecord.count()).toBe(0);
  });

  it('reports a record that has too many tags together with those of an earlier file', async () => {
    const tagsFrom = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, index]));
    const tagged = (tags: object) => ({
      ...example,
      categories: [...example.categories, { key: 'crowded', title: 'Crowded', tags: { 'polder-tours': tags } }],
      products: example.products.map((product) => ({ ...product, tags })),
    });
    await run(tagged(tagsFrom(0, 500)));
    expect(await fieldErrorsOf(tagged(tagsFrom(499, 2)))).toEqual([
      'categories[1].tags.polder-tours: must not leave more than 500 tags on a resource.',
    ]);
    // The same number of tags with other values.
    await run(tagged({ ...tagsFrom(0, 500), k0: 'changed' }));
    expect(await database.db.tag.count({ where: { category: { title: 'Crowded' } } })).toBe(500);
  });

  it('reports every unknown reference and every inconsistent value', async () => {
    const [product] = example.products;
    const [level] = product?.serviceLevels ?? [];
    if (!product || !level) throw new Error('The example has no product.');
    const fieldErrors = await fieldErrorsOf({
      ...example,
      users: example.users.map((user) => ({ ...user, roles: ['nobody'] })),
      products: [
        {
          ...product,
          city: 'atlantis',
          serviceLevels: [{ ...level, schedules: [{ key: 'noon', capacity: 4 }], offerTimeEnd: '2025-01-01' }],
        },
      ],
      media: example.media.map((media) => ({ ...media, text: '<svg onload="alert(1)"></svg>' })),
    });
    expect(fieldErrors).toEqual([
      'users[0].roles[0]: there is no role "nobody"',
      'products[0].city: there is no city "atlantis"',
      'products[0].serviceLevels[0].offerTimeEnd: must not be before offerTimeStart.',
      'products[0].serviceLevels[0].schedules[0].startTime: is required for per_slot.',
      'products[0].serviceLevels[0].schedules[0].endTime: is required for per_slot.',
      'media[0]: an SVG image must hold no scripts and load nothing',
    ]);
    expect(await database.db.organization.count()).toBe(0);
  });

  it('writes nothing when a departure has too few places left', async () => {
    const [order] = example.orders;
    const crowd = Array.from({ length: 11 }, () => ({ firstName: 'A', lastName: 'Guest' }));
    const orders = [1, 2].map((index) => ({ ...order, key: `crowd-${index}`, passengers: crowd }));
    expect(await fieldErrorsOf({ ...example, orders })).toEqual([
      'orders[0].booking: the departure has too few places left',
      'orders[1].booking: the departure has too few places left',
    ]);
    expect(await contents()).toEqual({ orders: [], records: 0, availabilities: 0, tags: 0 });
  });

  it('must not make two records equal', async () => {
    const [leiden] = example.cities;
    if (!leiden) throw new Error('The example has no city.');
    const delft = { ...leiden, key: 'delft', name: 'Delft' };
    await run({ ...example, cities: [leiden, delft] });
    expect(
      await fieldErrorsOf({ ...example, cities: [leiden, { ...delft, name: 'Leiden', timeZone: 'Europe/Berlin' }] }),
    ).toEqual(['cities[1].name: is the same as that of an earlier record']);
    expect(await fieldErrorsOf({ cities: [{ ...delft, name: 'Leiden' }] })).toEqual([
      'the database: a changed City would duplicate another one',
    ]);
  });

  it('must not name an image outside its folder', async () => {
    await writeFile(join(folder, 'boat.svg'), '<svg></svg>');
    const media = (path: string) => [{ key: 'boat', filename: 'boat.svg', contentType: 'image/svg+xml', path }];
    await run({ media: media('boat.svg') });
    expect(await fieldErrorsOf({ media: media('../boat.svg') })).toEqual([
      'media[0].path: must be within the folder of the import file',
    ]);
  });

  it('may have any number of comments before an image, and is refused in linear time if no image follows', async () => {
    const comments = `<?xml version="1.0"?>\n${'<!----> <!-- <svg> -- -->\n'.repeat(100)}`;
    const media = (text: string) => [{ key: 'boat', filename: 'boat.svg', contentType: 'image/svg+xml', text }];
    await run({ media: media(`${comments}<svg></svg>`) });
    for (const text of [`${comments}x`, `${'<!---->'.repeat(40)}x`, `${'<!--'.repeat(1_000)}<svg>`])
      expect(await fieldErrorsOf({ media: media(text) })).toEqual(['media[0]: the content is not image/svg+xml']);
  });
});

async function documented(): Promise<Form> {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/import.md'), 'utf8');
  return JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
}

/** The number of rows of everything that an import writes. */
async function contents() {
  const { db } = database;
  return {
    orders: await db.order.findMany({ include: { bookings: true, passengers: true, tickets: true } }),
    records: await db.importedRecord.count(),
    availabilities: await db.availability.count(),
    tags: await db.tag.count(),
  };
}
