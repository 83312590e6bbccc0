import { clock, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../testing/context.ts';
import { type DispatchScene, dispatchScene } from '../testing/dispatch.ts';
import { answer } from '../testing/run.ts';

type Finding = { kind: string; severity: string; text: string };
const FINDINGS = 'clashes { kind severity text }';
const ORDER = `query ($id: String!) { order(reference: $id) { ${FINDINGS} } }`;
const BOARD = `query ($on: Date!) { board: dispatchBoard(from: $on, to: $on) { ${FINDINGS} } }`;

let database: TestDatabase;
let scene: DispatchScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await dispatchScene(database);
});
afterAll(() => database.drop());

async function findings(id: number, context = scene.context): Promise<Finding[]> {
  return (await answer<{ order: { clashes: Finding[] } }>(ORDER, { id: String(id) }, context)).order.clashes;
}
const expected = [expect.objectContaining({ kind: 'notEligible', severity: 'impossible' })];

describe('a person who is assigned and may no longer do it', () => {
  it('is found once disabled, on the order and on the board', async () => {
    const on = scene.freshDay();
    const driver = await scene.make.userWith(['transfers.drive', 'tours.guide']);
    const order = await scene.order(on, '08:00', driver.id);
    expect(await findings(order.id)).toEqual([]);
    await database.db.user.update({ where: { id: driver.id }, data: { disabledAt: new Date() } });
    const [found] = await findings(order.id);
    expect([found]).toEqual(expected);
    expect(found?.text).toMatch(/ no longer works here as a driver, and is assigned to the pickup of order /);
    const { board } = await answer<{ board: { clashes: Finding[] } }>(BOARD, { on }, scene.context);
    expect(board.clashes).toEqual(expected);
  });

  it('is found without the right for the task, and not for another one', async () => {
    const on = scene.freshDay();
    const guide = await scene.make.userWith(['tours.guide']);
    const [driven, guided] = [await scene.order(on, '08:00', guide.id), await scene.order(on, '15:00')];
    await database.db.order.update({ where: { id: guided.id }, data: { tourGuideId: guide.id } });
    expect(await findings(driven.id)).toEqual(expected);
    expect(await findings(guided.id)).toEqual([]);
    await database.db.userRole.deleteMany({ where: { userId: guide.id } });
    expect(await findings(guided.id)).toEqual(expected);
    expect((await findings(guided.id))[0]?.text).toContain('as a guide');
  });

  it('is found with the right in another organization alone', async () => {
    const on = scene.freshDay();
    const { id: organizationId } = await scene.make.organization();
    const driver = await scene.make.userWith(['transfers.drive'], { organizationId });
    const order = await scene.order(on, '08:00', driver.id);
    expect(await findings(order.id)).toEqual(expected);
  });

  it('is not found for jobs that have ended', async () => {
    const driver = await scene.make.userWith(['transfers.drive']);
    const offer = await scene.make.offer([], { departure: { date: day('2026-05-31') } });
    const pickup = { date: day('2026-05-31'), time: clock('09:00'), driverId: driver.id };
    const order = await scene.make.order({ offer, pickup });
    await database.db.user.update({ where: { id: driver.id }, data: { disabledAt: new Date() } });
    expect(await findings(order.id)).toEqual([]);
    const earlier = await contextFor(database.db, scene.context.actor?.userId ?? 0, {
      now: new Date('2026-05-31T06:00:00Z'),
    });
    expect(await findings(order.id, earlier)).toEqual(expected);
  });
});
