import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { principalsOf } from '../shared/principals.ts';
import { isStorable } from '../shared/text.ts';
import { OrderEventKind, orderEventKind } from './order-event-kind.ts';

export const OrderEventFilter = builder.inputType('OrderEventFilter', {
  description: 'Which changes of orders to answer with; a change must match every given member.',
  fields: (t) => ({
    kinds: t.field({ type: [OrderEventKind], description: 'Of any of these kinds.' }),
    orderIds: t.intList({ description: 'Of these orders.' }),
    productIds: t.intList({ description: 'Of orders that are now of these products.' }),
    clientIds: t.intList({ description: 'Of orders of these clients.' }),
    fields: t.stringList({
      description:
        'With a change of any of these fields, by the first name of their paths: `status`, `pickup`, `leader`, `tags`. A creation changes `status`, `quantity`, `total` and `currency`.',
    }),
  }),
});

type Filter = typeof OrderEventFilter.$inferInput | null | undefined;

/** The first name of the path of a changed member, as `fieldsOf` has it. */
const changedField = Prisma.sql`(CASE name
  WHEN 'transfers.' || o.pickup_id || '.tags' THEN 'pickup'
  WHEN 'transfers.' || o.dropoff_id || '.tags' THEN 'dropoff'
  ELSE regexp_replace(split_part(name, '.', 1), '(.)Id$', '\\1') END)`;

/**
 * A condition for changes with their entries of the audit log (`a`) and orders (`o`): those of orders that the caller
 * may see now, as `visibleOrders` has it, that match a filter.
 */
export function matchingOrderEvents(filter: Filter, context: Context): Prisma.Sql {
  checkFilter(filter);
  const { kinds, orderIds, productIds, clientIds, fields } = filter ?? {};
  return Prisma.join(
    [
      Prisma.sql`o.viewers && ${principalsOf(context)}`,
      ...(kinds ? [Prisma.sql`${orderEventKind} = ANY (${kinds})`] : []),
      ...(orderIds ? [Prisma.sql`o.id = ANY (${orderIds})`] : []),
      ...(productIds ? [Prisma.sql`o.product_id = ANY (${productIds})`] : []),
      ...(clientIds ? [Prisma.sql`o.client_id = ANY (${clientIds})`] : []),
      ...(fields
        ? [
            Prisma.sql`EXISTS (SELECT FROM jsonb_object_keys(coalesce(a.after, a.before)) AS member (name)
              WHERE ${changedField} = ANY (${fields.filter(isStorable)}))`,
          ]
        : []),
    ],
    ' AND ',
  );
}
