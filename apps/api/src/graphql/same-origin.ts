import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '@channel/settings';

/**
 * Whether a request that may carry the console's cookie was made by a page of this server (or by no page at all).
 * Browsers state this in a header; older ones send the page's origin instead. A client that is no browser sends
 * neither.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, { consoleUrl, apiUrl }: Settings): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || origin === consoleUrl || origin === apiUrl;
}
