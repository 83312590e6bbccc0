import { expectedDeliveries } from '@channel/webhooks';
import type { Context } from '../context.ts';

/** The number of webhooks that the planned changes of a batch send; 0 where changes of orders emit no event. */
export async function expectedWebhooks({ db, settings }: Context, batchId: number): Promise<number> {
  if (settings.eventKinds.update === undefined) return 0;
  const rows = await db.batchRow.findMany({ where: { batchId, status: 'planned' }, select: { orderId: true } });
  const orderIds = rows.map(({ orderId }) => orderId);
  return expectedDeliveries(db, orderIds, settings.permissions.allOrders);
}
