import { graphql } from '../graphql.ts';
import { isProblem } from '../problem.ts';
import { post, readAnswer } from '../send.ts';
import { apiAddress } from './api-address.ts';
import { credentials } from './credentials.ts';

const WhoQuery = graphql('query Who { viewer { id } }');

export type SessionCheck = {
  /** `unknown` when the API can't tell; the page then says what is wrong. */
  state: 'open' | 'ended' | 'unknown';
  /** `Set-Cookie` headers for the visitor: use prolongs a session. */
  setCookies: string[];
};

/**
 * Asks the API who a visitor is. Pages ask here, before anything is rendered, because server components can't set the
 * cookie of a session that was prolonged by reading for them.
 */
export async function checkSession(visitor: Headers): Promise<SessionCheck> {
  if (!visitor.has('cookie')) return { state: 'ended', setCookies: [] };
  let setCookies: string[] = [];
  try {
    const response = await post(`${apiAddress()}/graphql`, credentials(visitor), WhoQuery, {});
    setCookies = response.headers.getSetCookie();
    await readAnswer(WhoQuery, response);
    return { state: 'open', setCookies };
  } catch (error) {
    return { state: isProblem(error, 'unauthenticated') ? 'ended' : 'unknown', setCookies };
  }
}
