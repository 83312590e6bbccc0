import { queryOptions } from '@tanstack/react-query';
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { type Send, send } from '#lib/send.ts';

const ServiceAccountsQuery = graphql(`
  query ServiceAccounts @executed {
    serviceAccounts {
      id: accountId
      name
      description
      organization {
        id: databaseId
        name
        timeZone
      }
      owner {
        id: databaseId
        name
      }
      scopes
      roles {
        id: databaseId
        name
      }
      expiresAt
      addressRanges
      state
      lastUsedAt
      refusal
      tokens {
        id: tokenId
        name
        createdAt
        expiresAt
        lastUsedAt
        revokedAt
        isValid
      }
    }
  }
`);

const CreateMutation = graphql(`
  mutation CreateServiceAccount($organizationId: SafeInt!, $input: ServiceAccountInput!) {
    createServiceAccount(organizationId: $organizationId, input: $input) {
      account {
        id: accountId
      }
    }
  }
`);

const UpdateMutation = graphql(`
  mutation UpdateServiceAccount($id: SafeInt!, $input: ServiceAccountInput!) {
    updateServiceAccount(id: $id, input: $input) {
      account {
        id: accountId
      }
    }
  }
`);

const DisableMutation = graphql(`
  mutation DisableServiceAccount($id: SafeInt!) {
    disableServiceAccount(id: $id) {
      account {
        id: accountId
      }
    }
  }
`);

const EnableMutation = graphql(`
  mutation EnableServiceAccount($id: SafeInt!) {
    enableServiceAccount(id: $id) {
      account {
        id: accountId
      }
    }
  }
`);

const CreateTokenMutation = graphql(`
  mutation CreateServiceToken($id: SafeInt!, $name: String!, $expiresAt: DateTime) {
    createServiceToken(id: $id, name: $name, expiresAt: $expiresAt) {
      handedOver {
        text
      }
    }
  }
`);

const RevokeTokenMutation = graphql(`
  mutation RevokeServiceToken($id: SafeInt!, $tokenId: SafeInt!) {
    revokeServiceToken(id: $id, tokenId: $tokenId) {
      account {
        id: accountId
      }
    }
  }
`);

const OwnersQuery = graphql(`
  query ServiceAccountOwners($organizationId: SafeInt!, $search: String!) @executed {
    people(filter: { organizationIds: [$organizationId], search: $search }, page: 1, perPage: 50) {
      user {
        id: databaseId
        name
      }
      isDisabled
    }
  }
`);

export type ServiceAccount = ResultOf<typeof ServiceAccountsQuery>['serviceAccounts'][number];
export type ServiceAccountInput = VariablesOf<typeof UpdateMutation>['input'];

/** The service accounts of the organizations that the viewer administers. */
export const serviceAccountsQuery = (by: Send = send) =>
  queryOptions({
    queryKey: ['service-accounts'],
    queryFn: async ({ signal }) => (await by(ServiceAccountsQuery, {}, signal)).serviceAccounts,
    staleTime: 10_000,
  });

export const createAccount = (organizationId: number, input: ServiceAccountInput) =>
  send(CreateMutation, { organizationId, input });
export const updateAccount = (id: number, input: ServiceAccountInput) => send(UpdateMutation, { id, input });
export const disableAccount = (id: number) => send(DisableMutation, { id });
export const enableAccount = (id: number) => send(EnableMutation, { id });

/** People who can be responsible for an account of an organization, by a part of their name; at most 50. */
export async function findAccountOwners(organizationId: number, search: string, signal: AbortSignal) {
  const { people } = await send(OwnersQuery, { organizationId, search }, signal);
  return people.filter(({ isDisabled }) => !isDisabled).map(({ user }) => user);
}

/**
 * Creates a token.
 *
 * @param expiresAt from when it is refused, in ISO 8601; null: never
 * @returns its text, which is not shown again
 */
export const createToken = async (id: number, name: string, expiresAt: string | null): Promise<string> =>
  made((await send(CreateTokenMutation, { id, name, expiresAt })).createServiceToken.handedOver).text;
export const revokeToken = (id: number, tokenId: number) => send(RevokeTokenMutation, { id, tokenId });
