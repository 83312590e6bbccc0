import { queryOptions } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const SignInOptionsQuery = graphql(`
  query SignInOptions @executed {
    signInOptions {
      openIdName
      passwordsForEveryone
      linksByMail
      hasMailbox
    }
  }
`);

/** The ways in which people sign in, as the operator of the API configured them. */
export type SignInOptions = ResultOf<typeof SignInOptionsQuery>['signInOptions'];

/** @throws {Problem} */
export const readSignInOptions = async (by: Send): Promise<SignInOptions> =>
  (await by(SignInOptionsQuery, {})).signInOptions;

/** The same, for pages of people who have signed in: whether links can be mailed. */
export const signInOptionsQuery = () =>
  queryOptions({ queryKey: ['sign-in-options'], queryFn: () => readSignInOptions(send), staleTime: 300_000 });
