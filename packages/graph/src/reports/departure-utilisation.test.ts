import { clock, createFactories, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';

const UTILISATION = /* GraphQL */ `
  query ($filter: DepartureFilter!, $groupBy: [DepartureGrouping!], $limit: Int) {
    departureUtilisation(filter: $filter, groupBy: $groupBy, limit: $limit) {
      groupCount
      isTruncated
      total { ...Places }
      groups { keys { by date id: subjectId weekday time label } places { ...Places } }
    }
  }
  fragment Places on DeparturePlaces { departures capacity booked held remaining ratio }`;

type Places = {
  departures: number;
  capacity: number;
  booked: number;
  held: number;
  remaining: number;
  ratio: number | null;
};
type Group = { keys: Record<string, unknown>[]; places: Places };
type Utilisation = { groupCount: number; isTruncated: boolean; total: Places; groups: Group[] };

const JUNE = { start: '2026-06-01', end: '2026-06-30' };

let database: TestDatabase;
let staff: Context;
let partner: Context;
let ids: { product: number; level: number; other: number; first: number };
const statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  const make = createFactories(database.db);
  staff = await contextFor(database.db, (await make.userWith(['console.access'])).id);
  partner = await contextFor(database.db, (await make.userWith(['orders.view-all'])).id);
  const tour = await make.offer([], {
    product: { title: 'Tour', translations: { nl: { title: 'Rondleiding' } } },
    departure: { date: day('2026-06-01'), startTime: clock('09:30'), capacity: 10 },
  });
  const boat = await make.offer([], {
    level: { availabilityType: 'daily' },
    departure: { date: day('2026-06-08'), capacity: 0 },
  });
  const second = await make.departure(tour.level, { date: day('2026-06-02'), startTime: clock('14:00'), capacity: 4 });
  await make.departure(tour.level, { date: day('2026-07-01'), capacity: 50 });
  await make.offer([], { product: { organizationId: (await make.organization()).id } });
  await make.offer([], { level: { availabilityType: 'pass' } });
  const of = (departure: typeof second) => ({ ...tour, departure });
  await make.order({ offer: tour, passengers: [{}, {}, {}] });
  await make.order({ offer: tour, status: 'InCart', passengers: [{}, {}] });
  await make.order({ offer: tour, status: 'Cancelled' });
  await make.order({ offer: of(second), passengers: [{}, {}, {}, {}] });
  ids = { product: tour.product.id, level: tour.level.id, other: boat.product.id, first: tour.departure.id };
});
afterAll(() => database.drop());

const utilisation = async (variables: Record<string, unknown>, context = staff) =>
  (
    await answer<{ departureUtilisation: Utilisation }>(
      UTILISATION,
      { limit: 100, ...variables, filter: { ...JUNE, ...(variables.filter as object) } },
      context,
    )
  ).departureUtilisation;

const FIRST = { departures: 1, capacity: 10, booked: 3, held: 2, remaining: 5, ratio: 0.3 };
const SECOND = { departures: 1, capacity: 4, booked: 4, held: 0, remaining: 0, ratio: 1 };
const NONE = { departures: 1, capacity: 0, booked: 0, held: 0, remaining: 0, ratio: null };
const TOUR = { departures: 2, capacity: 14, booked: 7, held: 2, remaining: 5, ratio: 0.5 };

describe('the utilisation of departures', () => {
  it('counts the departures of the range, of the organizations of the viewer', async () => {
    statements.length = 0;
    const found = await utilisation({});
    expect(found.total).toEqual({ ...TOUR, departures: 3 });
    expect(found.groups).toEqual([{ keys: [], places: found.total }]);
    expect(statements).toHaveLength(2);
  });

  it.each<[string, unknown[], Places[]]>([
    ['DEPARTURE', ['2026-06-01 09:30', '2026-06-02 14:00', '2026-06-08'], [FIRST, SECOND, NONE]],
    ['DAY', ['2026-06-01', '2026-06-02', '2026-06-08'], [FIRST, SECOND, NONE]],
    ['WEEK', ['2026-W23', '2026-W24'], [TOUR, NONE]],
    ['MONTH', ['2026-06'], [{ ...TOUR, departures: 3 }]],
    ['WEEKDAY', ['Monday', 'Tuesday'], [{ ...FIRST, departures: 2 }, SECOND]],
    ['TIME', ['09:30', '14:00', null], [FIRST, SECOND, NONE]],
  ])('by %s', async (by, labels, places) => {
    const { groups } = await utilisation({ groupBy: [by] });
    const found = groups.map(({ keys }) => keys[0]?.label);
    expect([...found].sort()).toEqual([...labels].sort());
    for (const [index, label] of labels.entries())
      expect(groups.find(({ keys }) => keys[0]?.label === label)?.places).toEqual(places[index]);
  });

  it('has typed keys', async () => {
    const { groups } = await utilisation({
      groupBy: ['PRODUCT', 'DAY', 'WEEKDAY', 'TIME'],
      filter: { serviceLevel: { ids: [ids.level] } },
    });
    const none = { date: null, id: null, weekday: null, time: null };
    expect(groups[0]?.keys).toEqual([
      { ...none, by: 'PRODUCT', id: ids.product, label: 'Tour' },
      { ...none, by: 'DAY', date: '2026-06-01', label: '2026-06-01' },
      { ...none, by: 'WEEKDAY', weekday: 1, label: 'Monday' },
      { ...none, by: 'TIME', time: '09:30:00', label: '09:30' },
    ]);
    const dutch = await utilisation({ groupBy: ['PRODUCT'] }, { ...staff, lang: 'nl' });
    expect(dutch.groups.map(({ keys }) => keys[0]?.label)).toContain('Rondleiding');
  });

  it('is cut at the limit, which the answer says', async () => {
    const found = await utilisation({ groupBy: ['DEPARTURE'], limit: 1 });
    expect(found).toMatchObject({ groupCount: 3, isTruncated: true, total: { departures: 3 } });
    expect(found.groups.map(({ keys }) => keys[0]?.id)).toEqual([ids.first]);
  });

  it('is empty where nothing departs', async () => {
    const filter = { start: '2020-01-01', end: '2020-01-01' };
    const zero = { departures: 0, capacity: 0, booked: 0, held: 0, remaining: 0, ratio: null };
    for (const groupBy of [[], ['DAY']])
      expect(await utilisation({ filter, groupBy })).toEqual({
        groupCount: 0,
        isTruncated: false,
        total: zero,
        groups: [],
      });
  });

  it('is refused for a viewer who is not staff, and for a range that is too long or reversed', async () => {
    expect(await refusal(UTILISATION, { filter: JUNE }, partner)).toMatchObject({ code: 'FORBIDDEN' });
    const pathOf = async (filter: object) => (await refusal(UTILISATION, { filter }, staff)).fields?.[0]?.path;
    expect(await pathOf({ start: '2026-01-01', end: '2027-01-02' })).toEqual(['filter', 'end']);
    expect(await pathOf({ start: '2026-06-02', end: '2026-06-01' })).toEqual(['filter', 'start']);
    expect((await utilisation({ filter: { start: '2026-01-01', end: '2027-01-01' } })).total.departures).toBe(4);
  });
});
