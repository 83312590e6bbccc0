import {
  createFactories,
  day,
  type Factories,
  type Offer,
  type TestDatabase,
  testDatabase,
} from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { answer } from '../testing/run.ts';

const LIST = /* GraphQL */ `
  query ($filter: OrderFilter) { orders(filter: $filter, perPage: 100) { id: databaseId } ordersMeta(filter: $filter, perPage: 100) { total } }
`;

/** Longer than the indexed part of a value, in characters of two and of four bytes. */
const LONG = 'é😀'.repeat(75);

let database: TestDatabase;
let make: Factories;
let context: Context;
let offers: Offer[];
let clientIds: number[];
let all: Awaited<ReturnType<typeof readAll>>;

/** The data of an order by which the test itself decides whether a filter matches. */
const readAll = () =>
  database.db.order.findMany({
    include: { tags: true, passengers: true, city: { include: { tags: true } } },
    orderBy: { id: 'asc' },
  });
type Row = (typeof all)[number];

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  const staff = await make.userWith(['orders.view-all']);
  context = await contextFor(database.db, staff.id);
  const cities = [
    await make.amsterdam(),
    await make.city({ timeZone: 'America/New_York' }),
    await make.city({ timeZone: 'Asia/Kolkata' }),
  ];
  await make.tag('region', 'north', { cityId: cities[1]?.id ?? 0 });
  await make.tag('zone', 3, { cityId: cities[1]?.id ?? 0 });
  await make.tag('region', 'north', { cityId: cities[2]?.id ?? 0 });
  const elsewhere = await make.organization();
  await make.tag('region', 'north', { cityId: cities[0]?.id ?? 0, organizationId: elsewhere.id });
  offers = [];
  for (const { id: cityId } of cities)
    offers.push(await make.offer([], { product: { cityId }, departure: { capacity: 100 } }));
  clientIds = [(await make.client()).id, (await make.client()).id];
  const statuses = ['Booked', 'InCart', 'Cancelled', 'Deleted'] as const;
  const names = [
    { firstName: 'Ann', lastName: 'Smith' },
    { firstName: 'Bo_b', lastName: 'O%Neill' },
    { firstName: 'Zoë', lastName: 'van Dam' },
    { firstName: 'C:\\path', lastName: '' },
  ];
  // Around midnight of today in each time zone, and some days before and after.
  const moments = [
    '2026-05-31 23:59:59',
    '2026-06-01 00:00:00',
    '2026-06-01 23:59:59',
    '2026-06-02 00:00:00',
    '2026-06-10 09:00:00',
  ];
  for (let index = 0; index < 40; index++) {
    const offer = offers[index % 3];
    const startsAtLocal = new Date(`${moments[index % 5]?.replace(' ', 'T')}Z`);
    const status = statuses[index % 4] ?? 'Booked';
    const createdAt = new Date(NOW.getTime() - index * 8 * 3_600_000);
    await make.order({
      offer: index === 39 ? null : (offer ?? null),
      timeZone: cities[index % 3]?.timeZone ?? '',
      ...(index === 39 ? {} : { startsAtLocal, endsAtLocal: startsAtLocal }),
      clientId: clientIds[index % 2] ?? 0,
      status,
      createdAt,
      bookedAt: status === 'InCart' ? null : new Date(createdAt.getTime() + 3 * 3_600_000),
      passengers: [names[index % 4] ?? {}, { firstName: `Guest ${index}`, lastName: '' }],
      tags: {
        ...(index % 5 === 0 ? { vip: 'yes' } : {}),
        ...(index % 3 === 0 ? { room: index } : {}),
        ...(index === 7 ? { code: '50%_off\\' } : {}),
        ...(index === 8 || index === 13 ? { note: `${LONG}${index}` } : {}),
      },
    });
  }
  await make.order({ offer: null, organizationId: elsewhere.id, tags: { vip: 'yes' } });
  all = (await readAll()).filter(({ organizationId }) => organizationId !== elsewhere.id);
});
afterAll(() => database.drop());

async function listed(filter: object, as = context): Promise<number[]> {
  const { orders, ordersMeta } = await answer<{ orders: { id: number }[]; ordersMeta: { total: number } }>(
    LIST,
    { filter },
    as,
  );
  expect(ordersMeta.total).toBe(orders.length);
  return orders.map(({ id }) => id).sort((one, other) => one - other);
}

/** The filter must find exactly the orders that the test selects itself: at least one order, and not all. */
async function expectSame(filter: object, means: (row: Row) => boolean, as = context): Promise<void> {
  const expected = all.filter(means).map(({ id }) => id);
  expect([filter, await listed(filter, as)]).toEqual([filter, expected]);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(all.length);
}

const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10);
const valueIs = (row: { tags: Row['tags'] }, key: string, value: string) =>
  row.tags.some((tag) => tag.key === key && String(tag.value) === value);
const fullNames = (row: Row) => row.passengers.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

describe('the filter of orders', () => {
  it('matches all orders where it is empty', async () => {
    const ids = all.map(({ id }) => id);
    const nothing = [
      {},
      { todayOrders: false, search: '', tags: [], orderDate: {}, createdAt: {}, product: {}, city: {}, status: null },
    ];
    for (const filter of nothing) expect(await listed(filter)).toEqual(ids);
  });

  it('finds by product, supplier, client and city, and nothing by unknown ids or by an empty list', async () => {
    const [one, two] = offers;
    const productIds = [one?.product.id ?? 0, two?.product.id ?? 0];
    const supplierId = two?.product.supplierId ?? 0;
    const [clientId = 0] = clientIds;
    const cityId = two?.product.cityId ?? 0;
    await expectSame({ product: { ids: [...productIds, 999_999] } }, (row) => productIds.includes(row.productId ?? 0));
    await expectSame({ supplier: { ids: [supplierId] } }, (row) => row.supplierId === supplierId);
    await expectSame({ client: { ids: [clientId] } }, (row) => row.clientId === clientId);
    await expectSame({ city: { ids: [cityId] } }, (row) => row.cityId === cityId);
    for (const member of ['product', 'supplier', 'client', 'city']) {
      expect(await listed({ [member]: { ids: [999_999] } })).toEqual([]);
      expect(await listed({ [member]: { ids: [] } })).toEqual([]);
    }
  });

  it("finds by all of the tags that the viewer's organizations put on the city", async () => {
    const cityIs = (row: Row, key: string, value: string) =>
      row.city.tags.some(
        (tag) => tag.organizationId === row.organizationId && tag.key === key && String(tag.value) === value,
      );
    await expectSame({ city: { tags: [{ text: 'north' }] } }, (row) => cityIs(row, 'region', 'north'));
    const both = [{ text: 'region:north' }, { key: 'zone', value: '3' }];
    await expectSame({ city: { tags: both } }, (row) => cityIs(row, 'region', 'north') && cityIs(row, 'zone', '3'));
    expect(await listed({ city: { tags: [{ text: 'south' }] } })).toEqual([]);
  });

  it('finds by status', async () => {
    await expectSame({ status: ['InCart'] }, ({ status }) => status === 'InCart');
    await expectSame(
      { status: ['Cancelled', 'Deleted', 'Deleted'] },
      ({ status }) => status === 'Cancelled' || status === 'Deleted',
    );
    expect(await listed({ status: [] })).toEqual([]);
  });

  const dates = [
    { member: 'orderDate', column: 'createdAt' },
    { member: 'bookDate', column: 'bookedAt' },
    { member: 'activityDate', column: 'startsAtLocal' },
  ] as const;
  it.each(dates)(
    'finds by $member from one day to another, both included, or with one bound',
    async ({ member, column }) => {
      const [start, end] = member === 'activityDate' ? ['2026-06-01', '2026-06-02'] : ['2026-05-22', '2026-05-27'];
      const shown = (row: Row) => dayOf(row[column]) ?? '';
      await expectSame({ [member]: { start, end } }, (row) => shown(row) >= start && shown(row) <= end);
      await expectSame({ [member]: { start } }, (row) => shown(row) >= start);
      await expectSame({ [member]: { end } }, (row) => shown(row) !== '' && shown(row) <= end);
      await expectSame({ [member]: { start: end, end } }, (row) => shown(row) === end);
    },
  );

  it.each(['createdAt', 'bookedAt'] as const)('finds by %s from one instant to before another', async (member) => {
    const zoned = (row: Row) => row[member]?.toLocaleString('sv-SE', { timeZone: 'Asia/Kolkata' }).slice(0, 10) ?? '';
    const [since, until] = ['2026-05-22T00:00:00+05:30', '2026-05-27T00:00:00+05:30'];
    await expectSame({ [member]: { since, until } }, (row) => zoned(row) >= '2026-05-22' && zoned(row) < '2026-05-27');
    await expectSame({ [member]: { since } }, (row) => zoned(row) >= '2026-05-22');
    await expectSame({ [member]: { until } }, (row) => zoned(row) !== '' && zoned(row) < '2026-05-27');
    const { createdAt = NOW } = all.find((row) => row.bookedAt !== null) ?? {};
    expect(await listed({ createdAt: { since: createdAt.toISOString(), until: createdAt.toISOString() } })).toEqual([]);
  });

  it('finds by the last change', async () => {
    const changes = all.map(({ updatedAt }) => updatedAt).sort((one, other) => one.getTime() - other.getTime());
    const updatedSince = changes[Math.floor(changes.length / 2)] ?? NOW;
    await expectSame({ updatedSince: updatedSince.toISOString() }, (row) => row.updatedAt >= updatedSince);
    const later = new Date((changes.at(-1)?.getTime() ?? 0) + 1).toISOString();
    expect(await listed({ updatedSince: later })).toEqual([]);
  });

  it('finds what is executed today, by the calendar of each place', async () => {
    const todayAt: Record<string, string> = {};
    for (const now of [
      '2026-06-01T21:59:59Z',
      '2026-06-01T22:00:00Z',
      '2026-06-01T03:59:59Z',
      '2026-06-01T04:00:00Z',
      '2026-06-01T18:29:59Z',
      '2026-06-01T18:30:00Z',
    ]) {
      const today = (zone: string) => {
        todayAt[zone] = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(now));
        return todayAt[zone];
      };
      const as = { ...context, now: new Date(now) };
      await expectSame({ todayOrders: true }, (row) => dayOf(row.startsAtLocal) === today(row.city.timeZone), as);
    }
    expect(Object.keys(todayAt).sort()).toEqual(['America/New_York', 'Asia/Kolkata', 'Europe/Amsterdam']);
  });

  it('searches in values of tags, in names of passengers, and for an id', async () => {
    const search = (text: string, means: (row: Row) => boolean) => expectSame({ search: text }, means);
    const named = (part: string) => (row: Row) => fullNames(row).some((name) => name.toLowerCase().includes(part));
    await search('SMITH', named('smith'));
    await search('ann sm', named('ann sm'));
    await search('zoë', named('zoë'));
    // Blanks around and between words, and the last name first, whole or in part.
    for (const text of ['  ann   smith ', 'Smith Ann', ' smith  ann ', 'mith an'])
      await search(text, named('ann smith'));
    for (const text of ['dam zoë', 'van dam zoë', 'VAN DAM ZO']) await search(text, named('zoë van dam'));
    for (const text of ['smith guest', 'an van dam', 'smith zoë', 'van zoë dam'])
      expect(await listed({ search: text })).toEqual([]);
    expect(await listed({ search: '   ' })).toEqual(await listed({}));
    await search('ye', (row) => valueIs(row, 'vip', 'yes') || named('ye')(row));
    const [, second] = all;
    const id = String(second?.id);
    await search(
      id,
      (row) => row.id === second?.id || row.tags.some(({ value }) => String(value).includes(id)) || named(id)(row),
    );
    expect(await listed({ search: 'region' })).toEqual([]);
    expect(await listed({ search: '99999999999' })).toEqual([]);
  });

  it('matches wildcards and other special characters of a pattern literally', async () => {
    const named = (part: string) => (row: Row) => fullNames(row).some((name) => name.includes(part));
    const tagged = (part: string) => (row: Row) => row.tags.some(({ value }) => String(value).includes(part));
    for (const sign of ['%', '_', '\\']) {
      await expectSame({ search: sign }, (row) => named(sign)(row) || tagged(sign)(row));
    }
    await expectSame({ search: '%_off\\' }, tagged('%_off\\'));
    for (const text of ['o%l', '_nn', "'; DROP TABLE orders; --", '$1', '\\%'])
      expect(await listed({ search: text })).toEqual([]);
  });

  it('finds by all of the given tags of the order', async () => {
    await expectSame({ tags: [{ text: 'yes' }] }, (row) => valueIs(row, 'vip', 'yes'));
    await expectSame({ tags: [{ key: 'room' }] }, (row) => row.tags.some(({ key }) => key === 'room'));
    await expectSame(
      { tags: [{ text: 'vip:yes' }, { key: 'room' }] },
      (row) => valueIs(row, 'vip', 'yes') && row.tags.length === 2,
    );
    await expectSame({ tags: [{ key: 'room', value: 9 }] }, (row) => valueIs(row, 'room', '9'));
    await expectSame({ tags: [{ value: '9' }] }, (row) => valueIs(row, 'room', '9'));
    await expectSame({ tags: [{ text: `${LONG}8` }] }, (row) => valueIs(row, 'note', `${LONG}8`));
    await expectSame({ tags: [{ text: `note:${LONG}13` }] }, (row) => valueIs(row, 'note', `${LONG}13`));
    for (const match of [{}, { text: 'no' }, { key: 'vip', value: 'no' }, { text: 'room' }]) {
      expect([match, await listed({ tags: [match] })]).toEqual([match, []]);
    }
  });

  it('matches orders that match every member', async () => {
    const [, offer] = offers;
    const filter = {
      status: ['Booked', 'InCart'],
      city: { ids: [offer?.product.cityId ?? 0] },
      search: 'guest',
      activityDate: { start: '2026-06-01' },
      orderDate: { end: '2026-05-30' },
    };
    await expectSame(
      filter,
      (row) =>
        ['Booked', 'InCart'].includes(row.status) &&
        row.cityId === offer?.product.cityId &&
        (row.startsAtLocal ?? day('2000-01-01')) >= day('2026-06-01') &&
        row.createdAt < day('2026-05-31'),
    );
  });
});
