import { isAddressRange, TRUSTED_PROXIES, type TrustedProxies, trustedProxies } from '@channel/lane';
import { z } from 'zod';

/** How the text of an environment variable is parsed, and the description of valid values. */
export type Kind<T> = {
  schema: z.ZodType<T, string>;
  /** A check that depends on the machine. Applies to given texts, never to defaults. */
  isUsable?: (given: string) => boolean;
  /** Completes "expected …". */
  expected: string;
  /** The value is never shown, in messages or elsewhere. */
  secret?: boolean;
};

/** An integer between two bounds, both included. */
export function whole(min: number, max: number, unit = ''): Kind<number> {
  return {
    schema: z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number)
      .pipe(z.number().min(min).max(max)),
    expected: `a whole number${unit && ` of ${unit}`} from ${min} to ${max}`,
  };
}

export const port: Kind<number> = { ...whole(1, 65_535), expected: 'a port number from 1 to 65535' };

/** A number with at most three decimals. */
export function decimal(min: number, max: number): Kind<string> {
  return {
    schema: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,3})?$/)
      .refine((text) => Number(text) >= min && Number(text) <= max),
    expected: `a number from ${min} to ${max} with at most three decimals`,
  };
}

const FLAGS: Record<string, boolean> = { '1': true, true: true, yes: true, '0': false, false: false, no: false };

export const flag: Kind<boolean> = {
  schema: z.string().transform((text, context) => {
    const value = FLAGS[text.toLowerCase()];
    if (value !== undefined) return value;
    context.addIssue('not a flag');
    return z.NEVER;
  }),
  expected: '1 or 0 (also true, false, yes, no)',
};

export function oneOf<const T extends string>(...values: readonly [T, ...T[]]): Kind<T> {
  return { schema: z.enum(values), expected: `one of ${values.join(', ')}` };
}

/** Text that is not empty, without control characters. */
export function text(what: string): Kind<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it rejects
  return { schema: z.string().regex(/^[^\u0000-\u001f]+$/), expected: what };
}

/** A secret that is too long to be guessed. */
export function secret(length: number): Kind<string> {
  return { schema: z.string().min(length), expected: `a secret of at least ${length} characters`, secret: true };
}

/** An http or https address without a path, returned without a trailing slash. */
export const origin: Kind<string> = {
  schema: z.string().transform((value, context) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username) {
      return url.origin;
    }
    context.addIssue('not an origin');
    return z.NEVER;
  }),
  expected: 'an address such as https://api.example.com, without a path',
};

export const postgresUrl: Kind<string> = {
  schema: z.string().refine((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)),
  expected: 'an address such as postgresql://user:password@host:5432/database',
  secret: true,
};

/** Names separated by commas. */
export function listOf<T>(kind: Kind<T>): Kind<T[]> {
  return {
    schema: z
      .string()
      .transform((value) => (value === '' ? [] : value.split(',').map((entry) => entry.trim())))
      .pipe(z.array(kind.schema)),
    expected: `a list, separated by commas; each entry ${kind.expected}`,
  };
}

/** A JSON object whose values are strings. */
export function mapOf<const K extends string>(keys: Kind<K>, what: string): Kind<Partial<Record<K, string>>> {
  return {
    schema: z.string().transform((value, context) => {
      const map = z.partialRecord(keys.schema, z.string()).safeParse(parseJson(value));
      if (map.success) return map.data;
      context.addIssue('not a map');
      return z.NEVER;
    }),
    expected: `a JSON object: ${what}`,
  };
}

/** The same kind, or null while the variable is not set. */
export function optional<T>(kind: Kind<T>): Kind<T | null> {
  return {
    ...kind,
    schema: z.string().transform((value, context) => {
      if (value === '') return null;
      const result = kind.schema.safeParse(value);
      if (result.success) return result.data;
      context.addIssue('not valid');
      return z.NEVER;
    }),
  };
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** An ISO 639-1 language code. */
export const language: Kind<string> = {
  schema: z.string().regex(/^[a-z]{2}$/),
  expected: 'a language code of two lower-case letters',
};

/** A range of IP addresses, or a single one. */
export const addressRange: Kind<string> = {
  schema: z.string().refine(isAddressRange),
  expected: 'an IP address or a range such as 10.0.0.0/8 or fd00::/8',
};

/** The proxies whose X-Forwarded-For is believed. */
export const proxies: Kind<TrustedProxies> = {
  schema: z.string().transform((value, context) => {
    const trusted = trustedProxies(value);
    if (trusted) return trusted;
    context.addIssue('not proxies');
    return z.NEVER;
  }),
  expected: TRUSTED_PROXIES,
};
