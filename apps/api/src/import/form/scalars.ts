import { MAX_TAGS_OF_ONE, parseReading, values } from '@channel/graph';
import { z } from 'zod';

/* The values of import files: those of the core, which its mutations accept as well, and those of files alone. */

export const {
  amount,
  anyText,
  count,
  countryCode,
  currencyCode,
  date,
  estimate,
  languageCode,
  percentage,
  text,
  time,
  timeZone,
} = values;

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The key of a record within the file, which stays the same from one import to the next. */
export const key = z.string().regex(KEY, 'expected a key: letters, digits, "-", "_" and ".", at most 100');

const EXPECTED_READING = 'expected a local time as YYYY-MM-DDTHH:MM';

/** A local date and time. */
export const localMoment = z.string().transform((value, context): Date => {
  const reading = parseReading(value);
  if (reading) return reading;
  context.addIssue(EXPECTED_READING);
  return z.NEVER;
});
/** A point in time, with its offset from UTC. */
export const instant = z.iso
  .datetime({ offset: true, error: 'expected a point in time such as 2026-11-20T09:30:00Z' })
  .transform((value) => new Date(value));

/** Keys with values. */
export const tags = z
  .record(text(100), z.union([text(2_000), z.number()]))
  .refine((given) => Object.keys(given).length <= MAX_TAGS_OF_ONE, `expected at most ${MAX_TAGS_OF_ONE} tags`)
  .default({});
/** Tags on objects that several organizations share: by the key of the organization that assigns them. */
export const tagsByOrganization = z.record(key, tags).default({});
