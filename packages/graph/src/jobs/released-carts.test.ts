import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseExpiredHolds } from '../orders/places.ts';
import { NOW } from '../testing/context.ts';
import { type DispatchScene, dispatchScene } from '../testing/dispatch.ts';

let database: TestDatabase;
let scene: DispatchScene;

beforeAll(async () => {
  database = await testDatabase();
  scene = await dispatchScene(database);
});
afterAll(() => database.drop());

/** A booked pickup, and one in the cart at the same time and of the same driver. */
async function pickups({ isReleased, ...hold }: { holdExpiresAt: Date | null; isReleased?: boolean }) {
  const on = scene.freshDay();
  await scene.order(on, '08:00', scene.ann.id);
  const cart = await scene.order(on, '08:00', scene.ann.id, { status: 'InCart' });
  await database.db.booking.updateMany({ where: { orderId: cart.id }, data: hold });
  if (isReleased) expect(await releaseExpiredHolds(database.db, NOW)).toBeGreaterThan(0);
  const board = await scene.board(on);
  return { board, cart };
}

describe('an order in the cart', () => {
  const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

  it.each([
    ['holds its places for some time', { holdExpiresAt: minutes(5) }, 1],
    ['holds them without a limit', { holdExpiresAt: null }, 1],
    ['has a hold that has expired', { holdExpiresAt: minutes(-5) }, 0],
    ['has a hold that was released', { holdExpiresAt: minutes(-5), isReleased: true }, 0],
  ])('that %s is on the board, and clashes while it is held', async (_name, hold, clashes) => {
    const { board, cart } = await pickups(hold);
    expect(scene.jobOf(board, 'pickup', cart)).toMatchObject({ personId: scene.ann.id });
    expect(board.clashes).toHaveLength(clashes);
  });
});
