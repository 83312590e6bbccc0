import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book } from '../testing/book.ts';
import { contextFor } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { duePenalties } from './cancellation-terms.ts';

const RULES = [
  { time: 2, percentage: 100 },
  { time: 14, percentage: 25 },
  { time: 7, percentage: 50 },
];

const startOf = (local: string, instant: string, timeZone: string) => ({
  startsAtLocal: new Date(`${local}Z`),
  startsAt: new Date(instant),
  timeZone,
});
const AMSTERDAM = startOf('2026-06-10T10:00:00', '2026-06-10T08:00:00Z', 'Europe/Amsterdam');
/** The day after the clocks were put back: 24 hours before are 09:00 UTC, and a calendar day before is 08:00 UTC. */
const AFTER_SUMMER = startOf('2026-10-25T10:00:00', '2026-10-25T09:00:00Z', 'Europe/Amsterdam');
const TOKYO = startOf('2026-06-10T10:00:00', '2026-06-10T01:00:00Z', 'Asia/Tokyo');

/** The percentage that applies; null where none does. */
const TABLE: [
  what: string,
  start: typeof TOKYO,
  unit: 'none' | 'minutes' | 'hours' | 'days',
  now: string,
  percentage: number | null,
][] = [
  ['long before', AMSTERDAM, 'hours', '2026-06-01T00:00:00Z', null],
  ['a second before the first', AMSTERDAM, 'hours', '2026-06-09T17:59:59Z', null],
  ['exactly at the first', AMSTERDAM, 'hours', '2026-06-09T18:00:00Z', 25],
  ['a second before the second', AMSTERDAM, 'hours', '2026-06-10T00:59:59Z', 25],
  ['exactly at the second', AMSTERDAM, 'hours', '2026-06-10T01:00:00Z', 50],
  ['exactly at the last', AMSTERDAM, 'hours', '2026-06-10T06:00:00Z', 100],
  ['after the start', AMSTERDAM, 'hours', '2026-06-11T06:00:00Z', 100],
  ['in minutes, before', AMSTERDAM, 'minutes', '2026-06-10T07:45:59Z', null],
  ['in minutes, at the first', AMSTERDAM, 'minutes', '2026-06-10T07:46:00Z', 25],
  ['in days, at the first', AMSTERDAM, 'days', '2026-05-27T08:00:00Z', 25],
  ['in days, a second before', AMSTERDAM, 'days', '2026-05-27T07:59:59Z', null],
  ['in days, over the change of the clocks', AFTER_SUMMER, 'days', '2026-10-23T08:00:00Z', 100],
  ['in days, before the change of the clocks', AFTER_SUMMER, 'days', '2026-10-23T07:59:59Z', 50],
  ['in hours, over the change of the clocks', AFTER_SUMMER, 'hours', '2026-10-24T19:00:00Z', 25],
  ['in another zone', TOKYO, 'days', '2026-06-03T01:00:00Z', 50],
  ['in another zone, a second before', TOKYO, 'days', '2026-06-03T00:59:59Z', 25],
  ['without a unit', AMSTERDAM, 'none', '2026-06-10T07:59:00Z', null],
];

describe('the penalty of a cancellation', () => {
  it.each(TABLE)('%s', (_, start, unit, now, percentage) => {
    const due = duePenalties(RULES, start, unit, new Date(now));
    expect(due.map(({ time }) => time)).toEqual([14, 7, 2]);
    expect(due.filter(({ applies }) => applies).map((penalty) => penalty.percentage)).toEqual(
      percentage === null ? [] : [percentage],
    );
  });

  it('of two with the same time is the higher one, and an order without a start has none', () => {
    const twice = [
      { time: 2, percentage: 60 },
      { time: 2, percentage: 40 },
    ];
    const applying = duePenalties(twice, AMSTERDAM, 'hours', new Date('2026-06-10T07:00:00Z'));
    expect(applying.find(({ applies }) => applies)?.percentage).toBe(60);
    const pass = { ...AMSTERDAM, startsAt: null, startsAtLocal: null };
    expect(duePenalties(RULES, pass, 'hours', new Date('2030-01-01T00:00:00Z')).some(({ applies }) => applies)).toBe(
      false,
    );
  });
});

describe('the terms of an order', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('are those that were sold, with an amount only where the organization has a unit; partners do not see them', async () => {
    const make = createFactories(database.db);
    const seller = await make.userWith(['products.book', 'orders.view-all', 'console.access']);
    const rate = { penalties: RULES, cancellationDescription: 'Two weeks' };
    const offer = await make.offer([seller.role.id], { rate });
    const context = await contextFor(database.db, seller.id);
    const input = { leader: { firstName: 'Ann' }, passengers: [{}], details: { availabilityId: offer.departure.id } };
    const { id } = await book(context, { role: seller.role, level: offer.level, input });
    await database.db.cancellationPenalty.deleteMany({ where: { rateId: offer.rate.id } });
    const TERMS = `query ($id: SafeInt!) { cancellationTerms(orderId: $id) {
      description unit penalties { time percentage applies } charge { agent { amount } sold { amount } } } }`;
    const termsOf = (as = context) => answer<{ cancellationTerms: object[] }>(TERMS, { id }, as);
    expect((await termsOf()).cancellationTerms).toEqual([
      {
        description: 'Two weeks',
        unit: 'none',
        penalties: [14, 7, 2].map((time, index) => ({ time, percentage: [25, 50, 100][index], applies: false })),
        charge: null,
      },
    ]);
    await database.db.organization.updateMany({ data: { penaltyUnit: 'days' } });
    const at = (now: string) => contextFor(database.db, seller.id, { now: new Date(now) });
    const chargeOf = async (now: string) => (await termsOf(await at(now))).cancellationTerms[0];
    expect(await chargeOf('2026-05-01T00:00:00Z')).toMatchObject({ charge: { sold: { amount: 0 } } });
    expect(await chargeOf('2026-06-01T00:00:00Z')).toMatchObject({
      charge: { agent: { amount: 40 }, sold: { amount: 50 } },
    });
    const partner = await contextFor(database.db, (await make.userWith(['products.book'])).id);
    expect((await refusal(TERMS, { id }, partner)).code).toBe('NOT_FOUND');
  });
});
