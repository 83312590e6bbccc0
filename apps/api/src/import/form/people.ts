import { hoursOf, MAX_SHIFTS, overlappingHours, peopleValues } from '@channel/graph';
import { z } from 'zod';
import {
  anyText,
  currencyCode,
  key,
  languageCode,
  localMoment,
  tags,
  tagsByOrganization,
  text,
  time,
} from './scalars.ts';

export const currency = z.strictObject({ code: currencyCode, symbol: text(8), name: text(100) });

export const language = z.strictObject({ code: languageCode, name: text(100) });

export const permission = z.strictObject({ name: text(100), description: text(1_000) });

export const organization = z.strictObject({ key, ...peopleValues.organizationValues });

export const travelTime = z
  .strictObject({ organization: key, from: key, to: key, minutes: z.int().min(0).max(1_440) })
  .refine(({ from, to }) => from !== to, 'expected two different cities')
  .describe('The time that an organization reckons with between two cities, in both directions.');

const calendar = z.strictObject({
  workingHours: z
    .array(z.strictObject({ weekday: z.int().min(1).max(7), from: time, to: time }))
    .max(MAX_SHIFTS)
    .default([])
    .refine((hours) => overlappingHours(hours.map(hoursOf)) === undefined, 'expected hours that do not overlap')
    .describe('Without any, the person is available at all hours.'),
  absences: z
    .array(
      z
        .strictObject({ from: localMoment, until: localMoment, reason: anyText(200).default('') })
        .refine(({ from, until }) => from < until, 'expected `until` after `from`'),
    )
    .max(1_000)
    .default([]),
});

export const client = z.strictObject({
  key,
  organization: key,
  ...peopleValues.clientValues,
  tags,
});

export const role = z.strictObject({
  key,
  organization: key,
  client: key
    .nullable()
    .default(null)
    .describe('The client for whose account the role sells; required for a role that books.'),
  name: text(),
  description: text(5_000).nullable().default(null),
  permissions: z.array(text(100)).default([]),
  products: z.array(key).default([]),
  cities: z.array(key).default([]),
  tags,
});

export const user = z.strictObject({
  key,
  name: text(),
  email: z.email().max(320),
  username: z.string().regex(/^[^\s@]{1,100}$/, 'expected a user name without spaces and "@"'),
  password: z
    .string()
    .min(8)
    .max(200)
    .nullable()
    .default(null)
    .describe('Set when the user is created; a later import changes no password.'),
  emailVerified: z.boolean().default(false),
  photo: key.nullable().default(null),
  roles: z.array(key).default([]),
  clients: z.array(key).default([]),
  tags: tagsByOrganization,
  calendars: z
    .record(key, calendar)
    .default({})
    .describe('When the user works for an organization, by its key; in local time of the place of each job.'),
});
