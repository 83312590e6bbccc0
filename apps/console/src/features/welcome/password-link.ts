import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { type Send, sendOnce } from '#lib/send.ts';

const PasswordLinkQuery = graphql(`
  query PasswordLink($token: String!) @executed {
    passwordLink(token: $token) {
      name
      username
      opensConsole
    }
  }
`);

const SetPasswordMutation = graphql(`
  mutation SetPassword($token: String!, $password: String!) {
    setPassword(token: $token, password: $password) {
      owner {
        name
        username
        opensConsole
      }
    }
  }
`);

export type PasswordOwner = { name: string; username: string; opensConsole: boolean };

/**
 * The account whose password a link sets.
 * @throws {Problem} `not-found` if the link is no longer valid.
 */
export const readPasswordLink = async (token: string, by: Send): Promise<PasswordOwner> =>
  (await by(PasswordLinkQuery, { token })).passwordLink;

/** Sets the password; the link works only once. */
export const setPassword = async (token: string, password: string): Promise<PasswordOwner> =>
  made((await sendOnce(SetPasswordMutation, { token, password })).setPassword.owner);
