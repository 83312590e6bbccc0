import { hash } from 'node:crypto';

/** The place of a request in a trace (W3C Trace Context). Ids are in lower-case hexadecimal digits. */
export type TraceContext = { traceId: string; spanId: string; isSampled: boolean };

/** Versions above 00 may append further members. */
const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Longer headers are not read. */
const MAX_LENGTH = 256;

/** Reads the header `traceparent`; undefined for one that is absent or invalid, which is ignored. */
export function readTraceparent(header: string | string[] | undefined): TraceContext | undefined {
  if (typeof header !== 'string' || header.length > MAX_LENGTH) return undefined;
  const [, version, traceId, spanId, flags = '', more] = FORM.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header for requests of this place. */
export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

const DIGITS = 12;

/**
 * Whether a trace is among the share that is sent. All programs of an installation decide in the same way, by the id
 * of the trace and a secret key: a client that chooses the id cannot choose one that is sent.
 */
export function isSampled(traceId: string, ratio: number, key: string): boolean {
  if (ratio === 0 || ratio === 1) return ratio === 1;
  return Number.parseInt(hash('sha256', `${key} ${traceId}`).slice(0, DIGITS), 16) / 16 ** DIGITS < ratio;
}
