import { createFactories, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book, refusedBooking } from '../testing/book.ts';
import { contextFor } from '../testing/context.ts';

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

type Limits = { minimum: number; maximum: number };
const NONE: Limits = { minimum: 0, maximum: 0 };

/** An offer for adults (the default category) and children, with these limits. */
const offerFor = (adults: Limits, children: Limits, pricingType: string, capacity = 50) =>
  make.offer([seller.role.id], {
    level: {
      pricingType,
      priceCategories: [
        { title: 'Adult', isDefault: true, ...adults },
        { title: 'Child', ...children },
      ],
    },
    departure: { capacity },
  });

type Offer = Awaited<ReturnType<typeof offerFor>>;

/** The given numbers of adults, including the leader, and children. */
function request({ level, departure, childId }: Offer, adults: number, children: number) {
  const people = [
    ...Array.from({ length: adults }, (_, index) => ({ firstName: `Adult ${index}` })),
    ...Array.from({ length: children }, (_, index) => ({ firstName: `Child ${index}`, priceCategoryId: childId })),
  ];
  const [leader, ...passengers] = people;
  return { role: seller.role, level, input: { leader, passengers, details: { availabilityId: departure.id } } };
}

describe.each(['per_person', 'per_item'])('the limits of a price category, sold %s,', (pricingType) => {
  type Case = [adults: Limits, children: Limits, people: [number, number], refused: RegExp[]];
  const cases: Case[] = [
    [{ minimum: 2, maximum: 3 }, NONE, [2, 0], []],
    [{ minimum: 2, maximum: 3 }, NONE, [3, 0], []],
    [{ minimum: 2, maximum: 3 }, NONE, [1, 0], [/at least 2 of .*\(Adult\).*1 given/]],
    [{ minimum: 2, maximum: 3 }, NONE, [4, 0], [/at most 3 of .*\(Adult\).*4 given/]],
    [{ minimum: 1, maximum: 1 }, NONE, [1, 2], []],
    // A category without passengers is not checked.
    [{ minimum: 2, maximum: 3 }, NONE, [0, 1], []],
    [{ minimum: 1, maximum: 9 }, { minimum: 2, maximum: 2 }, [1, 0], []],
    [{ minimum: 1, maximum: 9 }, { minimum: 2, maximum: 2 }, [1, 1], [/at least 2 of .*\(Child\).*1 given/]],
    [
      { minimum: 2, maximum: 9 },
      { minimum: 0, maximum: 1 },
      [1, 2],
      [/at least 2 of .*\(Adult\)/, /at most 1 of .*\(Child\)/],
    ],
    // Neither 0 nor a maximum below the minimum is a limit.
    [NONE, NONE, [12, 3], []],
    [{ minimum: 3, maximum: 0 }, NONE, [1, 0], []],
    [{ minimum: 5, maximum: 4 }, NONE, [1, 0], []],
    [{ minimum: 5, maximum: 4 }, NONE, [9, 0], []],
    [{ minimum: 0, maximum: 2 }, NONE, [1, 0], []],
  ];

  it.each(cases)('adults %o, children %o, booked for %o', async (adults, children, [some, others], refused) => {
    const offer = await offerFor(adults, children, pricingType);
    const wanted = request(offer, some, others);
    if (refused.length === 0) expect((await book(context, wanted)).passengers).toHaveLength(some + others);
    else {
      expect(await refusedBooking(context, wanted)).toMatchObject({
        code: 'VALIDATION',
        fields: refused.map((message) => ({ path: ['passengers'], message: expect.stringMatching(message) })),
      });
      expect(await database.db.booking.count({ where: { serviceLevelId: offer.level.id } })).toBe(0);
    }
  });
});

describe('the limits of a price category', () => {
  it('count the leader, once', async () => {
    const offer = await offerFor({ minimum: 2, maximum: 2 }, NONE, 'per_person');
    const { input, ...where } = request(offer, 1, 0);
    const repeated = { ...where, input: { ...input, passengers: [input.leader] } };
    expect(await refusedBooking(context, repeated)).toMatchObject({ fields: [{ path: ['passengers'] }] });
    expect((await book(context, request(offer, 2, 0))).passengers).toHaveLength(2);
  });

  it('are checked after the places: a sold-out departure is reported first', async () => {
    const offer = await offerFor({ minimum: 0, maximum: 2 }, NONE, 'per_person', 2);
    expect(await refusedBooking(context, request(offer, 3, 0))).toMatchObject({ code: 'CONFLICT' });
  });

  it('are not enforced where the setting turns them off', async () => {
    const { settings } = context;
    const lenient = await contextFor(database.db, seller.id, { settings: { ...settings, categoryLimits: false } });
    const offer = await offerFor({ minimum: 2, maximum: 2 }, NONE, 'per_person');
    expect((await book(lenient, request(offer, 3, 0))).passengers).toHaveLength(3);
  });
});
