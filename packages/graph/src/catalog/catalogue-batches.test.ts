import { inTransaction } from '@channel/prisma';
import { day, type Offer, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { answer, refusal } from '../testing/run.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';

/* Several departures or rates in one request. What one of them needs is tested where it is changed alone. */

const CREATE = `mutation ($items: [NewDepartureItem!]!, $mode: BatchMode!) {
  results: createDepartures(items: $items, mode: $mode) {
      results {
      made: departure { id: databaseId date capacity } userErrors { code path } }
    } }`;
const UPDATE = `mutation ($items: [DepartureChangeItem!]!, $mode: BatchMode!) {
  results: updateDepartures(items: $items, mode: $mode) {
      results {
      made: departure { id: databaseId capacity isClosed version } userErrors { code path version } }
    } }`;
const RATES = `mutation ($items: [RateChangeItem!]!, $mode: BatchMode!) {
  results: updateRates(items: $items, mode: $mode) {
      results {
      made: rate { id: databaseId title itemPrices { sold { amount } } } userErrors { code path version } }
    } }`;

type Result = { made: { id: number } | null; userErrors: { code: string; path: string[] }[] };

let database: TestDatabase;
let scene: StaffScene;
let admin: Context;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  admin = await scene.as('admin');
});
afterAll(() => database.drop());

const send = async (text: string, items: object[], mode = 'PER_ITEM', as = admin): Promise<Result[]> =>
  (await answer<{ results: Result[] }>(text, { items, mode }, as)).results;
const errorsOf = (results: Result[]) =>
  results.map(({ userErrors }) => userErrors.map(({ code, path }) => `${code} ${path.join('.')}`).join());
const auditOf = async (entity: string) =>
  (await database.db.auditEntry.findMany({ where: { entity }, orderBy: { id: 'desc' } })).map(
    ({ action, entityId }) => [action, entityId] as const,
  );

const aLevel = () => scene.make.level({ offerTimeStart: day('2026-06-01'), offerTimeEnd: day('2026-06-14') });
const on = (serviceLevelId: number, date: string) => ({
  serviceLevelId,
  input: { date, startTime: '09:00', endTime: '11:00', capacity: 10 },
});
const price = (sold: string) => ({ currency: 'EUR', original: '1', agent: '2', sold });
const priced = async () => {
  const level = await scene.make.level({ pricingType: 'per_item' });
  return scene.make.rate({ serviceLevelId: level.id });
};
const idOf = ({ departure }: Offer) => departure.id;

describe('several departures', () => {
  it('are added to several service levels, but those that do not hold', async () => {
    const [one, other] = [await aLevel(), await aLevel()];
    const items = [
      on(one.id, '2026-06-05'),
      on(one.id, '2026-07-01'),
      on(other.id, '2026-06-05'),
      on(one.id, '2026-06-05'),
      on(999_999, '2026-06-05'),
      on(one.id, '2026-06-06'),
    ];
    const results = await send(CREATE, items);
    expect(results.map(({ made }) => made)).toMatchObject([
      { date: '2026-06-05', capacity: 10 },
      null,
      { date: '2026-06-05' },
      null,
      null,
      { date: '2026-06-06' },
    ]);
    expect(errorsOf(results)).toEqual([
      '',
      'VALIDATION items.1.input.date',
      '',
      'VALIDATION items.3.input.date',
      'NOT_FOUND items.4',
      '',
    ]);
    expect((await auditOf('departure')).slice(0, 3).reverse()).toEqual(
      results.flatMap(({ made }) => (made ? [['departure.create', made.id]] : [])),
    );
    expect(await database.db.availability.count({ where: { serviceLevelId: { in: [one.id, other.id] } } })).toBe(3);
  });

  it('are added all or none', async () => {
    const { id } = await aLevel();
    const results = await send(CREATE, [on(id, '2026-06-05'), on(id, '2026-07-01')], 'ATOMIC');
    expect(errorsOf(results)).toEqual(['CONFLICT items.0', 'VALIDATION items.1.input.date']);
    expect(await database.db.availability.count({ where: { serviceLevelId: id } })).toBe(0);
  });

  it('are closed and get other capacities, but those that are sold or were changed', async () => {
    const offers = await Promise.all(Array.from({ length: 4 }, () => scene.make.offer([])));
    const [closed, sold, changed, wider] = offers.map(idOf);
    const { partner } = scene.people;
    const [, soldOffer] = offers;
    if (!soldOffer) throw new Error('There is no offer.');
    await scene.make.order({ offer: soldOffer, roleId: partner.role.id, issuerId: partner.id, passengers: [{}, {}] });
    const items = [
      { id: wider, expectedVersion: 1, input: { capacity: 70 } },
      { id: sold, input: { capacity: 1 } },
      { id: changed, expectedVersion: 7, input: { capacity: 2 } },
      { id: closed, input: { isClosed: true } },
    ];
    const results = await send(UPDATE, items);
    expect(results).toMatchObject([
      { made: { id: wider, capacity: 70, version: 2 }, userErrors: [] },
      { made: null, userErrors: [{ code: 'CONFLICT', path: ['items', '1'] }] },
      { made: null, userErrors: [{ code: 'PRECONDITION_FAILED', path: ['items', '2'], version: 1 }] },
      { made: { id: closed, isClosed: true }, userErrors: [] },
    ]);
    expect((await auditOf('departure')).slice(0, 2)).toEqual([
      ['departure.update', closed],
      ['departure.update', wider],
    ]);
    expect((await send(UPDATE, items, 'ATOMIC')).map(({ made }) => made)).toEqual([null, null, null, null]);
  });

  it('are one change of the catalogue, made by the first line of the audit log', async () => {
    const level = await aLevel();
    const results = await send(CREATE, [
      on(level.id, '2026-07-01'),
      on(level.id, '2026-06-05'),
      on(level.id, '2026-06-06'),
    ]);
    const entry = await database.db.auditEntry.findFirstOrThrow({
      where: { entity: 'departure', entityId: results[1]?.made?.id ?? 0 },
    });
    const found = await database.db.$queryRaw<object[]>`
      SELECT part, audit_entry_id AS "entryId" FROM unsequenced_change
      WHERE stream = 'catalogue' AND subject_id = ${level.productId} AND part = 'departures'`;
    expect(found).toEqual([{ part: 'departures', entryId: Number(entry.id) }]);
  });
});

describe('several rates', () => {
  it('get other prices, but those that do not hold', async () => {
    const [one, two, last] = [await priced(), await priced(), await priced()];
    const results = await send(RATES, [
      { id: last.id, expectedVersion: 1, input: { prices: [price('7.5')] } },
      { id: two.id, input: { prices: [{ ...price('7.5'), currency: 'USD' }] } },
      { id: one.id, input: { prices: [price('8')] } },
    ]);
    expect(results).toMatchObject([
      { made: { id: last.id, itemPrices: [{ sold: { amount: 7.5 } }] } },
      { made: null, userErrors: [{ code: 'VALIDATION', path: ['items', '1', 'input', 'prices', '0', 'currency'] }] },
      { made: { id: one.id, itemPrices: [{ sold: { amount: 8 } }] } },
    ]);
    expect((await auditOf('rate')).slice(0, 2)).toEqual([
      ['rate.update', one.id],
      ['rate.update', last.id],
    ]);
  });
});

describe('the items', () => {
  it.each([
    ['departures', UPDATE],
    ['rates', RATES],
  ])('of %s are 1 to 100, of different ones', async (_what, text) => {
    const fieldsOf = async (ids: number[]) =>
      (await refusal(text, { items: ids.map((id) => ({ id, input: {} })), mode: 'ATOMIC' }, admin)).fields;
    const count = [{ path: ['items'], message: 'must hold 1 to 100 items.' }];
    expect(await fieldsOf([])).toEqual(count);
    expect(await fieldsOf(Array.from({ length: 101 }, (_, id) => id))).toEqual(count);
    expect(await fieldsOf([1, 2, 1])).toMatchObject([{ path: ['items', 2, 'id'] }]);
  });

  it('of new departures are 1 to 100', async () => {
    const fieldsOf = async (items: object[]) => (await refusal(CREATE, { items, mode: 'ATOMIC' }, admin)).fields;
    expect(await fieldsOf([])).toMatchObject([{ path: ['items'] }]);
    expect(await fieldsOf(Array.from({ length: 101 }, () => on(1, '2026-06-05')))).toMatchObject([{ path: ['items'] }]);
  });
});

const ACTORS = ['outsider', 'partner', 'staff', 'clerk'] as const;

it.each<[string, string, () => Promise<object>]>([
  ['createDepartures', CREATE, async () => on((await aLevel()).id, '2026-06-05')],
  ['updateDepartures', UPDATE, async () => ({ id: idOf(await scene.make.offer([])), input: { capacity: 3 } })],
  ['updateRates', RATES, async () => ({ id: (await priced()).id, input: { prices: [price('3')] } })],
])('%s: who may', async (_name, text, item) => {
  const found = [];
  for (const who of ACTORS) {
    const audited = await database.db.auditEntry.count();
    const [result] = await send(text, [await item()], 'ATOMIC', await scene.as(who));
    found.push(result?.userErrors[0]?.code ?? 'ok');
    // Each change is in the audit log, and no refused one is.
    expect((await database.db.auditEntry.count()) - audited).toBe(result?.made ? 1 : 0);
  }
  expect(found).toEqual(['NOT_FOUND', 'NOT_FOUND', 'FORBIDDEN', 'ok']);
});

describe('two batches at the same time never deadlock', { timeout: 60_000 }, () => {
  const together = (text: string, batches: object[][]) =>
    Promise.all(
      batches.map((items) => inTransaction(database.db, (tx) => send(text, items, 'ATOMIC', { ...admin, db: tx }))),
    );

  it('over the same departures in opposite order', async () => {
    const ids = (await Promise.all(Array.from({ length: 6 }, () => scene.make.offer([])))).map(idOf);
    for (const capacity of [31, 33, 35]) {
      const items = (places: number) => ids.map((id) => ({ id, input: { capacity: places } }));
      const results = await together(UPDATE, [items(capacity), items(capacity + 1).toReversed()]);
      expect(results.flatMap(errorsOf).filter(Boolean)).toEqual([]);
    }
  });

  it('over the same products in opposite order', async () => {
    const rates = await Promise.all(Array.from({ length: 6 }, priced));
    for (const sold of ['3', '4', '5']) {
      const items = rates.map(({ id }) => ({ id, input: { prices: [price(sold)] } }));
      const results = await together(RATES, [items, items.toReversed()]);
      expect(results.flatMap(errorsOf).filter(Boolean)).toEqual([]);
    }
  });
});
