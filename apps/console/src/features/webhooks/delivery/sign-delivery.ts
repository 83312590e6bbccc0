import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';

const SignDelivery = graphql(`
  mutation SignWebhookDelivery($id: SafeInt!) {
    signWebhookDelivery(id: $id) {
      request {
        url
        headers
        body
      }
    }
  }
`);

/** The request of a delivery, signed by the server with the current time. */
export const signDelivery = async (id: number) => made((await send(SignDelivery, { id })).signWebhookDelivery.request);
