import ipaddr from 'ipaddr.js';

/**
 * The canonical form of a network, such as `192.0.2.0/24` or `2001:db8::/32`; of a single address, the network of this
 * address alone.
 *
 * @returns null for any other text, also for an address with bits behind the prefix and for IPv4 inside IPv6
 */
export function addressRange(text: string): string | null {
  const [address = '', bits, ...others] = text.trim().split('/');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isAddress || others.length > 0 || address.includes('%')) return null;
  const parsed = ipaddr.parse(address);
  const max = parsed.toByteArray().length * 8;
  const prefix = bits === undefined ? max : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(prefix <= max) || isIPv4Inside(parsed)) return null;
  const network = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const first = network.networkAddressFromCIDR(`${address}/${prefix}`);
  return first.toString() === parsed.toString() ? `${parsed}/${prefix}` : null;
}

/** Requests with such an address count as IPv4, so a network of them would never match. */
const isIPv4Inside = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();

/**
 * Whether an address is in one of the networks; every address, also an unknown one, is where there are none.
 *
 * @param address null for a caller without one, who is in no network
 */
export function isInRanges(address: string | null, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  if (address === null || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

/**
 * The address in the form that Postgres's type `inet` reads: IPv4 inside IPv6 as IPv4, without the zone of a link.
 *
 * @returns null for null, and for a text that is no address
 */
export function plainAddress(address: string | null): string | null {
  const [text = ''] = address?.split('%') ?? [];
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : null;
}
