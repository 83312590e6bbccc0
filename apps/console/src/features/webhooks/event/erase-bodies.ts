import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';

const EraseBodies = graphql(`
  mutation EraseWebhookBodies($eventIds: [String!], $orderId: SafeInt) {
    eraseWebhookBodies(eventIds: $eventIds, orderId: $orderId) { count }
  }
`);

/** Erases the body of an event, or of all events of an order. Returns the number of erased bodies. */
export const eraseBodies = async (of: { eventIds: string[] } | { orderId: number }) =>
  made((await send(EraseBodies, of)).eraseWebhookBodies.count);
