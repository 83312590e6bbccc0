import { graphql } from '#lib/graphql.ts';
import { Problem } from '#lib/problem.ts';
import { sendOnce } from '#lib/send.ts';

const SignInMutation = graphql(`
  mutation SignIn($emailOrUsername: String!, $password: String!) {
    signIn(emailOrUsername: $emailOrUsername, password: $password) {
      expiresAt
    }
  }
`);

const SignOutMutation = graphql(`
  mutation SignOut($everywhere: Boolean!) {
    signOut(everywhere: $everywhere)
  }
`);

/**
 * Starts a session; the answer sets its cookie.
 * @throws {Problem} when nobody is let in.
 */
export const signIn = (emailOrUsername: string, password: string) =>
  sendOnce(SignInMutation, { emailOrUsername, password });

/** Ends the session, or all sessions of the user. That there was none any more is no error. */
export async function signOut(everywhere: boolean): Promise<void> {
  try {
    await sendOnce(SignOutMutation, { everywhere });
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'unauthenticated')) throw error;
  }
}
