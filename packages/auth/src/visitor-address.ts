import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { derivedSecret, isSame } from './secrets.ts';

/*
 * The console's server is between browsers and the API, so that all of its requests have one address. It sends the
 * address of each visitor, signed with a key that is derived from SECRET_KEY, so that no other client can set it.
 */

/** The header with the address, from the console's server to `/graphql`. */
export const VISITOR_HEADER = 'x-visitor-address';

/** Milliseconds for which a signature is valid, in both directions for clock differences of the two machines. */
const FRESH = 30_000;

const SIGNED = /^(?<text>(?<address>\S+) (?<time>\d{1,15})) (?<mac>[\w-]{43})$/;

export type VisitorAddresses = {
  /** The header for a visitor at an address. */
  sign(address: string, now: Date): string;
  /** The address in a header; null unless it was signed recently with the same key. */
  read(header: string | string[] | undefined, now: Date): string | null;
};

/** @param secretKey the operator's `SECRET_KEY`, the same on both sides */
export function visitorAddresses(secretKey: string): VisitorAddresses {
  const key = derivedSecret(secretKey, new Uint8Array(), 'address of a visitor of the console').text;
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign(address, now) {
      const text = `${address} ${now.getTime()}`;
      return `${text} ${macOf(text).toString('base64url')}`;
    },
    read(header, now) {
      const { text = '', address = '', time, mac = '' } = SIGNED.exec(String(header))?.groups ?? {};
      if (!isSame(Buffer.from(mac, 'base64url'), macOf(text))) return null;
      return isIP(address) !== 0 && Math.abs(now.getTime() - Number(time)) <= FRESH ? address : null;
    },
  };
}
