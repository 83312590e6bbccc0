import { graphql } from '#lib/graphql.ts';
import type { Send } from '#lib/send.ts';

const SignInOptionsQuery = graphql(`
  query SignInOptions @executed {
    signInOptions {
      openIdName
      passwordsForEveryone
    }
  }
`);

/** The ways in which people sign in, as the operator of the API configured them. */
export type SignInOptions = { openIdName: string | null; passwordsForEveryone: boolean };

/** @throws {Problem} */
export const readSignInOptions = async (by: Send): Promise<SignInOptions> =>
  (await by(SignInOptionsQuery, {})).signInOptions;
