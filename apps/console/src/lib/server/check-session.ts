import { graphql } from '../graphql.ts';
import { isProblem } from '../problem.ts';
import { post, readAnswer } from '../send.ts';
import { apiAddress } from './api-address.ts';
import { credentials } from './credentials.ts';

const WhoQuery = graphql('query Who { viewer { language } }');

export type SessionCheck = {
  /** `unknown` if the API does not respond; the page then reports the problem. */
  state: 'open' | 'ended' | 'unknown';
  /** `Set-Cookie` headers for the visitor, because each use extends the session. */
  setCookies: string[];
  /** The language that the user chose; null where the user leaves it to the browser, or is unknown. */
  language: string | null;
};

/**
 * Checks a visitor's session with the API. It runs before a page is rendered, because server components can't set the
 * cookie of a session that their queries extend.
 */
export async function checkSession(visitor: Headers): Promise<SessionCheck> {
  if (!visitor.has('cookie')) return { state: 'ended', setCookies: [], language: null };
  let setCookies: string[] = [];
  try {
    const response = await post(`${apiAddress()}/graphql`, credentials(visitor), WhoQuery, {});
    setCookies = response.headers.getSetCookie();
    const { viewer } = await readAnswer(WhoQuery, response);
    return { state: 'open', setCookies, language: viewer.language };
  } catch (error) {
    return { state: isProblem(error, 'unauthenticated') ? 'ended' : 'unknown', setCookies, language: null };
  }
}
