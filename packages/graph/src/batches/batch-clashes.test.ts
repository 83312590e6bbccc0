import { clock, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCHES_BY_NAME, batchBy, batchHost } from '../testing/batches.ts';
import { type DispatchScene, dispatchScene } from '../testing/dispatch.ts';
import { answer, refusal } from '../testing/run.ts';
import { executeBatch } from './execute-batch.ts';

const CLASHES = `query ($id: SafeInt!) { batch(id: $id) { status clashingOrders
  rows(perPage: 100) { orderId status clashes { kind severity } } } }`;
const UNSEEN = {
  code: 'CONFLICT',
  message: 'The batch now has 1 clash that was not shown. Nothing was changed: look at it, and try again.',
};

type Shown = {
  status: string;
  clashingOrders: number;
  rows: { orderId: number; status: string; clashes: { kind: string }[] }[];
};

let database: TestDatabase;
let scene: DispatchScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await dispatchScene(database);
});
afterAll(() => database.drop());

const plan = (ids: number[]) =>
  batchBy('plan', { orders: { ids }, change: { driver: { of: ['pickup'], id: scene.ann.id } } }, scene.context);
const shown = async (id: number) => (await answer<{ batch: Shown }>(CLASHES, { id }, scene.context)).batch;
const kindsOf = ({ rows }: Shown) => rows.map(({ clashes }) => clashes.map(({ kind }) => kind).join());
const refused = (name: 'run' | 'retry', variables: object) =>
  refusal(BATCHES_BY_NAME[name], { ...variables }, scene.context);

async function absentOn(on: string) {
  const [startsAtLocal, endsAtLocal] = [new Date(`${on}T00:00:00Z`), new Date(`${on}T23:00:00Z`)];
  const organizationId = (await scene.make.home()).id;
  await database.db.absence.create({
    data: { organizationId, userId: scene.ann.id, startsAtLocal, endsAtLocal, reason: '' },
  });
}

describe('running a batch', () => {
  it('is refused for a finding that the plan did not show, which it shows then, and runs after that', async () => {
    const on = scene.freshDay();
    const order = await scene.order(on, '08:00');
    const { id } = await plan([order.id]);
    expect(await shown(id)).toMatchObject({ clashingOrders: 0 });
    await absentOn(on);
    expect(await refused('run', { id })).toMatchObject(UNSEEN);
    const now = await shown(id);
    expect(now).toMatchObject({ status: 'planned', clashingOrders: 1, rows: [{ status: 'planned' }] });
    expect(kindsOf(now)).toEqual(['absence']);
    await batchBy('run', { id }, scene.context);
    await executeBatch(batchHost(database.db), id);
    expect(await shown(id)).toMatchObject({ status: 'ended', rows: [{ status: 'done' }] });
  });

  it('is not refused where findings were shown, or are gone', async () => {
    const on = scene.freshDay();
    const [order, other] = [await scene.order(on, '08:00'), await scene.order(on, '08:10', scene.ann.id)];
    const [one, two] = [await plan([order.id]), await plan([order.id])];
    expect(kindsOf(await shown(one.id))).toEqual(['overlap']);
    await batchBy('run', { id: one.id }, scene.context);
    await database.db.transfer.update({ where: { id: other.pickupId }, data: { driverId: null } });
    await batchBy('run', { id: two.id }, scene.context);
    expect(kindsOf(await shown(two.id))).toEqual(['']);
  });

  it('is refused for another job that the person got', async () => {
    const on = scene.freshDay();
    const { id } = await plan([(await scene.order(on, '08:00')).id]);
    await scene.order(on, '08:10', scene.ann.id);
    expect(await refused('run', { id })).toMatchObject(UNSEEN);
    expect(kindsOf(await shown(id))).toEqual(['overlap']);
  });

  it('does not compare what a change of tags leaves as it is', async () => {
    const on = scene.freshDay();
    const order = await scene.order(on, '08:00', scene.ann.id);
    const change = { tags: { on: 'order', action: 'assign', tags: [{ key: 'desk', value: 'lobby' }] } };
    const { id } = await batchBy('plan', { orders: { ids: [order.id] }, change }, scene.context);
    await absentOn(on);
    expect(await batchBy('run', { id }, scene.context)).toMatchObject({ status: 'running' });
  });
});

describe('retrying orders of a batch', () => {
  const changeReference = (id: number, referenceCode: string) =>
    answer(
      'mutation ($id: String!, $input: OrderUpdateInput!) { updateOrder(reference: $id, input: $input) { order { id: databaseId } } }',
      { id: String(id), input: { referenceCode } },
      scene.context,
    );

  it('compares them with all planned orders of the batch', async () => {
    const on = scene.freshDay();
    const [one, two] = [await scene.order(on, '08:00'), await scene.order(on, '08:10')];
    const ids = [one.id, two.id].sort((a, b) => a - b);
    const { id } = await plan(ids);
    expect(kindsOf(await shown(id))).toEqual(['overlap', 'overlap']);
    await database.db.batchRow.update({
      where: { batchId_orderId: { batchId: id, orderId: one.id } },
      data: { status: 'stale' },
    });
    await batchBy('retry', { id, evenIfChanged: true }, scene.context);
    expect(kindsOf(await shown(id))).toEqual(['overlap', 'overlap']);
    await batchBy('run', { id }, scene.context);
  });

  it('that has ended is refused for a finding that it did not show, and keeps its results', async () => {
    const on = scene.freshDay();
    const order = await scene.order(on, '08:00');
    const { id } = await plan([order.id]);
    await changeReference(order.id, 'changed');
    await batchBy('run', { id }, scene.context);
    await executeBatch(batchHost(database.db), id);
    expect(await shown(id)).toMatchObject({ status: 'ended', rows: [{ status: 'stale' }] });
    const later = { date: day(on), time: clock('08:05'), driverId: scene.ann.id };
    await scene.make.order({ offer: await scene.make.offer([], { departure: { date: day(on) } }), pickup: later });
    expect(await refused('retry', { id, evenIfChanged: true })).toMatchObject(UNSEEN);
    const now = await shown(id);
    expect(now).toMatchObject({ status: 'ended', clashingOrders: 1, rows: [{ status: 'stale' }] });
    expect(kindsOf(now)).toEqual(['overlap']);
    await batchBy('retry', { id, evenIfChanged: true }, scene.context);
    await executeBatch(batchHost(database.db), id);
    expect(await shown(id)).toMatchObject({ status: 'ended', rows: [{ status: 'done' }] });
  });
});
