import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { derivedSecret, isSame } from './secrets.ts';

/*
 * The console's server stands between browsers and the API, whose callers it would otherwise all be. It says from which address
 * each visitor comes, signed by a key that follows from SECRET_KEY: whoever lacks it can say nothing.
 */

/** The header that carries it, from the console's server to `/graphql`. */
export const VISITOR_HEADER = 'x-visitor-address';

/** Milliseconds for which a signature holds, and by which the clocks of the two machines may differ. */
const FRESH = 30_000;

const SIGNED = /^(?<text>(?<address>\S+) (?<time>\d{1,15})) (?<mac>[\w-]{43})$/;

export type VisitorAddresses = {
  /** The header for a visitor at an address. */
  sign(address: string, now: Date): string;
  /** The address in a header; null unless it was signed with the same key, just now. */
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
