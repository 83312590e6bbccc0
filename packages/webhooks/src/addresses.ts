import { type LookupAddress, lookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Rules for the addresses of receivers, from the settings. */
export type AddressRules = { httpsOnly: boolean; ports: readonly number[]; allowedRanges: readonly string[] };

/** Resolves a name to all of its addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** An address to which webhooks are never sent. The message is shown to the user who entered it. */
export class RefusedAddress extends Error {
  readonly code = 'REFUSED_ADDRESS';
}

const LONGEST_URL = 2_000;
/** A public address that leads to the platform of the host machine: the virtual public IP of Azure. */
const PLATFORM = '168.63.129.16';
/** The URL parser also accepts `https:host`, `https:/\host` and similar texts as URLs with two slashes. */
const HTTPS = /^https:\/\/[^/\\]/i;
const HTTP = /^https?:\/\/[^/\\]/i;
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a connection to an IP address and port is allowed: the address is public and the port a configured one, or
 * the address is in a configured range. Addresses that embed an IPv4 address (mapped, translated, tunnelled) are not
 * public.
 */
export function mayConnectTo(ip: string, port: number, rules: AddressRules): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.parse(ip);
  if (isAllowed(ip, rules)) return true;
  const inPublic =
    address.range() === 'unicast' &&
    address.toString() !== PLATFORM &&
    // The library reports some unassigned ranges as unicast.
    (address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6));
  return inPublic && rules.ports.includes(port);
}

function isAllowed(ip: string, { allowedRanges }: AddressRules): boolean {
  const address = ipaddr.process(ip);
  return allowedRanges.some((range) => {
    const [network, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.parse(range), undefined];
    return network.kind() === address.kind() && address.match(network, bits ?? (network.kind() === 'ipv4' ? 32 : 128));
  });
}

/** The port of a URL. */
export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** The host of a URL as an IP address; undefined when it is a name. */
export function literalOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) ? host : undefined;
}

/** A percent-encoded byte, or a character that RFC 3986 requires to be encoded and the URL parser leaves unencoded. */
const ENCODED = /%([0-9a-f]{2})|[%[\\\]^`{|}]/gi;
const UNRESERVED = /[\w.~-]/;

const normalizeEncoding = (text: string): string =>
  text.replace(ENCODED, (found: string, hex: string | undefined) => {
    if (hex === undefined) return encodeURIComponent(found);
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : found.toUpperCase();
  });

/**
 * Normalizes a URL to the form in which addresses are stored and compared (RFC 3986, section 6.2.2). The parser has
 * already normalized the case of scheme and host, the default port and dot segments. This function decodes unreserved
 * characters, writes other encoded characters with upper-case hex digits, removes the trailing dot of the host, writes
 * an IPv4-mapped IPv6 address as IPv4, and removes an empty query and the fragment, which is never sent.
 */
function normalize(url: URL): void {
  const ip = literalOf(url);
  if (ip === undefined) url.hostname = url.hostname.replace(/\.$/, '');
  else if (ipaddr.process(ip).kind() === 'ipv4') url.hostname = ipaddr.process(ip).toString();
  url.pathname = normalizeEncoding(url.pathname);
  url.search = normalizeEncoding(url.search);
  url.hash = '';
}

/**
 * Parses the address of a receiver into its normalized form, without network access.
 *
 * @throws {RefusedAddress} for a text that is not a URL, for another scheme, for a host with an empty label, for a URL
 *   with user name or password, or for an IP address or port to which connections are not allowed
 */
export function parseAddress(text: string, rules: AddressRules): URL {
  if (text.length > LONGEST_URL || !URL.canParse(text)) throw new RefusedAddress('must be a valid URL.');
  const url = new URL(text);
  normalize(url);
  if (!(rules.httpsOnly ? HTTPS : HTTP).test(text.trim())) {
    throw new RefusedAddress(`must begin with ${rules.httpsOnly ? 'https://' : 'https:// or http://'}.`);
  }
  if (url.hostname.split('.').includes('')) throw new RefusedAddress('must be a valid URL.');
  if (url.username !== '' || url.password !== '') throw new RefusedAddress('must not carry a user name or password.');
  const ip = literalOf(url);
  // A host name may resolve to an address of an allowed range, which is allowed on any port.
  const mayLead = ip ? mayConnectTo(ip, portOf(url), rules) : isUsual(url, rules) || rules.allowedRanges.length > 0;
  if (!mayLead) throw notPublic(rules);
  return url;
}

const isUsual = (url: URL, { ports }: AddressRules) => ports.includes(portOf(url));

/**
 * Parses the address of a receiver and resolves its host name. A name that does not resolve (yet) is accepted: every
 * connection checks the addresses again, and that check decides.
 *
 * @throws {RefusedAddress} as `parseAddress`, and when the name resolves to an address to which connections are not
 *   allowed
 */
export async function checkAddress(text: string, rules: AddressRules, resolve: Resolve = resolveAll): Promise<URL> {
  const url = parseAddress(text, rules);
  if (literalOf(url) !== undefined) return url;
  const found = await resolve(url.hostname).catch(() => []);
  if (found.some(({ address }) => !mayConnectTo(address, portOf(url), rules))) throw notPublic(rules);
  return url;
}

const notPublic = ({ ports }: AddressRules) =>
  new RefusedAddress(`must be a public address on port ${ports.join(' or ')}.`);

/** Names that always mean the host itself (RFC 6761, section 6.3); not every operating system knows those with a dot. */
const LOOPBACK_NAME = /\.localhost$/;

/** All addresses of a name, by the resolver of the operating system. */
export const resolveAll: Resolve = (host) =>
  new Promise((done, fail) => {
    lookup(LOOPBACK_NAME.test(host) ? 'localhost' : host, { all: true, verbatim: true }, (error, addresses) =>
      error ? fail(error) : done(addresses),
    );
  });
