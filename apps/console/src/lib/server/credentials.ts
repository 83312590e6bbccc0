import { VISITOR_HEADER } from '@channel/auth/visitor-address';

/**
 * The headers by which the console's server reads for a visitor. It is the console that asks, whatever site the link to
 * the page stood on; so it says of itself what a browser says of the console's pages.
 */
export function credentials(visitor: Headers): Record<string, string> {
  const cookie = visitor.get('cookie');
  const address = visitor.get(VISITOR_HEADER);
  return {
    'sec-fetch-site': 'same-origin',
    ...(cookie ? { cookie } : {}),
    ...(address ? { [VISITOR_HEADER]: address } : {}),
  };
}
