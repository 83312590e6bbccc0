import type { VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';

const CreateEndpoint = graphql(`
  mutation CreateWebhookEndpoint($organizationId: SafeInt!, $input: WebhookEndpointInput!) {
    createWebhookEndpoint(organizationId: $organizationId, input: $input) {
      handedOver {
        secret
        endpoint {
          id: databaseId
        }
      }
    }
  }
`);

const UpdateEndpoint = graphql(`
  mutation UpdateWebhookEndpoint($id: SafeInt!, $input: WebhookEndpointInput!) {
    updateWebhookEndpoint(id: $id, input: $input) {
      endpoint {
        id: databaseId
      }
    }
  }
`);

const DisableEndpoint = graphql(`
  mutation DisableWebhookEndpoint($id: SafeInt!) {
    disableWebhookEndpoint(id: $id) {
      endpoint {
        id: databaseId
      }
    }
  }
`);

const EnableEndpoint = graphql(`
  mutation EnableWebhookEndpoint($id: SafeInt!) {
    enableWebhookEndpoint(id: $id) {
      endpoint {
        id: databaseId
      }
    }
  }
`);

const DeleteEndpoint = graphql(`
  mutation DeleteWebhookEndpoint($id: SafeInt!) {
    deleteWebhookEndpoint(id: $id) { isDeleted }
  }
`);

const RotateSecret = graphql(`
  mutation RotateWebhookSecret($id: SafeInt!, $endOldAtOnce: Boolean!) {
    rotateWebhookSecret(id: $id, endOldAtOnce: $endOldAtOnce) {
      handedOver {
        secret
        endpoint {
          id: databaseId
          previousSecretExpiresAt
        }
      }
    }
  }
`);

const TestEndpoint = graphql(`
  mutation TestWebhookEndpoint($id: SafeInt!, $orderId: SafeInt) {
    testWebhookEndpoint(id: $id, orderId: $orderId) {
      delivery {
        id: databaseId
      }
    }
  }
`);

const OwnersQuery = graphql(`
  query WebhookOwners($organizationId: SafeInt!, $search: String!) @executed {
    webhookOwners(organizationId: $organizationId, search: $search) {
      id: databaseId
      name
    }
  }
`);

export type EndpointInput = VariablesOf<typeof UpdateEndpoint>['input'];

/** Registers an endpoint. Returns its id and its secret, which is shown only once. */
export async function createEndpoint(organizationId: number, input: EndpointInput) {
  const { createWebhookEndpoint } = await send(CreateEndpoint, { organizationId, input });
  const { secret, endpoint } = made(createWebhookEndpoint.handedOver);
  return { id: endpoint.id, secret };
}

export const updateEndpoint = (id: number, input: EndpointInput) => send(UpdateEndpoint, { id, input });

/** Enables or disables an endpoint. */
export async function switchEndpoint(id: number, isOn: boolean): Promise<void> {
  await (isOn ? send(EnableEndpoint, { id }) : send(DisableEndpoint, { id }));
}

/** Deletes an endpoint. The records of its deliveries are kept for their retention period. */
export const deleteEndpoint = (id: number) => send(DeleteEndpoint, { id });

/**
 * Rotates the secret of an endpoint. Returns the new secret, which is shown only once, and the expiry of the old one.
 */
export async function rotateSecret(id: number, endOldAtOnce: boolean) {
  const { secret, endpoint } = made((await send(RotateSecret, { id, endOldAtOnce })).rotateWebhookSecret.handedOver);
  return { secret, oldEndsAt: endpoint.previousSecretExpiresAt };
}

/** Sends an order (the newest if null) to an endpoint as a test. Returns the delivery's id. */
export const testEndpoint = async (id: number, orderId: number | null) =>
  made((await send(TestEndpoint, { id, orderId })).testWebhookEndpoint.delivery).id;

/** People of an organization who can own an endpoint, by a part of their name; at most 50. */
export const findOwners = async (organizationId: number, search: string, signal: AbortSignal) =>
  (await send(OwnersQuery, { organizationId, search }, signal)).webhookOwners;
