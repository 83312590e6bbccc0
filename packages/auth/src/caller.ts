import ipaddr from 'ipaddr.js';
import { OWN_WORK, type Turn } from './hash-queue.ts';
import { sha256 } from './secrets.ts';

/** Who tries to log in, as far as it can be known before anything is proved. */
export type Caller = {
  /** The IP address of the request; null where there is none, as in a command. */
  address: string | null;
  /**
   * Where the entry point has cookies: the secret that this browser got at its last login, null for a browser without one. Left out
   * where there are no cookies: then the address says whether somebody was here before.
   */
  device?: string | null;
};

/** A command of the installation itself. */
export const NO_CALLER: Caller = { address: null };

/** The turn of a caller at an unknown place: addresses take turns, those of one IPv6 network together. */
export const turnOf = ({ address }: Caller): Turn =>
  address === null ? OWN_WORK : { lane: hostOf(address), isKnown: false };

/** The hash of the place from which somebody logs in: of the browser where there are cookies, else of the address. */
export function placeOf({ address, device }: Caller): Uint8Array<ArrayBuffer> | null {
  if (device !== undefined) return device === null ? null : devicePlace(device);
  return address === null ? null : sha256(`address:${hostOf(address)}`);
}

export const devicePlace = (device: string): Uint8Array<ArrayBuffer> => sha256(`device:${device}`);

/** The address itself (IPv4), or its /64 (IPv6), which is what one customer gets at least. */
export const hostOf = (address: string): string => partOf(address, 4, 8);

/** The network of an address: /24 (IPv4) or /64 (IPv6). */
export const networkOf = (address: string): string => partOf(address, 3, 8);

function partOf(address: string, bytesOfIPv4: number, bytesOfIPv6: number): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 address that is written as IPv6 is the same caller.
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray().slice(0, parsed.kind() === 'ipv4' ? bytesOfIPv4 : bytesOfIPv6);
  return `${parsed.kind()}:${bytes.join('.')}`;
}
