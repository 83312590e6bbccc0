import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { dispatchedOrders } from '../jobs/load-jobs.ts';
import { asMove, type Move } from '../jobs/moves.ts';
import { actorOf } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';

/** The actor's drafted moves, by ascending order id. */
export async function ownMoves(context: Context): Promise<Move[]> {
  const rows = await context.db.dispatchMove.findMany({
    where: { userId: actorOf(context).userId, order: dispatchedOrders(context) },
    orderBy: [{ orderId: 'asc' }, { task: 'asc' }],
  });
  return rows.map(asMove);
}

/**
 * Serializes changes of a user's draft: it is published once, and a move that is drafted meanwhile stays in the draft.
 */
export const lockDraft = (tx: Tx, userId: number) => lockRows(tx, 'User', { id: userId });
