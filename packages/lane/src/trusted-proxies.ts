import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';

/*
 * The client of a request that proxies passed on. A proxy adds the address of its own client to X-Forwarded-For. Only
 * what a trusted proxy added counts, because clients can send the header as well.
 */

/** Whether an address is that of a trusted proxy. `hop` counts the connections from this server, 0 for its peer. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/** Completes "expected …" for a text that `trustedProxies` refuses. */
export const TRUSTED_PROXIES =
  'the number of proxies in front of the server, from 1 to 32, or their addresses and ranges, such as 10.0.0.0/8, separated by commas';

const MAX_HOPS = 32;

/**
 * Reads which proxies are trusted: a number of hops from this server, or IP addresses and ranges in CIDR notation
 * separated by commas.
 *
 * @returns undefined for another text, and for a range that is every address
 */
export function trustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= MAX_HOPS ? (_address, hop) => hop < hops : undefined;
  }
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every((range) => isAddressRange(range) && !/\/0+$/.test(range))
    ? proxyAddress.compile(ranges)
    : undefined;
}

/** Whether a text is an IP address, or a range of them in CIDR notation. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/** The address of the client: the first one, seen from this server, that is not a trusted proxy; empty if it is gone. */
export const clientAddress = (request: IncomingMessage, trusted: TrustedProxies): string =>
  proxyAddress(request, trusted) ?? '';
