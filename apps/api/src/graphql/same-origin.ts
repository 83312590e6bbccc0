import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '@channel/settings';

/**
 * Whether a request that may carry the console's cookie was made by one of our own pages (or by no page at all).
 * Browsers say so themselves; older ones tell the page's origin instead. A tool that is no browser sends neither.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, { consoleUrl, apiUrl }: Settings): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || origin === consoleUrl || origin === apiUrl;
}
