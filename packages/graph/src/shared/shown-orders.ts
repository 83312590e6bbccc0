import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { Context } from '../context.ts';

/**
 * Makes every field of an order note the order in `Context.ordersShown`. Passengers, notes and all else of an order are
 * reached through it.
 */
export function noteOrders(schema: GraphQLSchema): GraphQLSchema {
  const order = schema.getType('Order');
  if (!isObjectType(order)) throw new Error('The schema has no Order.');
  for (const field of Object.values(order.getFields())) {
    const resolve = field.resolve ?? defaultFieldResolver;
    // Each order is read with its id.
    field.resolve = (source: { id: number }, args, context: Context, info) => {
      context.ordersShown?.add(source.id);
      return resolve(source, args, context, info);
    };
  }
  return schema;
}
