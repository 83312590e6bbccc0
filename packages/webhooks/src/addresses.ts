import { type LookupAddress, lookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where webhooks may go; what an operator allows. */
export type AddressRules = { httpsOnly: boolean; ports: readonly number[]; allowedRanges: readonly string[] };

/** Resolves a name to all of its addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** An address that webhooks are never sent to. The message is for the person who typed it in. */
export class RefusedAddress extends Error {
  readonly code = 'REFUSED_ADDRESS';
}

const LONGEST_URL = 2_000;
/** Public by its number, but it leads to what runs the machine: the platform of Azure. */
const PLATFORM = '168.63.129.16';
/** Parsing also takes `https:host`, `https:/\host` and the like for an address with two slashes. */
const HTTPS = /^https:\/\/[^/\\]/i;
const HTTP = /^https?:\/\/[^/\\]/i;
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a connection to an IP address and port may be made: the address is public and the port a usual one, or the
 * operator allows its range. What merely stands for an IPv4 address (mapped, translated, tunnelled) is not public.
 */
export function mayDial(ip: string, port: number, rules: AddressRules): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.parse(ip);
  if (isAllowed(ip, rules)) return true;
  const inPublic =
    address.range() === 'unicast' &&
    address.toString() !== PLATFORM &&
    // The library calls some of what no registry has given out unicast.
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

/** The port that a URL leads to. */
export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** The host of a URL as an IP address; undefined when it is a name. */
export function literalOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) ? host : undefined;
}

/** A percent-encoded byte, or a character that RFC 3986 allows only as one but parsing leaves as it is. */
const ENCODED = /%([0-9a-f]{2})|[%[\\\]^`{|}]/gi;
const UNRESERVED = /[\w.~-]/;

const normalizeEncoding = (text: string): string =>
  text.replace(ENCODED, (found: string, hex: string | undefined) => {
    if (hex === undefined) return encodeURIComponent(found);
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : found.toUpperCase();
  });

/**
 * Brings a URL into the form in which addresses are stored and compared (RFC 3986, section 6.2.2). Parsing has done the letter case of scheme and
 * host, the default port and dot segments. What is left: unreserved characters are not encoded, others in capital hex digits; the host has no
 * trailing dot, and an IPv4 address in the form of IPv6 is written as what it is; there is no empty query and no fragment, which is never sent.
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
 * Reads the address of a receiver, without asking the network, in the one form that means it.
 *
 * @throws {RefusedAddress} for what is no URL, has another scheme or a host with an empty label, carries a name and password, or leads to an IP
 *   address or a port that may not be dialled
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
  // Behind a name there may be an address of a range that is allowed, on any port.
  const mayLead = ip ? mayDial(ip, portOf(url), rules) : isUsual(url, rules) || rules.allowedRanges.length > 0;
  if (!mayLead) throw notPublic(rules);
  return url;
}

const isUsual = (url: URL, { ports }: AddressRules) => ports.includes(portOf(url));

/**
 * Reads the address of a receiver and looks its name up. A name that nobody knows (yet) is accepted: the addresses are
 * checked again at every connection, which is what counts.
 *
 * @throws {RefusedAddress} as `parseAddress`, and when the name leads to an address that may not be dialled
 */
export async function checkAddress(text: string, rules: AddressRules, resolve: Resolve = resolveAll): Promise<URL> {
  const url = parseAddress(text, rules);
  if (literalOf(url) !== undefined) return url;
  const found = await resolve(url.hostname).catch(() => []);
  if (found.some(({ address }) => !mayDial(address, portOf(url), rules))) throw notPublic(rules);
  return url;
}

const notPublic = ({ ports }: AddressRules) =>
  new RefusedAddress(`must be a public address on port ${ports.join(' or ')}.`);

/** All addresses of a name, by the resolver of the operating system. */
export const resolveAll: Resolve = (host) =>
  new Promise((done, fail) => {
    lookup(host, { all: true, verbatim: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });
