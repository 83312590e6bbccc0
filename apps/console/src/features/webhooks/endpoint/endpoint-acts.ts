import type { VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { send } from '#lib/send.ts';

const CreateEndpoint = graphql(`
  mutation CreateWebhookEndpoint($organizationId: Int!, $input: WebhookEndpointInput!) {
    createWebhookEndpoint(organizationId: $organizationId, input: $input) {
      secret
      endpoint {
        id
      }
    }
  }
`);

const UpdateEndpoint = graphql(`
  mutation UpdateWebhookEndpoint($id: Int!, $input: WebhookEndpointInput!) {
    updateWebhookEndpoint(id: $id, input: $input) {
      id
    }
  }
`);

const DisableEndpoint = graphql(`
  mutation DisableWebhookEndpoint($id: Int!) {
    disableWebhookEndpoint(id: $id) {
      id
    }
  }
`);

const EnableEndpoint = graphql(`
  mutation EnableWebhookEndpoint($id: Int!) {
    enableWebhookEndpoint(id: $id) {
      id
    }
  }
`);

const DeleteEndpoint = graphql(`
  mutation DeleteWebhookEndpoint($id: Int!) {
    deleteWebhookEndpoint(id: $id)
  }
`);

const RotateSecret = graphql(`
  mutation RotateWebhookSecret($id: Int!, $endOldAtOnce: Boolean!) {
    rotateWebhookSecret(id: $id, endOldAtOnce: $endOldAtOnce) {
      secret
      endpoint {
        id
        previousSecretExpiresAt
      }
    }
  }
`);

const TestEndpoint = graphql(`
  mutation TestWebhookEndpoint($id: Int!, $orderId: Int) {
    testWebhookEndpoint(id: $id, orderId: $orderId) {
      id
    }
  }
`);

const OwnersQuery = graphql(`
  query WebhookOwners($organizationId: Int!, $search: String!) {
    webhookOwners(organizationId: $organizationId, search: $search) {
      id
      name
    }
  }
`);

export type EndpointInput = VariablesOf<typeof UpdateEndpoint>['input'];

/** Registers an endpoint. Answers its id and, this once, its secret. */
export async function createEndpoint(organizationId: number, input: EndpointInput) {
  const { secret, endpoint } = (await send(CreateEndpoint, { organizationId, input })).createWebhookEndpoint;
  return { id: endpoint.id, secret };
}

export const updateEndpoint = (id: number, input: EndpointInput) => send(UpdateEndpoint, { id, input });

/** Switches an endpoint on or off. */
export async function switchEndpoint(id: number, isOn: boolean): Promise<void> {
  await (isOn ? send(EnableEndpoint, { id }) : send(DisableEndpoint, { id }));
}

/** Deletes an endpoint. The records of its deliveries stay for a while. */
export const deleteEndpoint = (id: number) => send(DeleteEndpoint, { id });

/** Gives an endpoint a new secret. Answers it, this once, and until when the old one signs too. */
export async function rotateSecret(id: number, endOldAtOnce: boolean) {
  const { secret, endpoint } = (await send(RotateSecret, { id, endOldAtOnce })).rotateWebhookSecret;
  return { secret, oldEndsAt: endpoint.previousSecretExpiresAt };
}

/** Sends an order to an endpoint to try it; without one the newest. Answers the delivery's id. */
export const testEndpoint = async (id: number, orderId: number | null) =>
  (await send(TestEndpoint, { id, orderId })).testWebhookEndpoint.id;

/** People of an organization who can own an endpoint, by a part of their name; fifty at most. */
export const findOwners = async (organizationId: number, search: string, signal: AbortSignal) =>
  (await send(OwnersQuery, { organizationId, search }, signal)).webhookOwners;
