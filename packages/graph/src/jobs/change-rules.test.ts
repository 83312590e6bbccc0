import { clock, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { type DispatchScene, dispatchScene } from '../testing/dispatch.ts';
import { answer, refusal } from '../testing/run.ts';

const RULES = `organizationId guideMinutes transferMinutes travelSpeed travelMargin penaltyUnit mayChange
  usual { guideMinutes transferMinutes travelSpeed travelMargin penaltyUnit } travelTimes { from { id: databaseId } to { id: databaseId } minutes }`;
const READ = `{ rules: dispatchRules { ${RULES} } }`;
const CHANGE = `mutation ($organizationId: SafeInt!, $input: DispatchRulesInput!) {
  rules: changeDispatchRules(organizationId: $organizationId, input: $input) { rules { ${RULES} } } }`;
const TIMES = `mutation ($productId: SafeInt!, $input: ProductTimesInput!) {
  product: changeProductTimes(productId: $productId, input: $input) { product { guideMinutes transferMinutes mayChangeTimes } } }`;

let database: TestDatabase;
let scene: DispatchScene;
let admin: Context;
let organizationId: number;

beforeAll(async () => {
  database = await testDatabase();
  scene = await dispatchScene(database);
  organizationId = (await scene.make.home()).id;
  admin = await contextFor(
    database.db,
    (await scene.make.userWith(['console.access', 'administration', 'orders.view-all'])).id,
  );
});
afterAll(() => database.drop());

const change = (input: object) => answer<{ rules: object }>(CHANGE, { organizationId, input }, admin);
const fieldsOf = async (input: object) =>
  (await refusal(CHANGE, { organizationId, input }, admin)).fields?.map(({ path }) => path.slice(1).join('.'));

describe('the rules of an organization', () => {
  it('are those of the installation until they are set, and again when they are null', async () => {
    const usual = { guideMinutes: 120, transferMinutes: 30, travelSpeed: 50, travelMargin: 10, penaltyUnit: 'none' };
    const none = {
      guideMinutes: null,
      transferMinutes: null,
      travelSpeed: null,
      travelMargin: null,
      penaltyUnit: null,
    };
    expect(await answer(READ, {}, scene.context)).toEqual({
      rules: [{ organizationId, ...none, usual, mayChange: false, travelTimes: [] }],
    });
    const own = { guideMinutes: 45, travelMargin: 0 };
    expect((await change(own)).rules).toMatchObject({ ...none, ...own, mayChange: true });
    expect((await change({ travelSpeed: 80 })).rules).toMatchObject({ ...none, ...own, travelSpeed: 80 });
    expect((await change({ guideMinutes: null, travelMargin: null, travelSpeed: null })).rules).toMatchObject(none);
    const { before, after } = await database.db.auditEntry.findFirstOrThrow({
      where: { action: 'dispatch-rules.change' },
      orderBy: { id: 'desc' },
    });
    expect([before, after]).toEqual([
      { guideMinutes: 45, travelMargin: 0, travelSpeed: 80 },
      { guideMinutes: null, travelMargin: null, travelSpeed: null },
    ]);
  });

  it('have the unit of cancellation penalties', async () => {
    expect((await change({ penaltyUnit: 'hours' })).rules).toMatchObject({ penaltyUnit: 'hours', travelSpeed: null });
    expect((await change({ travelSpeed: null })).rules).toMatchObject({ penaltyUnit: 'hours' });
    expect((await change({ penaltyUnit: null })).rules).toMatchObject({ penaltyUnit: null });
    const lines = await database.db.auditEntry.findMany({
      where: { action: 'dispatch-rules.change', after: { path: ['penaltyUnit'], equals: 'hours' } },
    });
    expect(lines.map(({ before, after }) => [before, after])).toEqual([
      [{ penaltyUnit: null }, { penaltyUnit: 'hours' }],
    ]);
  });

  it('decide clashes', async () => {
    const on = scene.freshDay();
    const pickup = (time: string) => ({ date: day(on), time: clock(time), driverId: scene.ann.id });
    for (const time of ['08:00', '08:45']) await scene.make.order({ offer: null, pickup: pickup(time) });
    expect((await scene.board(on)).clashes).toEqual([]);
    await change({ transferMinutes: 60 });
    expect((await scene.board(on)).clashes).toMatchObject([{ kind: 'overlap', severity: 'tight' }]);
    await change({ transferMinutes: null });
  });

  it('set the time between two cities in both directions, once', async () => {
    const [one, other] = [await scene.make.city(), await scene.make.city()];
    const time = (from: number, to: number, minutes: number | null) => ({
      travelTimes: [{ fromCityId: from, toCityId: to, minutes }],
    });
    await change(time(other.id, one.id, 50));
    const { rules } = await change(time(one.id, other.id, 60));
    expect(rules).toMatchObject({ travelTimes: [{ from: { id: one.id }, to: { id: other.id }, minutes: 60 }] });
    expect((await change(time(one.id, other.id, null))).rules).toMatchObject({ travelTimes: [] });
    expect(await fieldsOf(time(one.id, one.id, 5))).toEqual(['travelTimes.0.toCityId']);
    expect(await fieldsOf(time(one.id, 0, 5))).toEqual(['travelTimes.0.toCityId']);
    expect(await fieldsOf(time(one.id, other.id, 1_441))).toEqual(['travelTimes.0.minutes']);
  });

  it('have bounds', async () => {
    expect(await fieldsOf({ guideMinutes: 0, transferMinutes: 1_441, travelSpeed: 301, travelMargin: -1 })).toEqual([
      'guideMinutes',
      'transferMinutes',
      'travelSpeed',
      'travelMargin',
    ]);
  });

  it('are changed by administrators of the organization', async () => {
    expect(await refusal(CHANGE, { organizationId, input: {} }, scene.context)).toMatchObject({ code: 'FORBIDDEN' });
    const elsewhere = await scene.make.organization();
    expect(await refusal(CHANGE, { organizationId: elsewhere.id, input: {} }, admin)).toMatchObject({
      code: 'NOT_FOUND',
    });
    const stranger = await contextFor(database.db, scene.ann.id);
    expect(await answer(READ, {}, stranger)).toEqual({ rules: [] });
  });
});

describe('the estimates of a product', () => {
  it('are changed by administrators of its organization', async () => {
    const { id: productId } = await scene.make.product();
    const input = { guideMinutes: 90 };
    expect(await answer(TIMES, { productId, input }, admin)).toEqual({
      product: { guideMinutes: 90, transferMinutes: null, mayChangeTimes: true },
    });
    expect((await refusal(TIMES, { productId, input: { guideMinutes: 0 } }, admin)).fields).toMatchObject([
      { path: ['input', 'guideMinutes'] },
    ]);
    expect(await refusal(TIMES, { productId, input }, scene.context)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(TIMES, { productId: 0, input }, admin)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await database.db.auditEntry.count({ where: { action: 'product.change-times' } })).toBe(1);
  });
});
