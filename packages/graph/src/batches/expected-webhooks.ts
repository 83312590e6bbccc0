import { expectedDeliveries } from '@channel/webhooks';
import type { Context } from '../context.ts';

/** How many webhooks leave when the orders of a batch that are planned are changed; none where changes emit nothing. */
export async function expectedWebhooks({ db, settings }: Context, batchId: number): Promise<number> {
  if (settings.eventKinds.update === undefined) return 0;
  const rows = await db.batchRow.findMany({ where: { batchId, status: 'planned' }, select: { orderId: true } });
  const orderIds = rows.map(({ orderId }) => orderId);
  return expectedDeliveries(db, orderIds, settings.permissions.allOrders);
}
