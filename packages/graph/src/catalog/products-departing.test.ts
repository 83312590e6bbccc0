import { clock, createFactories, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { type Departing, productsDeparting } from './products-departing.ts';

/** A Monday, a little after noon in Amsterdam and past midnight in Auckland. */
const NOW = new Date('2026-06-01T12:30:00Z');
const PRICES = [{ original: 1, agent: 1, sold: 1 }];

let database: TestDatabase;
let roleId: number;
let userId: number;
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  const { db } = database;
  const make = createFactories(db);
  const seller = await make.userWith(['products.book']);
  roleId = seller.role.id;
  userId = seller.id;
  const amsterdam = await make.amsterdam();
  const { id: _id, ...columns } = await db.city.findUniqueOrThrow({ where: { id: amsterdam.id } });
  const auckland = await db.city.create({
    data: { ...columns, translations: {}, name: 'Auckland', timeZone: 'Pacific/Auckland' },
  });
  const periods = [
    [null, null],
    [day('2026-06-03'), null],
    [null, day('2026-06-03')],
    [day('2026-06-02'), day('2026-06-04')],
  ] as const;
  const forms = ['per_slot', 'daily', 'pass'] as const;
  for (const cityId of [amsterdam.id, auckland.id])
    for (const [validFrom, validTo] of periods)
      for (const weekdays of [[], [1], [3, 5]])
        for (const availabilityType of forms) {
          const { level } = await make.offer([roleId], {
            product: { cityId },
            level: { availabilityType, offerTimeStart: day('2026-06-02'), offerTimeEnd: day('2026-06-05') },
            rate: { validFrom, validTo, weekdays },
            departure:
              availabilityType === 'pass'
                ? { capacity: 3, startTime: weekdays.length > 1 ? clock('09:00') : null }
                : { date: day('2026-06-01'), capacity: 1, startTime: clock('14:00') },
          });
          if (availabilityType === 'pass') continue;
          await make.departure(level, { date: day('2026-06-02'), capacity: 2, startTime: clock('00:20') });
          await make.departure(level, { date: day('2026-06-03'), capacity: 0 });
          await make.departure(level, { date: day('2026-06-05'), capacity: 4 });
        }
  // A rate without prices sells nothing; either of two rates is enough.
  const unpriced = await make.offer([roleId], { rate: { prices: [] }, departure: { date: day('2026-06-03') } });
  await make.rate({ serviceLevelId: unpriced.level.id, prices: PRICES, validFrom: day('2026-06-04') });
  await make.departure(unpriced.level, { date: day('2026-06-05') });
  // Of another role.
  await make.offer([], { departure: { date: day('2026-06-03') } });
}, 120_000);
afterAll(() => database.drop());

const contextAt = (now = NOW): Promise<Context> => contextFor(database.db, userId, { now });

/** The same result from the view of offers per day. */
async function byOffers({ db, now }: Context, { startDate, endDate, numberOfBooks }: Departing): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT p.id FROM offer JOIN product p ON p.id = offer.product_id JOIN city c ON c.id = p.city_id
    JOIN role_product rp ON rp.product_id = p.id AND rp.role_id = ${roleId}
    CROSS JOIN LATERAL (SELECT ${now}::timestamptz AT TIME ZONE c.time_zone AS now) here
    WHERE offer.remaining >= ${numberOfBooks ?? 1}
      AND offer.date BETWEEN greatest(${startDate ?? null}::date, here.now::date) AND coalesce(${endDate ?? null}::date, 'infinity')
      AND (offer.date > here.now::date OR offer.start_time IS NULL OR offer.start_time > here.now::time)`;
  return rows.map(({ id }) => id);
}

const sorted = (ids: number[]) => [...ids].sort((one, other) => one - other);

describe('the products with departures on given days', () => {
  it('are those for which the view has an offer on these days', async () => {
    const bounds = [undefined, '2026-05-20', ...[1, 2, 3, 5].map((one) => `2026-06-0${one}`), '9999-12-31'];
    const sizes = new Set<number>();
    for (const now of [NOW, new Date('2026-06-01T21:50:00Z'), new Date('2026-06-02T07:00:00Z')]) {
      for (const from of bounds)
        for (const to of bounds)
          for (const numberOfBooks of [undefined, 2, 3, 4, 5]) {
            const departing = {
              ...(from && { startDate: day(from) }),
              ...(to && { endDate: day(to) }),
              ...(numberOfBooks && { numberOfBooks }),
            };
            const context = await contextAt(now);
            const found = sorted(await productsDeparting(context, roleId, departing));
            sizes.add(found.length);
            expect([departing, found]).toEqual([departing, sorted(await byOffers(context, departing))]);
          }
    }
    expect(sizes.size).toBeGreaterThan(8);
  });

  it('are none on days that are over in every time zone, without a query', async () => {
    const context = await contextAt();
    statements = [];
    expect(await productsDeparting(context, roleId, { endDate: day('2026-05-31') })).toEqual([]);
    expect(statements).toEqual([]);
    // 12:30 in London: the first of June is not over in every time zone, as it is only 00:30 twelve hours to the west.
    await productsDeparting(context, roleId, { endDate: day('2026-06-01') });
    expect(statements).toHaveLength(1);
  });
});
