import { z } from 'zod';
import type { FieldError, FieldErrors } from '../errors.ts';
import { isTimeZone, parseDate, parseTime } from './calendar.ts';
import { isStorable } from './text.ts';

/*
 * The values that a business consists of, as the import form and the mutations of the catalogue accept them. Amounts are
 * decimal texts, so that no digit is lost; dates and times may be texts (import) or parsed already (GraphQL).
 */

/** A character that is seen by itself: no blank, no mark, and none that is printed as nothing, such as U+200B or U+3164. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
/** Control characters except for those of lines and tabs. */
const CONTROL = /(?![\n\r\t])\p{Cc}/u;

/** Whether a text has something to see, and at most this many characters. */
export const isShown = (value: string, max: number): boolean =>
  VISIBLE.test(value) && value.length <= max && isText(value);

/** Adds a field error for a text without anything to see, or with more characters. */
export function checkShown(value: string, max: number, path: FieldError['path'], fieldErrors: FieldErrors): void {
  if (!isShown(value, max)) fieldErrors.add(path, `must be a text of 1 to ${max} characters.`);
}

/** Text of a bounded length with something to see. */
export const text = (max = 500) =>
  z.string().refine((value) => isShown(value, max), { message: `must be a text of 1 to ${max} characters.` });

/** Text of a bounded length that may be empty. */
export const anyText = (max = 20_000) =>
  z.string().refine((value) => value.length <= max && isText(value), {
    message: `must be a text of at most ${max} characters.`,
  });

const isText = (value: string): boolean => isStorable(value) && !CONTROL.test(value);

/** An ISO 4217 code. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, { message: 'must be an ISO 4217 code such as EUR.' });
/** An ISO 639-1 code. */
export const languageCode = z.string().regex(/^[a-z]{2}$/, { message: 'must be an ISO 639-1 code such as en.' });
/** An ISO 3166-1 code. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, { message: 'must be an ISO 3166-1 code such as NL.' });

/** An IANA time zone. */
export const timeZone = z
  .string()
  .refine(isTimeZone, { message: 'must be an IANA time zone such as Europe/Amsterdam.' });

const MINUTE = 60_000;

/** A calendar date. */
export const date = parsed(parseDate, { message: 'must be an existing date as YYYY-MM-DD.' });
/** A time of day, without seconds. */
export const time = parsed(
  (value) => (value.length === 5 ? parseTime(value) : undefined),
  { message: 'must be a time of day as HH:MM.' },
  MINUTE,
);

/** @param unit the value is a multiple of it, in milliseconds */
function parsed(parse: (text: string) => Date | undefined, { message }: { message: string }, unit = 1) {
  return z.union([z.string(), z.date()], message).transform((value, context): Date => {
    const result = typeof value === 'string' ? parse(value) : value;
    if (result && result.getTime() % unit === 0) return result;
    context.addIssue(message);
    return z.NEVER;
  });
}

/** ISO weekdays, 1 is Monday; an empty list means every day. */
export const weekdays = z
  .array(z.int())
  .refine((days) => new Set(days).size === days.length && days.every((day) => day >= 1 && day <= 7), {
    message: 'must be different numbers from 1 (Monday) to 7.',
  })
  .default([]);

/** An integer within bounds. */
export const whole = (min: number, max: number) =>
  z.int().refine((value) => value >= min && value <= max, { message: `must be between ${min} and ${max}.` });

/** An id. */
export const id = whole(1, Number.MAX_SAFE_INTEGER);

const MAX_COUNT = 2_147_483_647;

/** A non-negative integer. */
export const count = whole(0, MAX_COUNT);

/** A non-negative decimal, as a number or as text. */
function decimal(digits: number, max: number) {
  const form = new RegExp(`^\\d{1,12}(\\.\\d{1,${digits}})?$`);
  return z
    .union([z.number(), z.string()])
    .transform(String)
    .refine((value) => form.test(value) && Number(value) <= max, {
      message: `must be a number from 0 to ${max} with at most ${digits} decimals.`,
    });
}

/** An amount of money in units of its currency. */
export const amount = decimal(3, 99_999_999_999);
/** A share in percent. */
export const percentage = decimal(3, 100);
/** A number whose unit a setting defines. */
export const measure = decimal(3, 999_999_999);

const degrees = (max: number) =>
  z
    .union([z.number(), z.string()])
    .transform(String)
    .refine((value) => /^-?\d{1,3}(\.\d{1,15})?$/.test(value) && Math.abs(Number(value)) <= max, {
      message: `must be degrees from -${max} to ${max}.`,
    });

/** Degrees north. */
export const latitude = degrees(90);
/** Degrees east. */
export const longitude = degrees(180);

/** Minutes that a job is estimated to take; null: as the organization or the installation says. */
export const estimate = whole(1, 1_440).nullable().default(null);

/** A list of at most `max` entries. */
export const listOf = <Entry extends z.ZodType>(entry: Entry, max: number) =>
  z.array(entry).refine((list) => list.length <= max, { message: `must hold at most ${max} entries.` });

/** The texts of a record in other languages than the default one, by language and member. */
export const translations = <Texts extends z.ZodRawShape>(texts: Texts) =>
  z.record(languageCode, z.strictObject(texts).partial()).default({});
