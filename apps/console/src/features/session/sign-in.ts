import { graphql } from '#lib/graphql.ts';
import { Problem } from '#lib/problem.ts';
import { sendOnce } from '#lib/send.ts';

const SignInMutation = graphql(`
  mutation SignIn($emailOrUsername: String!, $password: String!) {
    signIn(emailOrUsername: $emailOrUsername, password: $password) {
      session {
        expiresAt
      }
    }
  }
`);

const SignOutMutation = graphql(`
  mutation SignOut($everywhere: Boolean!) {
    signOut(everywhere: $everywhere) { isDone }
  }
`);

/**
 * Starts a session; the response sets its cookie.
 * @throws {Problem} if the sign-in fails.
 */
export const signIn = (emailOrUsername: string, password: string) =>
  sendOnce(SignInMutation, { emailOrUsername, password });

/** Ends the session, or all sessions of the user. A session that has already ended is not an error. */
export async function signOut(everywhere: boolean): Promise<void> {
  try {
    await sendOnce(SignOutMutation, { everywhere });
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'unauthenticated')) throw error;
  }
}
