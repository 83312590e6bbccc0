import type { PrismaClient, Tx } from '@channel/prisma';
import { readRows } from '../shared/rows.ts';

/** The notes on orders that their drivers and guides may read: pinned ones first, then oldest first. */
export const crewNotes = (db: PrismaClient | Tx, orderIds: readonly number[]) =>
  readRows(db, 'OrderNote', {
    where: { orderId: { in: [...orderIds] }, isForCrew: true },
    select: { id: true, orderId: true, text: true, createdAt: true, editedAt: true },
    orderBy: [{ isPinned: 'desc' }, { id: 'asc' }],
  });
