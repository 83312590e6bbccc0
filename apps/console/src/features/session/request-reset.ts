import { graphql } from '#lib/graphql.ts';
import { sendOnce } from '#lib/send.ts';

const RequestPasswordResetMutation = graphql(`
  mutation RequestPasswordReset($email: String!) {
    requestPasswordReset(email: $email) { isDone }
  }
`);

/**
 * Requests a link to set a new password by mail. Succeeds whether or not an account has the address.
 * @throws {Problem} if the request is not accepted.
 */
export const requestReset = (email: string) => sendOnce(RequestPasswordResetMutation, { email });
