import { randomUUID } from 'node:crypto';
import { inTransaction, type Tx } from '@channel/prisma';
import { createFactories, type Factories, type Offer, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { expectPlacesAddUp } from '../testing/places.ts';
import { answer, refusal } from '../testing/run.ts';

const CHANGE = /* GraphQL */ `
  mutation ($items: [OrderChangeItem!]!, $mode: BatchMode! = ATOMIC) {
    results: changeOrders(items: $items, mode: $mode) {
      results {
        order { id: databaseId status version referenceCode }
        userErrors { code path message version }
      }
    }
  }
`;

type UserError = { code: string; path: string[]; message: string; version: number | null };
type Result = { order: { id: number; status: string; version: number } | null; userErrors: UserError[] };
type Item = { orderId: number; expectedVersion?: number; input: object };

let database: TestDatabase;
let make: Factories;
let context: Context;
let statements: string[] = [];

beforeAll(async () => {
  database = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  make = createFactories(database.db);
  const staff = await make.userWith(['orders.view-all', 'transfers.drive', 'tours.guide']);
  context = {
    ...(await contextFor(database.db, staff.id)),
    // In the transaction, as the real one.
    emit: async (tx, { now: createdAt }, changes) => {
      const event = { kind: 'order-updated', createdAt, payload: '{}' };
      await tx.webhookEvent.createMany({
        data: changes.map(({ operation: _, version: sequence, ...order }) => ({
          ...event,
          ...order,
          id: randomUUID(),
          sequence,
        })),
      });
    },
  };
});
afterEach(() => expectPlacesAddUp(database.db));
afterAll(() => database.drop());

const change = async (items: Item[], mode: 'ATOMIC' | 'PER_ITEM', as = context): Promise<Result[]> =>
  (await answer<{ results: Result[] }>(CHANGE, { items, mode }, as)).results;
const errorsOf = (results: Result[]) =>
  results.map(({ userErrors }) => userErrors.map(({ code, path }) => `${code} ${path.join('.')}`).join());
const order = (parts: Parameters<Factories['order']>[0] = {}) => make.order({ offer: null, ...parts });
const three = async () => [await order(), await order(), await order()] as const;
const rename = (each: { id: number }, referenceCode: string, more: object = {}): Item => ({
  orderId: each.id,
  input: { referenceCode, ...more },
});
const codesOf = async (orders: readonly { id: number }[]) => {
  const where = { id: { in: orders.map(({ id }) => id) } };
  const rows = await database.db.order.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map(({ version, referenceCode }) => [version, referenceCode]);
};
const bookedOf = async ({ departure }: Offer) =>
  (await database.db.availability.findUniqueOrThrow({ where: { id: departure.id } })).booked;
/** The orders of which there is a line in the audit log, and those of which there is an event. */
const recordedOf = async (orders: readonly { id: number }[]) => {
  const ids = orders.map(({ id }) => id);
  const lines = await database.db.auditEntry.findMany({
    where: { entity: 'order', entityId: { in: ids } },
    orderBy: { entityId: 'asc' },
  });
  const events = await database.db.webhookEvent.findMany({
    where: { orderId: { in: ids } },
    orderBy: { orderId: 'asc' },
  });
  return {
    lines: lines.map(({ entityId }) => entityId),
    events: events.map(({ orderId }) => orderId),
  };
};

const UNKNOWN_GUIDE = { tourGuide: { id: 0 } };
const NOT_MADE = 'Not made, because another item was refused.';

describe('a batch', () => {
  it.each(['ATOMIC', 'PER_ITEM'] as const)('%s makes different changes, with a result for each item', async (mode) => {
    const [one, two, last] = await three();
    const items = [rename(last, 'c'), rename(one, 'a'), { orderId: two.id, input: { status: 'Cancelled' } }];
    expect(await change(items, mode)).toMatchObject([
      { order: { id: last.id, referenceCode: 'c', version: 2 }, userErrors: [] },
      { order: { id: one.id, referenceCode: 'a' }, userErrors: [] },
      { order: { id: two.id, status: 'Cancelled' }, userErrors: [] },
    ]);
    expect(await recordedOf([one, two, last])).toEqual({
      lines: [one.id, two.id, last.id],
      events: [one.id, two.id, last.id],
    });
  });

  it('PER_ITEM makes the others where an item in the middle is refused, which leaves nothing', async () => {
    const orders = await three();
    const [one, two, last] = orders;
    const results = await change([rename(one, 'a'), rename(two, 'b', UNKNOWN_GUIDE), rename(last, 'c')], 'PER_ITEM');
    expect(results).toMatchObject([
      { order: { id: one.id } },
      {
        order: null,
        userErrors: [
          { code: 'VALIDATION', path: ['items', '1', 'input', 'tourGuide', 'id'], message: expect.any(String) },
        ],
      },
      { order: { id: last.id } },
    ]);
    expect(await codesOf(orders)).toEqual([
      [2, 'a'],
      [1, null],
      [2, 'c'],
    ]);
    expect(await recordedOf(orders)).toEqual({ lines: [one.id, last.id], events: [one.id, last.id] });
  });

  it('ATOMIC makes none, and says of each item why: also of those after the first that is refused', async () => {
    const orders = await three();
    const [one, two, last] = orders;
    const items = [
      rename(one, 'a'),
      rename(two, 'b', UNKNOWN_GUIDE),
      rename(await order(), 'd'),
      rename(last, 'c', { contactPerson: { id: 0 } }),
    ];
    const results = await change(items, 'ATOMIC');
    expect(results.map((result) => result.order)).toEqual([null, null, null, null]);
    expect(errorsOf(results)).toEqual([
      'CONFLICT items.0',
      'VALIDATION items.1.input.tourGuide.id',
      'CONFLICT items.2',
      'VALIDATION items.3.input.contactPerson.id',
    ]);
    expect(results[0]?.userErrors[0]?.message).toBe(NOT_MADE);
    expect(await codesOf(orders)).toEqual([
      [1, null],
      [1, null],
      [1, null],
    ]);
    expect(await recordedOf(orders)).toEqual({ lines: [], events: [] });
  });

  it('is no success to a caller who selects less: the reasons are beside the results, or the error of the operation', async () => {
    const [one, two] = [await order(), await order()];
    const items = [rename(one, 'a'), { ...rename(two, 'b'), expectedVersion: 999 }];
    const send = (selection: string) =>
      `mutation ($items: [OrderChangeItem!]!) { changed: changeOrders(items: $items) { ${selection} } }`;
    const stale = { code: 'PRECONDITION_FAILED', path: ['items', '1'], version: 1 };
    expect(await answer(send('userErrors { code path version } results { order { id } }'), { items }, context)).toEqual(
      { changed: { results: [{ order: null }, { order: null }], userErrors: [stale] } },
    );
    for (const selection of [
      '__typename',
      'results { order { id } }',
      'userErrors @skip(if: true) { code } results { __typename }',
    ])
      expect([selection, await refusal(send(selection), { items }, context)]).toMatchObject([
        selection,
        { code: 'PRECONDITION_FAILED', fields: [{ path: ['items', '1'] }] },
      ]);
    // Nobody would know which of them were made.
    for (const selection of [
      '__typename',
      'userErrors { code }',
      'results { order { id } }',
      'results { userErrors @skip(if: true) { code } }',
    ]) {
      const text = send(selection).replace('items: $items', 'items: $items, mode: PER_ITEM');
      const refused = selection.startsWith('userErrors')
        ? (await answer<{ changed: { code: string }[] | { userErrors: { code: string }[] } }>(text, { items }, context))
            .changed
        : await refusal(text, { items }, context);
      expect([selection, JSON.stringify(refused)]).toEqual([selection, expect.stringContaining('VALIDATION')]);
    }
    expect((await database.db.order.findUniqueOrThrow({ where: { id: one.id } })).version).toBe(1);
  });

  it('is ATOMIC by default, and says so in the language of the request', async () => {
    const [one, two] = await three();
    const text = `mutation ($items: [OrderChangeItem!]!) { results: changeOrders(items: $items) { results { userErrors { code message } } } }`;
    const items = [rename(one, 'a'), rename(two, 'b', UNKNOWN_GUIDE)];
    const { results } = await answer<{ results: Result[] }>(text, { items }, { ...context, sentenceLang: 'nl' });
    expect(results.map(({ userErrors }) => userErrors[0]?.message)).toEqual([
      'Niet uitgevoerd, omdat een ander onderdeel is geweigerd.',
      'bestaat niet of is niet toegankelijk.',
    ]);
  });

  it('refuses an order that was changed since, with its version, and an invisible one', async () => {
    const orders = await three();
    const [one, two, last] = orders;
    await change([rename(two, 'meanwhile')], 'ATOMIC');
    const items = [
      { ...rename(one, 'a'), expectedVersion: 1 },
      { ...rename(two, 'b'), expectedVersion: 1 },
      rename({ id: 999_999 }, 'x'),
      rename(last, 'c'),
    ];
    const results = await change(items, 'PER_ITEM');
    expect(results.map(({ userErrors }) => userErrors[0] ?? null)).toMatchObject([
      null,
      { code: 'PRECONDITION_FAILED', path: ['items', '1'], version: 2 },
      { code: 'NOT_FOUND', path: ['items', '2'], version: null },
      null,
    ]);
    expect(await codesOf(orders)).toEqual([
      [2, 'a'],
      [2, 'meanwhile'],
      [2, 'c'],
    ]);
  });

  it('changes only what the caller sees and may change', async () => {
    const contact = await make.userWith(['orders.contact', 'products.book']);
    const as = await contextFor(database.db, contact.id);
    const [sold, watched, hidden] = [
      await order({ issuerId: contact.id }),
      await order({ contactPersonId: contact.id }),
      await order(),
    ];
    const items = [rename(sold, 'a'), rename(watched, 'b'), rename(hidden, 'c')];
    expect(errorsOf(await change(items, 'PER_ITEM', as))).toEqual(['', 'FORBIDDEN items.1', 'NOT_FOUND items.2']);
    expect(await codesOf([sold, watched, hidden])).toEqual([
      [2, 'a'],
      [1, null],
      [1, null],
    ]);
  });
});

describe('an item that is sold out', () => {
  const sold = async () => {
    const small = await make.offer([], { departure: { capacity: 2 } });
    // Has its places taken at the first departure before the second one refuses it.
    const roomy = await make.offer([], { departure: { capacity: 10 } });
    await make.order({ offer: small });
    const waiting = await make.order({ offer: small, status: 'Cancelled', passengers: [{}, {}] });
    await make.book(waiting, roomy, [], { quantity: 2 });
    const other = await make.order({ offer: small, status: 'Cancelled' });
    const items = [waiting, other].map(({ id }) => ({ orderId: id, input: { status: 'Booked' } }));
    return { small, roomy, items };
  };

  it('has given its places back, which the next item gets', async () => {
    const { small, roomy, items } = await sold();
    expect(errorsOf(await change(items, 'PER_ITEM'))).toEqual(['CONFLICT items.0', '']);
    expect([await bookedOf(small), await bookedOf(roomy)]).toEqual([2, 0]);
  });

  it('keeps all of them where the batch is atomic', async () => {
    const { small, roomy, items } = await sold();
    expect(errorsOf(await change(items, 'ATOMIC'))).toEqual(['CONFLICT items.0', 'CONFLICT items.1']);
    expect([await bookedOf(small), await bookedOf(roomy)]).toEqual([1, 0]);
  });

  it('would end the transaction without the savepoint', async () => {
    const { roomy, items } = await sold();
    const { id } = roomy.departure;
    const looking = inTransaction(database.db, async (tx) => {
      await change(items, 'PER_ITEM', { ...context, db: withoutSavepoints(tx) });
      throw await tx.availability.findUniqueOrThrow({ where: { id } });
    });
    await expect(looking).rejects.toThrow('current transaction is aborted');
  });
});

/** A transaction in which the statements of savepoints do nothing. */
const withoutSavepoints = (tx: Tx): Tx =>
  new Proxy(tx, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (name !== '$executeRaw' || typeof found !== 'function') return found;
      return (text: TemplateStringsArray, ...values: unknown[]) =>
        /SAVEPOINT/.test(text[0] ?? '') ? Promise.resolve(0) : Reflect.apply(found, target, [text, ...values]);
    },
  });

describe('the items', () => {
  const refused = async (items: Item[]) => (await refusal(CHANGE, { items }, context)).fields;

  it('are 1 to 100, of different orders', async () => {
    const [one, two] = await three();
    const count = [{ path: ['items'], message: 'must hold 1 to 100 items.' }];
    expect(await refused([])).toEqual(count);
    expect(await refused(Array.from({ length: 101 }, (_, id) => rename({ id }, 'x')))).toEqual(count);
    expect(await refused([one, two, one, two].map((each) => rename(each, 'x')))).toMatchObject([
      { path: ['items', 2, 'orderId'] },
      { path: ['items', 3, 'orderId'] },
    ]);
    expect(await codesOf([one, two])).toEqual([
      [1, null],
      [1, null],
    ]);
  });

  it('fail together by an error that is not expected', async () => {
    const [one, two] = await three();
    const broken: Context = {
      ...context,
      emit: async () => {
        throw new Error('broken on purpose');
      },
    };
    await expect(change([rename(one, 'a'), rename(two, 'b')], 'PER_ITEM', broken)).rejects.toThrow('broken on purpose');
    expect(await codesOf([one, two])).toEqual([
      [1, null],
      [1, null],
    ]);
  });

  it('take four statements each, and their orders are read together', async () => {
    const offer = await make.offer([], { departure: { capacity: 200 } });
    const orders = await Promise.all(Array.from({ length: 12 }, () => make.order({ offer })));
    const counted = async (some: typeof orders) => {
      statements = [];
      await change(
        some.map(({ id }, index) => ({ orderId: id, input: { status: 'Cancelled', referenceCode: `x${index}` } })),
        'PER_ITEM',
      );
      return statements.length;
    };
    const [two, ten] = [await counted(orders.slice(0, 2)), await counted(orders.slice(2))];
    expect((ten - two) / 8).toBe(4);
  });
});

describe('two batches at the same time', { timeout: 60_000 }, () => {
  /** Runs batches as different processes would: only the locks of the database order them. */
  const together = (batches: Item[][]) =>
    Promise.all(
      batches.map((items) =>
        inTransaction(database.db, async (tx) => errorsOf(await change(items, 'PER_ITEM', { ...context, db: tx }))),
      ),
    );
  const items = (orders: { id: number }[], status: string) =>
    orders.map(({ id }) => ({ orderId: id, input: { status } }));
  const made = Array.from({ length: 6 }, () => '');

  it('never deadlock over the same orders in opposite order', async () => {
    const orders = await Promise.all(made.map(() => order()));
    for (let round = 0; round < 4; round++) {
      const batches = [items(orders, 'Cancelled'), items(orders.toReversed(), 'Booked')];
      expect(await together(batches)).toEqual([made, made]);
    }
  });

  it('never deadlock over the same departures in opposite order', async () => {
    const offers = await Promise.all(made.map(() => make.offer([])));
    const ordersOf = (some: Offer[]) => Promise.all(some.map((offer) => make.order({ offer })));
    const [ascending, descending] = [await ordersOf(offers), await ordersOf(offers.toReversed())];
    for (const status of ['Cancelled', 'Booked', 'Cancelled', 'Booked'])
      expect(await together([items(ascending, status), items(descending, status)])).toEqual([made, made]);
  });
});
