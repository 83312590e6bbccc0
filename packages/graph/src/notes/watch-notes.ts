import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { staffOrganizationIds } from '../shared/principals.ts';

type NoteNotice = { orderId: number };

const OrderNoteNews = builder.objectRef<NoteNotice>('OrderNoteNews').implement({
  description: 'The notes on an order changed, or somebody read them.',
  fields: (t) => ({ orderId: t.exposeInt('orderId', { description: "The order's id." }) }),
});

async function* noteNews(notices: AsyncIterable<NoteNotice>, context: Context): AsyncGenerator<NoteNotice> {
  for await (const { orderId } of notices) {
    const where = {
      AND: [{ id: orderId, organizationId: { in: staffOrganizationIds(context) } }, visibleOrders(context)],
    };
    if ((await context.live.look(() => context.db.order.count({ where }))) > 0) yield { orderId };
  }
}

builder.subscriptionField('orderNoteNews', (t) =>
  t.field({
    type: OrderNoteNews,
    description: 'Orders whose notes change, sent when the change is committed. For staff.',
    subscribe: async (_root, _args, context) => {
      if (staffOrganizationIds(context).length === 0) throw forbidden('You may not see notes.');
      return noteNews(await context.live.notes(), context);
    },
    resolve: (notice) => notice,
  }),
);
