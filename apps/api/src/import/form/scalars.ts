import { isStorable, isTimeZone, MAX_TAGS_OF_ONE, parseDate, parseReading, parseTime } from '@channel/graph';
import { z } from 'zod';

/*
 * The scalar values of import files. The form parses dates, times of day and instants to JS dates; amounts stay decimal
 * texts, so that no digit is lost.
 */

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The key of a record within the file, which stays the same from one import to the next. */
export const key = z.string().regex(KEY, 'expected a key: letters, digits, "-", "_" and ".", at most 100');

/** Text of a bounded length that is not empty. */
export const text = (max = 500) =>
  z.string().min(1).max(max).refine(isStorable, 'expected text without NUL characters or broken surrogates');

/** Text of a bounded length that may be empty. */
export const anyText = (max = 20_000) =>
  z.string().max(max).refine(isStorable, 'expected text without NUL characters or broken surrogates');

export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'expected an ISO 4217 code such as "EUR"');
export const languageCode = z.string().regex(/^[a-z]{2}$/, 'expected an ISO 639-1 code such as "en"');
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'expected an ISO 3166-1 code such as "NL"');

export const timeZone = z.string().refine(isTimeZone, 'expected an IANA time zone such as "Europe/Amsterdam"');

/** A calendar date. */
export const date = parsed(parseDate, 'expected an existing date as YYYY-MM-DD');
/** A time of day. */
export const time = parsed((value) => (value.length === 5 ? parseTime(value) : undefined), 'expected a time as HH:MM');
/** A local date and time. */
export const localMoment = parsed(parseReading, 'expected a local time as YYYY-MM-DDTHH:MM');
/** A point in time, with its offset from UTC. */
export const instant = z.iso
  .datetime({ offset: true, error: 'expected a point in time such as 2026-11-20T09:30:00Z' })
  .transform((value) => new Date(value));

function parsed(parse: (text: string) => Date | undefined, expected: string) {
  return z.string().transform((value, context): Date => {
    const result = parse(value);
    if (result) return result;
    context.addIssue(expected);
    return z.NEVER;
  });
}

/** ISO weekdays; an empty list means every day. */
export const weekdays = z.array(z.int().min(1).max(7)).max(7).default([]);

/** A non-negative integer. */
export const count = z.int().min(0).max(2_147_483_647);

/** A non-negative decimal, as a JSON number or as text. */
function decimal(digits: number, max: number) {
  const form = new RegExp(`^\\d{1,12}(\\.\\d{1,${digits}})?$`);
  return z
    .union([z.number(), z.string()])
    .transform(String)
    .refine(
      (value) => form.test(value) && Number(value) <= max,
      `expected a number from 0 to ${max} with at most ${digits} decimals`,
    );
}

export const amount = decimal(3, 99_999_999_999);
export const percentage = decimal(3, 100);
/** A number whose unit a setting defines. */
export const measure = decimal(3, 999_999_999);

const degrees = (max: number) =>
  z
    .union([z.number(), z.string()])
    .transform(String)
    .refine(
      (value) => /^-?\d{1,3}(\.\d{1,15})?$/.test(value) && Math.abs(Number(value)) <= max,
      `expected degrees from -${max} to ${max}`,
    );

export const latitude = degrees(90);
export const longitude = degrees(180);

/** Keys with values. */
export const tags = z
  .record(text(100), z.union([text(2_000), z.number()]))
  .refine((given) => Object.keys(given).length <= MAX_TAGS_OF_ONE, `expected at most ${MAX_TAGS_OF_ONE} tags`)
  .default({});
/** Tags on objects that several organizations share: by the key of the organization that assigns them. */
export const tagsByOrganization = z.record(key, tags).default({});

/** The texts of a record in other languages than the default one. */
export const translations = <Texts extends z.ZodRawShape>(texts: Texts) =>
  z.record(languageCode, z.strictObject(texts).partial()).default({});
