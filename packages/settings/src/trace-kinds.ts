import { z } from 'zod';
import type { Kind } from './kinds.ts';

/** The base address of a collector, returned without a trailing slash. */
export const collector: Kind<string> = {
  schema: z.string().transform((value, context) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password) {
      return url.href.replace(/\/+$/, '');
    }
    context.addIssue('not the address of a collector');
    return z.NEVER;
  }),
  expected: 'an address such as http://localhost:4318, without a login and a query',
};

/** A share of all requests. */
export const ratio: Kind<number> = {
  schema: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/)
    .transform(Number),
  expected: 'a number from 0 to 1 with at most six decimals',
};

/** Headers as `name=value`, separated by commas; values are percent-encoded (the form of OpenTelemetry). */
export const headers: Kind<Record<string, string>> = {
  schema: z.string().transform((value, context) => {
    const entries = value.split(',').map((entry) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(entry));
    try {
      return Object.fromEntries(entries.map((entry) => [entry?.[1] ?? fail(), headerValue(entry?.[2] ?? '')]));
    } catch {
      context.addIssue('not a list of headers');
      return z.NEVER;
    }
  }),
  expected: 'headers as name=value, separated by commas, with percent-encoded values',
  secret: true,
};

/** @throws for a value that is not percent-encoded, or that no header may have */
function headerValue(encoded: string): string {
  const value = decodeURIComponent(encoded);
  return /^[\x20-\x7e]*$/.test(value) ? value : fail();
}

function fail(): never {
  throw new Error('not a header');
}
