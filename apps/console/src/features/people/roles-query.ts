import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const RolesQuery = graphql(`
  query StaffRoles @executed {
    staffRoles {
      role {
        id: databaseId
        name
        description
        permissions {
          name
          description
        }
        tags {
          key
          value
        }
      }
      organization {
        id: databaseId
        name
      }
      client {
        id: databaseId
        name
      }
      members
      products
      cities
      mayGive
    }
    administeredOrganizations {
      id: databaseId
      name
    }
  }
`);

const GivableQuery = graphql(`
  query GivablePermissions($organizationId: SafeInt!) @executed {
    permissions(organizationId: $organizationId) {
      permission {
        name
        description
      }
      mayGive
    }
    roleClients(organizationId: $organizationId) {
      id: databaseId
      name
    }
  }
`);

export type RolesPage = ResultOf<typeof RolesQuery>;
export type StaffRole = RolesPage['staffRoles'][number];
export type Givable = ResultOf<typeof GivableQuery>;

/** All roles that staff may see, and the organizations that the viewer administers. */
export const rolesQuery = (by: Send = send) =>
  queryOptions({ queryKey: ['roles'], queryFn: ({ signal }) => by(RolesQuery, {}, signal), staleTime: 60_000 });

/** The permissions and clients that can be assigned to a role of an organization. */
export const givableQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['permissions', organizationId],
    queryFn: ({ signal }) => send(GivableQuery, { organizationId }, signal),
    staleTime: 60_000,
  });
