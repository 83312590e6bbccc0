import { DatabaseBusy, Prisma } from '@channel/prisma';
import { createFactories, type Factories, type Offer, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { seeded } from '../testing/random-orders.ts';
import { run } from '../testing/run.ts';
import { releaseExpiredHolds } from './places.ts';

const BOOK = /* GraphQL */ `
  mutation ($role: String!, $level: SafeInt!, $input: BookOrderInput!) {
    bookOrder(role: $role, serviceLevelId: $level, input: $input) { order { id: databaseId } }
  }
`;
const MOVE = /* GraphQL */ `
  mutation ($ids: [SafeInt!]!, $status: OrderStatus!) {
    updateOrders(orders: { ids: $ids }, input: { status: $status }) { orders { id: databaseId } }
  }
`;
const TAG = /* GraphQL */ `
  mutation ($target: TagTarget!, $ids: [SafeInt!]!, $tags: [TagInput!]!) {
    synchroniseTags(target: $target, ids: $ids, tags: $tags) { count }
  }
`;

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase({ poolSize: 10 });
  make = createFactories(database.db);
  seller = await make.userWith(['products.book', 'orders.view-all', 'tags.change-shared']);
  context = await contextFor(database.db, seller.id);
});
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

type Attempt = () => Promise<{ errors: { code: string }[] }>;

/** Retries while the service is busy, like a client. Other errors are rethrown. */
async function patiently(attempt: Attempt): ReturnType<Attempt> {
  try {
    return await attempt();
  } catch (error) {
    if (!isQueueing(error)) throw error;
    return patiently(attempt);
  }
}

/** Whether no connection was free in time, which depends only on the machine. A deadlock does not count. */
function isQueueing(error: unknown): boolean {
  const cause = error instanceof DatabaseBusy ? error.cause : error;
  if (cause instanceof Prisma.PrismaClientKnownRequestError) return cause.code === 'P2028';
  return cause instanceof Error && cause.message === 'timeout exceeded when trying to connect';
}

/** Counts the outcomes: `ok`, or the code of an expected error. Any other error fails the test. */
async function outcomes(attempts: Attempt[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { errors } of await Promise.all(attempts.map(patiently))) {
    const outcome = errors[0]?.code ?? 'ok';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const times = (count: number, attempt: (index: number) => ReturnType<Attempt>): Attempt[] =>
  Array.from({ length: count }, (_, index) => () => attempt(index));

const bookSome = ({ level, departure }: Offer, persons: number, as = context) =>
  run(
    BOOK,
    {
      role: String(seller.role.id),
      level: level.id,
      input: {
        passengers: Array.from({ length: persons }, (_, index) => ({ firstName: `Guest ${index}` })),
        details: { availabilityId: departure.id },
      },
    },
    as,
  );

const departureOf = ({ departure }: Offer) =>
  database.db.availability.findUniqueOrThrow({ where: { id: departure.id } });

// A slow machine may cause long waits: only the outcome is tested.
const LONG_TIMEOUT = { timeout: 60_000 };

describe('places', LONG_TIMEOUT, () => {
  it('are sold exactly once when two hundred clients book fifty', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 50 } });
    expect(await outcomes(times(200, () => bookSome(offer, 1)))).toEqual({ ok: 50, CONFLICT: 150 });
    expect(await departureOf(offer)).toMatchObject({ booked: 50, remaining: 0 });
    expect(await database.db.order.count({ where: { productId: offer.product.id } })).toBe(50);
  });

  it('are never oversold by bookings of several sizes, and are sold as far as bookings fit', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 40 } });
    const counts = await outcomes(times(60, (index) => bookSome(offer, 1 + (index % 4))));
    expect(Object.keys(counts).sort()).toEqual(['CONFLICT', 'ok']);
    const { booked } = await departureOf(offer);
    expect(booked).toBe(40);
  });

  it('of expired holds go to one booking each, while the job that releases them runs too', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 20 } });
    const expired = await Promise.all(
      Array.from({ length: 20 }, () => make.order({ offer, status: 'InCart', booking: { holdExpiresAt: NOW } })),
    );
    const confirm = (id: number) => run(MOVE, { ids: [id], status: 'Booked' }, context);
    const [counts] = await Promise.all([
      outcomes([...times(30, () => bookSome(offer, 1)), ...times(10, (index) => confirm(expired[index]?.id ?? 0))]),
      releaseExpiredHolds(database.db, NOW),
      releaseExpiredHolds(database.db, NOW),
    ]);
    expect(counts).toEqual({ ok: 20, CONFLICT: 20 });
    expect(await departureOf(offer)).toMatchObject({ booked: 20 });
  });
});

describe('a contended departure', LONG_TIMEOUT, () => {
  it('is taken by as many reactivated and new orders as fit, without a deadlock', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 9 } });
    expect(await outcomes(times(9, () => bookSome(offer, 1)))).toEqual({ ok: 9 });
    for (let round = 0; round < 3; round++) {
      const orders = await database.db.order.findMany({ where: { productId: offer.product.id, status: 'Booked' } });
      const ids = orders.map(({ id }) => id);
      expect(ids).toHaveLength(9);
      expect(await outcomes([() => run(MOVE, { ids, status: 'Cancelled' }, context)])).toEqual({ ok: 1 });
      const back = times(9, (index) => run(MOVE, { ids: [ids[index]], status: 'Booked' }, context));
      expect(await outcomes([...back, ...times(5, () => bookSome(offer, 1))])).toEqual({ ok: 9, CONFLICT: 5 });
      expect(await departureOf(offer)).toMatchObject({ booked: 9, remaining: 0 });
    }
  });
});

describe('releasing holds', LONG_TIMEOUT, () => {
  it('of several departures never deadlocks with concurrent releases and bookings', async () => {
    const offers = await Promise.all(Array.from({ length: 6 }, () => make.offer([])));
    const expired = await Promise.all(
      Array.from({ length: 36 }, async (_, index) => {
        const order = await make.order({
          offer: offers[index % 6] ?? null,
          status: 'InCart',
          booking: { holdExpiresAt: NOW },
        });
        const other = offers[(index * 5 + 1) % 6];
        if (other) await make.book(order, other, [], { quantity: 1, holdExpiresAt: NOW });
        return order.id;
      }),
    );
    const release = async () => {
      await releaseExpiredHolds(database.db, NOW);
      return { errors: [] };
    };
    const confirm = (index: number) => run(MOVE, { ids: expired.slice(index, index + 4), status: 'Booked' }, context);
    const counts = await outcomes(times(24, (index) => (index % 2 ? release() : confirm(index))));
    expect(counts).toEqual({ ok: 24 });
  });
});

describe('batches', LONG_TIMEOUT, () => {
  it('that overlap in any order wait for each other and never deadlock', async () => {
    const offers = [await make.offer([]), await make.offer([]), await make.offer([])];
    const orders = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const order = await make.order({ offer: offers[index % 3] ?? null });
        const other = offers[(index + 1) % 3];
        if (other) await make.book(order, other, [], { quantity: 1 });
        return order.id;
      }),
    );
    const random = seeded(7);
    const some = () => Array.from({ length: 8 }, () => orders[random(orders.length)] ?? 0);
    const statuses = ['Cancelled', 'Booked', 'Deleted', 'InCart'];
    const counts = await outcomes(
      times(64, (round) => run(MOVE, { ids: some(), status: statuses[round % 4] }, context)),
    );
    expect(counts).toEqual({ ok: 64 });
  });

  it('that release places never deadlock with bookings that take them', async () => {
    const offer = await make.offer([seller.role.id], { departure: { capacity: 200 } });
    const orders = await Promise.all(Array.from({ length: 24 }, () => make.order({ offer })));
    const cancel = (index: number) => run(MOVE, { ids: [orders[index]?.id ?? 0], status: 'Cancelled' }, context);
    const counts = await outcomes(times(72, (index) => (index % 3 === 0 ? cancel(index / 3) : bookSome(offer, 1))));
    expect(counts).toEqual({ ok: 72 });
    expect(await departureOf(offer)).toMatchObject({ booked: 48 });
  });

  it('that lock two departures in opposite order both succeed', async () => {
    const [one, other] = [await make.offer([]), await make.offer([])];
    const there = await make.order({ offer: one, status: 'Cancelled' });
    await make.book(there, other, [], { quantity: 2 });
    const back = await make.order({ offer: other, status: 'Cancelled' });
    await make.book(back, one, [], { quantity: 2 });
    for (const status of ['Booked', 'Cancelled', 'Booked', 'Deleted']) {
      expect(
        await outcomes(
          [there, back].map(
            ({ id }) =>
              () =>
                run(MOVE, { ids: [id], status }, context),
          ),
        ),
      ).toEqual({
        ok: 2,
      });
    }
    expect([(await departureOf(one)).booked, (await departureOf(other)).booked]).toEqual([0, 0]);
  });
});

describe('concurrent changes of one order', LONG_TIMEOUT, () => {
  it('are all applied: each raises its version', async () => {
    const order = await make.order({ offer: null });
    const rename = (index: number) =>
      run(
        'mutation ($reference: String!, $code: String!) { updateOrder(reference: $reference, input: { referenceCode: $code }) { order { version } } }',
        { reference: String(order.id), code: `code ${index}` },
        context,
      );
    expect(await outcomes(times(32, rename))).toEqual({ ok: 32 });
    expect(await database.db.order.findUnique({ where: { id: order.id } })).toMatchObject({ version: 33 });
    const lines = await database.db.auditEntry.findMany({
      where: { entity: 'order', entityId: order.id },
      orderBy: { id: 'asc' },
    });
    const values = lines.map(({ before, after }) => [
      (before as { referenceCode: string | null }).referenceCode,
      (after as { referenceCode: string }).referenceCode,
    ]);
    // Each change starts from the result of the previous one: none was lost.
    expect(values.map(([before]) => before)).toEqual([null, ...values.slice(0, -1).map(([, after]) => after)]);
  });

  it('with the version that was read: exactly one succeeds', async () => {
    const order = await make.order({ offer: null });
    const change = (index: number) =>
      run(
        'mutation ($reference: String!, $code: String!) { updateOrder(reference: $reference, input: { referenceCode: $code }, versions: [1]) { order { version } } }',
        { reference: String(order.id), code: `code ${index}` },
        context,
      );
    expect(await outcomes(times(16, change))).toEqual({
      ok: 1,
      PRECONDITION_FAILED: 15,
    });
  });
});

describe('concurrent changes of tags on shared resources', LONG_TIMEOUT, () => {
  it('end with the tags of one of the writers, without a deadlock', async () => {
    const products = await Promise.all(Array.from({ length: 6 }, () => make.product({ soldBy: [seller.role.id] })));
    const ids = products.map(({ id }) => id);
    const wanted = (writer: number) =>
      Array.from({ length: 5 }, (_, index) => ({ key: `${writer % 2 ? 'a' : 'b'}${index}`, value: writer }));
    const counts = await outcomes(
      times(24, (writer) =>
        run(TAG, { target: 'products', ids: writer % 3 ? ids : ids.toReversed(), tags: wanted(writer) }, context),
      ),
    );
    expect(counts).toEqual({ ok: 24 });
    for (const productId of ids) {
      const tags = await database.db.tag.findMany({ where: { productId }, orderBy: { key: 'asc' } });
      const [first] = tags;
      expect(tags.map(({ key, value }) => ({ key, value }))).toEqual(wanted(Number(first?.value)));
    }
  });
});
