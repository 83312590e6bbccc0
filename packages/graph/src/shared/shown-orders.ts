import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { Context } from '../context.ts';

/** What sources of the types below may have. */
type Source = { id: number; orderId?: number; delivery?: { event: { orderId: number } } };

/** The order of a source of each type that shows what is stored of one, and is reached without an `Order`. */
const ORDER_OF: Readonly<Record<string, (source: Source) => number | undefined>> = {
  Order: ({ id }) => id,
  OrderNote: ({ orderId }) => orderId,
  BatchRow: ({ orderId }) => orderId,
  DispatchJob: ({ orderId }) => orderId,
  WebhookEvent: ({ orderId }) => orderId,
  WebhookAttempt: ({ delivery }) => delivery?.event.orderId,
};

/**
 * Makes every field of these types note its order in `Context.ordersShown`. Passengers, changes and all else of an order
 * are reached through them.
 */
export function noteOrders(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, orderOf] of Object.entries(ORDER_OF)) {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`The schema has no ${name}.`);
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (source: Source, args, context: Context, info) => {
        const orderId = context.ordersShown && orderOf(source);
        if (orderId !== undefined) context.ordersShown?.add(orderId);
        return resolve(source, args, context, info);
      };
    }
  }
  return schema;
}
