import { Prisma } from '@channel/prisma';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { dateAt, dateText } from '../shared/calendar.ts';
import { contextFor } from '../testing/context.ts';
import { randomOrders, type WholeOrder } from '../testing/random-orders.ts';
import { answer, refusal } from '../testing/run.ts';

const STATISTICS = /* GraphQL */ `
  query ($filter: OrderFilter, $groupBy: [OrderGrouping!], $dateBasis: OrderDateBasis, $sort: OrderStatisticsSort, $limit: Int) {
    orderStatistics(filter: $filter, groupBy: $groupBy, dateBasis: $dateBasis, sort: $sort, limit: $limit) {
      groupCount
      isTruncated
      total { ...Figures }
      groups { keys { by date id: subjectId status label } figures { ...Figures } }
    }
  }
  fragment Figures on OrderFigures {
    orders
    passengers
    seats { inCart booked cancelled deleted }
    sums { currencyCode orders original agent sold }
  }`;

type Sum = { currencyCode: string; orders: number; original: number; agent: number; sold: number };
type Figures = { orders: number; passengers: number; seats: Record<string, number>; sums: Sum[] };
type Key = { by: string; date: string | null; id: number | null; status: string | null; label: string | null };
type Statistics = {
  groupCount: number;
  isTruncated: boolean;
  total: Figures;
  groups: { keys: Key[]; figures: Figures }[];
};

let database: TestDatabase;
let orders: WholeOrder[];
let contexts: Record<'staff' | 'ofBoth' | 'partner' | 'driver', Context>;
const statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  const world = await randomOrders(database.db, 20, 150);
  orders = world.orders;
  const of = (name: keyof typeof contexts) => contextFor(database.db, world.users[name].id);
  contexts = {
    staff: await of('staff'),
    ofBoth: await of('ofBoth'),
    partner: await of('partner'),
    driver: await of('driver'),
  };
}, 60_000);
afterAll(() => database.drop());

const statistics = async (variables: object, context = contexts.staff) =>
  (await answer<{ orderStatistics: Statistics }>(STATISTICS, { limit: 1_000, ...variables }, context)).orderStatistics;

/* The same in TypeScript, from the rows. */

function sees({ actor }: Context, order: WholeOrder): boolean {
  if (!actor) return false;
  return (
    actor.roles.some(({ id, organizationId, permissions }) =>
      permissions.includes('orders.view-all') ? organizationId === order.organizationId : id === order.roleId,
    ) ||
    actor.roles.some(({ id }) => id === order.roleId) ||
    actor.clientIds.includes(order.clientId) ||
    [order.issuerId, order.tourGuideId, order.contactPersonId, order.pickup.driverId, order.dropoff.driverId].includes(
      actor.userId,
    )
  );
}

const READINGS: Record<string, (order: WholeOrder) => Date | null> = {
  ACTIVITY: ({ startsAtLocal }) => startsAtLocal && new Date(dateText(startsAtLocal)),
  ORDER: ({ createdAt, organization }) => dateAt(createdAt, organization.timeZone),
  BOOK: ({ bookedAt, organization }) => bookedAt && dateAt(bookedAt, organization.timeZone),
};

function firstDay(by: string, date: Date): string {
  const text = dateText(date);
  if (by === 'MONTH') return `${text.slice(0, 7)}-01`;
  if (by === 'YEAR') return `${text.slice(0, 4)}-01-01`;
  if (by === 'DAY') return text;
  return dateText(new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * 86_400_000));
}

function keyOf(by: string, order: WholeOrder, basis: string, { actor }: Context): string | number | null {
  const read = READINGS[basis];
  if (['DAY', 'WEEK', 'MONTH', 'YEAR'].includes(by)) {
    const date = read?.(order);
    return date ? firstDay(by, date) : null;
  }
  const isStaff = actor?.roles.some(
    ({ organizationId, permissions }) =>
      organizationId === order.organizationId && permissions.includes('console.access'),
  );
  const columns: Record<string, string | number | null | undefined> = {
    PRODUCT: order.productId,
    SERVICE_LEVEL: order.bookings[0]?.serviceLevelId,
    SUPPLIER: order.supplierId,
    CITY: order.cityId,
    CLIENT: order.clientId,
    ROLE: isStaff || actor?.roles.some(({ id }) => id === order.roleId) ? order.roleId : null,
    ISSUER: order.issuerId,
    CONTACT_PERSON: order.contactPersonId,
    TOUR_GUIDE: order.tourGuideId,
    STATUS: order.status,
  };
  return columns[by] ?? null;
}

function figuresOf(group: readonly WholeOrder[]): Figures {
  const seats = group.flatMap(({ bookings }) => bookings.flatMap(({ passengers }) => passengers));
  const inState = (status: string) => seats.filter((seat) => seat.status === status).length;
  const priced = Object.entries(Object.groupBy(group, ({ currencyCode }) => currencyCode)).map(([code, all = []]) => {
    const some = all.filter(({ totalSold }) => totalSold !== null);
    const sum = (column: 'totalOriginal' | 'totalAgent' | 'totalSold') =>
      Number(String(some.reduce((total, order) => total.add(order[column] ?? 0), new Prisma.Decimal(0))));
    return {
      currencyCode: code.trim(),
      orders: some.length,
      original: sum('totalOriginal'),
      agent: sum('totalAgent'),
      sold: sum('totalSold'),
    };
  });
  return {
    orders: group.length,
    passengers: group.reduce((count, { passengers }) => count + passengers.length, 0),
    seats: {
      inCart: inState('InCart'),
      booked: inState('Booked'),
      cancelled: inState('Cancelled'),
      deleted: inState('Deleted'),
    },
    sums: priced.filter((sum) => sum.orders > 0).sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1)),
  };
}

/** The groups by the JSON of their keys. */
function expected(found: readonly WholeOrder[], groupBy: readonly string[], basis: string, context: Context) {
  const groups = Map.groupBy(found, (order) => JSON.stringify(groupBy.map((by) => keyOf(by, order, basis, context))));
  return Object.fromEntries([...groups].map(([key, group]) => [key, figuresOf(group)]));
}

const keyValue = ({ date, id, status }: Key) => date ?? id ?? status;
const byKeys = ({ groups }: Statistics) =>
  Object.fromEntries(groups.map(({ keys, figures }) => [JSON.stringify(keys.map(keyValue)), figures]));

const GROUPINGS = [
  ...['DAY', 'WEEK', 'MONTH', 'YEAR', 'PRODUCT', 'SERVICE_LEVEL', 'SUPPLIER', 'CITY', 'CLIENT', 'ROLE', 'ISSUER'],
  ...['CONTACT_PERSON', 'TOUR_GUIDE', 'STATUS'],
];

describe('the statistics of orders equal those of a loop over the rows', () => {
  it.each(
    [[], ...GROUPINGS.map((by) => [by]), ['MONTH', 'PRODUCT'], ['STATUS', 'CLIENT', 'ISSUER', 'DAY']].map((by) => [by]),
  )('by %j, for every viewer and every date', async (groupBy) => {
    for (const context of Object.values(contexts)) {
      const visible = orders.filter((order) => sees(context, order));
      const counted = groupBy.includes('STATUS') ? visible : visible.filter(({ status }) => status === 'Booked');
      for (const dateBasis of Object.keys(READINGS)) {
        const found = await statistics({ groupBy, dateBasis }, context);
        const groups = expected(counted, groupBy, dateBasis, context);
        expect(byKeys(found)).toEqual(groups);
        expect(found.total).toEqual(figuresOf(counted));
        expect(found).toMatchObject({ groupCount: Object.keys(groups).length, isTruncated: false });
      }
    }
  });

  it('for a filter', async () => {
    const some = orders.slice(0, 40).flatMap(({ clientId }) => (clientId % 2 === 0 ? [clientId] : []));
    const filter = { client: { ids: some }, status: ['Cancelled', 'InCart'] };
    const found = await statistics({ filter, groupBy: ['TOUR_GUIDE'] }, contexts.ofBoth);
    const counted = orders.filter(
      (order) => sees(contexts.ofBoth, order) && some.includes(order.clientId) && filter.status.includes(order.status),
    );
    expect(counted.length).toBeGreaterThan(5);
    expect(byKeys(found)).toEqual(expected(counted, ['TOUR_GUIDE'], 'ACTIVITY', contexts.ofBoth));
  });

  it.each<[string, object]>([
    ['texts', { search: 'First' }],
    ['words', { quickSearch: 'last' }],
    ['special characters', { search: '-' }],
    ['today', { todayOrders: true }],
    ['clashes', { hasClash: true, activityDate: { start: '2026-06-10', end: '2026-06-10' } }],
    ['nobody assigned', { isUnassigned: true }],
    ['people', { driver: { ids: [1, 2, 3] }, tourGuide: { ids: [1, 2, 3, 4] } }],
    ['tags', { tags: [{ text: 'vip' }], city: { tags: [{ text: 'old' }] } }],
    ['times', { createdAt: { since: '2026-01-01T00:00:00Z' }, bookDate: { end: '2026-12-31' } }],
  ])('for a filter by %s, in as many orders as the list has', async (_name, filter) => {
    const status = ['Booked', 'InCart', 'Cancelled', 'Deleted'];
    const { ordersMeta } = await answer<{ ordersMeta: { total: number } }>(
      'query ($filter: OrderFilter) { ordersMeta(filter: $filter) { total } }',
      { filter: { ...filter, status } },
      contexts.staff,
    );
    expect((await statistics({ filter: { ...filter, status } })).total.orders).toBe(ordersMeta.total);
  });

  it('and the viewers of this test see different orders, with amounts that binary fractions do not add up to', () => {
    const counts = Object.values(contexts).map((context) => orders.filter((order) => sees(context, order)).length);
    expect(new Set(counts).size).toBe(counts.length);
    expect(Math.min(...counts)).toBeGreaterThan(10);
    const amounts = orders.flatMap(({ totalSold }) => (totalSold === null ? [] : [totalSold]));
    const exact = amounts.reduce((sum, amount) => sum.add(amount), new Prisma.Decimal(0));
    expect(String(amounts.reduce((sum, amount) => sum + Number(amount), 0))).not.toBe(String(exact));
  });
});

it('sends one statement, and counts passengers only where they are selected', async () => {
  const few = /* GraphQL */ `{ orderStatistics(groupBy: [MONTH, CLIENT]) { ...Some } } fragment Some on OrderStatistics { groups { figures { orders sums { sold } } } }`;
  for (const [text, counts] of [
    [STATISTICS, true],
    [few, false],
  ] as const) {
    statements.length = 0;
    await answer(text, {}, contexts.staff);
    // The test helper compares with a second execution.
    expect(statements).toHaveLength(2);
    expect(statements[0]?.includes('booking_passenger')).toBe(counts);
  }
});

describe('groups', () => {
  it('are sorted by their keys, those without a key last', async () => {
    const days = (await statistics({ groupBy: ['DAY'] })).groups.map(({ keys }) => keys[0]?.date ?? '~');
    expect(days.at(-1)).toBe('~');
    expect(days).toEqual([...days].sort());
    const reversed = await statistics({ groupBy: ['DAY'], sort: { by: 'KEYS', descending: true } });
    expect(reversed.groups.map(({ keys }) => keys[0]?.date ?? '~')).toEqual([...days.slice(0, -1).reverse(), '~']);
  });

  it('are sorted by their orders', async () => {
    const { groups } = await statistics({ groupBy: ['CLIENT'], sort: { by: 'ORDERS', descending: true } });
    const counts = groups.map(({ figures }) => figures.orders);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it('are cut at the limit, which the answer says, and the total still counts all', async () => {
    const whole = await statistics({ groupBy: ['DAY', 'CLIENT'] });
    const cut = await statistics({ groupBy: ['DAY', 'CLIENT'], limit: 2 });
    expect(cut.groups).toEqual(whole.groups.slice(0, 2));
    expect(cut).toMatchObject({ isTruncated: true, groupCount: whole.groups.length, total: whole.total });
    expect((await statistics({ groupBy: ['DAY', 'CLIENT'], limit: whole.groups.length })).isTruncated).toBe(false);
  });

  it('have labels in the language of the request', async () => {
    const labels = async (groupBy: string, lang = 'en') =>
      (await statistics({ groupBy: [groupBy] }, { ...contexts.staff, lang })).groups.map(({ keys }) => keys[0]?.label);
    expect(await labels('WEEK')).toEqual(expect.arrayContaining(['2026-W01', '2026-W13']));
    expect(await labels('YEAR')).toEqual(expect.arrayContaining(['2025', '2026', null]));
    expect(await labels('SUPPLIER')).toEqual(expect.arrayContaining(['Supplier 0', null]));
    expect(await labels('SUPPLIER', 'nl')).toEqual(expect.arrayContaining(['Leverancier 0', null]));
    expect((await labels('SERVICE_LEVEL', 'nl')).filter((label) => label?.endsWith('(nl)'))).not.toEqual([]);
  });

  it('name a product as it was sold, so that a title which is no longer sold stays hidden', async () => {
    const renamed = orders.find(({ productId, status }) => productId !== null && status === 'Booked');
    await database.db.product.update({ where: { id: renamed?.productId ?? 0 }, data: { title: 'Internal title' } });
    const { groups } = await statistics({ groupBy: ['PRODUCT'] }, contexts.driver);
    expect(groups.length).toBeGreaterThan(1);
    expect(JSON.stringify(groups)).not.toContain('Internal title');
  });

  it('are empty, with a total of zero, where no order matches', async () => {
    const none = { filter: { client: { ids: [] } } };
    const zero = { orders: 0, passengers: 0, seats: { inCart: 0, booked: 0, cancelled: 0, deleted: 0 }, sums: [] };
    for (const groupBy of [[], ['DAY'], ['PRODUCT', 'STATUS']])
      expect(await statistics({ ...none, groupBy })).toEqual({
        groupCount: 0,
        isTruncated: false,
        total: zero,
        groups: [],
      });
  });
});

it('refuses groupings and limits that do not hold, with their paths', async () => {
  const pathsOf = async (variables: Record<string, unknown>) =>
    (await refusal(STATISTICS, variables, contexts.staff)).fields?.map(({ path }) => path);
  expect(await pathsOf({ groupBy: ['DAY', 'CITY', 'DAY', 'CITY'] })).toEqual([
    ['groupBy', 2],
    ['groupBy', 3],
  ]);
  expect(await pathsOf({ groupBy: ['DAY', 'WEEK', 'MONTH', 'YEAR', 'CITY'] })).toEqual([['groupBy']]);
  for (const limit of [0, -1, 1_001]) expect(await pathsOf({ limit })).toEqual([['limit']]);
  expect(await pathsOf({ filter: { bookDate: { start: '2026-06-02', end: '2026-06-01' } } })).toEqual([
    ['filter', 'bookDate', 'start'],
  ]);
});
