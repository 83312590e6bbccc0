import type { IncomingMessage } from 'node:http';
import { clientAddress, TRUSTED_PROXIES, trustedProxies } from '@channel/lane';

const given = process.env.TRUST_PROXY?.trim();
const trusted = given ? trustedProxies(given) : undefined;

/** Why the console cannot start with `TRUST_PROXY` as it is set; null if it can. */
export const proxyViolation =
  given && !trusted ? `TRUST_PROXY: expected ${TRUSTED_PROXIES}; it is ${JSON.stringify(given)}` : null;

/** The address of the visitor, whom the proxies of `TRUST_PROXY` name; without them, the peer of the connection. */
export const addressOf = (request: IncomingMessage): string =>
  trusted ? clientAddress(request, trusted) : (request.socket.remoteAddress ?? '');
