import { VISITOR_HEADER } from '@channel/auth/visitor-address';
import { LOCALE_HEADER } from '../locale.ts';

/**
 * The headers for queries of the console's server on behalf of a visitor. The request comes from the console, no matter
 * which site linked to the page, so `sec-fetch-site` is the value that a browser sends from the console's pages.
 */
export function credentials(visitor: Headers): Record<string, string> {
  const cookie = visitor.get('cookie');
  const address = visitor.get(VISITOR_HEADER);
  const locale = visitor.get(LOCALE_HEADER);
  return {
    'sec-fetch-site': 'same-origin',
    ...(cookie ? { cookie } : {}),
    ...(locale ? { 'x-lang': locale } : {}),
    ...(address ? { [VISITOR_HEADER]: address } : {}),
  };
}
