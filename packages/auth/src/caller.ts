import ipaddr from 'ipaddr.js';
import { OWN_WORK, type Turn } from './hash-queue.ts';
import { sha256 } from './secrets.ts';

/** The client of a login attempt, as far as it is known before authentication. */
export type Caller = {
  /** The IP address of the request; null where there is none, as in a command. */
  address: string | null;
  /**
   * For an entry point with cookies: the secret that this browser got at its last login, null for a browser without it.
   * Undefined for an entry point without cookies: then the address identifies a known place.
   */
  device?: string | null;
};

/** A command of the installation itself. */
export const NO_CALLER: Caller = { address: null };

/** The queue lane of a caller at an unknown place: one lane per address, or per IPv6 network. */
export const turnOf = ({ address }: Caller): Turn =>
  address === null ? OWN_WORK : { lane: hostOf(address), isKnown: false };

/** The hash of the place of a login: of the browser where there are cookies, else of the address. */
export function placeOf({ address, device }: Caller): Uint8Array<ArrayBuffer> | null {
  if (device !== undefined) return device === null ? null : devicePlace(device);
  return address === null ? null : sha256(`address:${hostOf(address)}`);
}

export const devicePlace = (device: string): Uint8Array<ArrayBuffer> => sha256(`device:${device}`);

/** The address itself (IPv4) or its /64 (IPv6), which is the smallest allocation to one customer. */
export const hostOf = (address: string): string => partOf(address, 4, 8);

/** The network of an address: /24 (IPv4) or /64 (IPv6). */
export const networkOf = (address: string): string => partOf(address, 3, 8);

function partOf(address: string, bytesOfIPv4: number, bytesOfIPv6: number): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4-mapped IPv6 address is the same caller as the IPv4 address.
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray().slice(0, parsed.kind() === 'ipv4' ? bytesOfIPv4 : bytesOfIPv6);
  return `${parsed.kind()}:${bytes.join('.')}`;
}
