import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { NOW } from '../testing/context.ts';
import { type CrewScene, crewScene } from '../testing/crew.ts';
import { forgetReasons } from './forget-reasons.ts';

let database: TestDatabase;
let scene: CrewScene;
let ann: () => Promise<Context>;

beforeAll(async () => {
  database = await testDatabase();
  scene = await crewScene(database);
  ann = (await scene.session(scene.ann.id)).as;
});
afterAll(() => database.drop());

const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);

it('reasons and the history are deleted some time after the day of a job, and the last state stays', async () => {
  const order = await scene.pickup();
  const id = `pickup:${order.id}`;
  await scene.act(await ann(), id, 'accepted');
  await scene.act(await ann(), id, 'declined', { reason: 'Ill' });
  const kept = async () => {
    const row = await database.db.crewJob.findFirstOrThrow({
      where: { orderId: order.id },
      include: { changes: true },
    });
    return [row.state, row.reason, row.changes.length];
  };
  const after = (days: number) => forgetReasons(database.db, hours(days * 24), 90);
  await after(90);
  expect(await kept()).toEqual(['declined', 'Ill', 2]);
  expect(await after(91)).toBeGreaterThanOrEqual(3);
  expect(await kept()).toEqual(['declined', '', 0]);
});

it('the reasons of absences are deleted too, also from the findings of batches', async () => {
  const order = await scene.pickup();
  const organizationId = scene.home;
  const at = (local: string) => new Date(`2026-06-0${local}:00Z`);
  const absence = await database.db.absence.create({
    data: {
      organizationId,
      userId: scene.ann.id,
      startsAtLocal: at('1T00:00'),
      endsAtLocal: at('3T12:00'),
      reason: 'Ill',
    },
  });
  const ended = { from: at('1T00:00').toISOString().slice(0, 16), until: at('3T12:00').toISOString().slice(0, 16) };
  const clashes = [
    { kind: 'overlap', severity: 'impossible' },
    { kind: 'absence', severity: 'absent', from: ended.from, until: ended.until, reason: 'Ill' },
    { kind: 'absence', severity: 'absent', from: ended.until, until: '2030-01-01T00:00', reason: 'On leave' },
  ];
  const batch = await database.db.batch.create({
    data: {
      organizationId,
      makerId: scene.ben.id,
      kind: 'change',
      createdAt: hours(1),
      requestId: 'test',
      rows: { create: { orderId: order.id, status: 'done', version: 1, clashes } },
    },
    include: { rows: true },
  });
  const kept = async () => [
    (await database.db.absence.findUniqueOrThrow({ where: { id: absence.id } })).reason,
    (await database.db.batchRow.findFirstOrThrow({ where: { batchId: batch.id } })).clashes,
  ];
  await forgetReasons(database.db, hours(24 * 90), 90);
  expect(await kept()).toEqual(['Ill', clashes]);
  await forgetReasons(database.db, hours(24 * 93), 90);
  expect(await kept()).toEqual(['', [clashes[0], { ...clashes[1], reason: '' }, clashes[2]]]);
});
