import type { VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { send } from '#lib/send.ts';

const InviteMutation = graphql(`
  mutation InviteUser($input: InvitedPerson!) {
    inviteUser(input: $input) {
      link {
        url
        expiresAt
        person {
          user {
            id: databaseId
            name
          }
        }
      }
    }
  }
`);

const InviteByMailMutation = graphql(`
  mutation InviteUserByMail($input: InvitedPerson!) {
    inviteUserByMail(input: $input) {
      person {
        user {
          id: databaseId
        }
      }
    }
  }
`);

const UpdateMutation = graphql(`
  mutation UpdateUser($id: SafeInt!, $input: AccountChange!) {
    updateUser(id: $id, input: $input) {
      person {
        isDisabled
      }
    }
  }
`);

const DisableMutation = graphql(`
  mutation DisableUser($id: SafeInt!) {
    disableUser(id: $id) {
      person {
        isDisabled
      }
    }
  }
`);

const EnableMutation = graphql(`
  mutation EnableUser($id: SafeInt!) {
    enableUser(id: $id) {
      person {
        isDisabled
      }
    }
  }
`);

const ResetMutation = graphql(`
  mutation ResetPassword($id: SafeInt!) {
    resetPassword(id: $id) {
      link {
        url
        expiresAt
        person {
          user {
            id: databaseId
            name
          }
        }
      }
    }
  }
`);

const ResetByMailMutation = graphql(`
  mutation ResetPasswordByMail($id: SafeInt!) {
    resetPasswordByMail(id: $id) {
      person {
        isDisabled
      }
    }
  }
`);

const UnlinkMutation = graphql(`
  mutation UnlinkOpenId($id: SafeInt!) {
    unlinkOpenId(id: $id) {
      person {
        isDisabled
      }
    }
  }
`);

const ChangeRolesMutation = graphql(`
  mutation ChangeUserRoles($id: SafeInt!, $add: [SafeInt!]!, $remove: [SafeInt!]!) {
    changeUserRoles(id: $id, add: $add, remove: $remove) {
      person {
        isDisabled
      }
    }
  }
`);

const CreateRoleMutation = graphql(`
  mutation CreateRole($organizationId: SafeInt!, $clientId: SafeInt, $input: RoleInput!) {
    createRole(organizationId: $organizationId, clientId: $clientId, input: $input) {
      role {
        id: databaseId
      }
    }
  }
`);

const UpdateRoleMutation = graphql(`
  mutation UpdateRole($id: SafeInt!, $input: RoleInput!) {
    updateRole(id: $id, input: $input) {
      role {
        id: databaseId
      }
    }
  }
`);

const DeleteRoleMutation = graphql(`
  mutation DeleteRole($id: SafeInt!) {
    deleteRole(id: $id) { isDeleted }
  }
`);

export type Invitation = VariablesOf<typeof InviteMutation>['input'];
export type RoleInput = VariablesOf<typeof UpdateRoleMutation>['input'];
export type AccountChange = VariablesOf<typeof UpdateMutation>['input'];

/** A link to set a password; it is not shown again. */
export type HandedLink = { url: string; expiresAt: string; person: { user: { id: number; name: string } } };

/** Creates an account with a link to set its password. */
export const invite = async (input: Invitation): Promise<HandedLink> =>
  made((await send(InviteMutation, { input })).inviteUser.link);

/** Creates an account, and mails the link to set its password. */
export const inviteByMail = (input: Invitation) => send(InviteByMailMutation, { input });

export const updateAccount = (id: number, input: AccountChange) => send(UpdateMutation, { id, input });
export const disable = (id: number) => send(DisableMutation, { id });
export const enable = (id: number) => send(EnableMutation, { id });

/** Removes the link to the OpenID Connect provider and ends all sessions. */
export const unlink = (id: number) => send(UnlinkMutation, { id });

/** Revokes the password and all sessions, and creates a link to set a new password. */
export const resetPassword = async (id: number): Promise<HandedLink> =>
  made((await send(ResetMutation, { id })).resetPassword.link);

/** The same, but the link is mailed instead of shown. */
export const resetPasswordByMail = (id: number) => send(ResetByMailMutation, { id });

export const changeRoles = (id: number, add: number[], remove: number[]) =>
  send(ChangeRolesMutation, { id, add, remove });

export const createRole = async (organizationId: number, clientId: number | null, input: RoleInput) =>
  made((await send(CreateRoleMutation, { organizationId, clientId, input })).createRole.role).id;

export const updateRole = (id: number, input: RoleInput) => send(UpdateRoleMutation, { id, input });
export const deleteRole = (id: number) => send(DeleteRoleMutation, { id });
