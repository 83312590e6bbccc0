import { z } from 'zod';
import { currencyCode, key, languageCode, percentage, tags, tagsByOrganization, text, timeZone } from './scalars.ts';

export const currency = z.strictObject({ code: currencyCode, symbol: text(8), name: text(100) });

export const language = z.strictObject({ code: languageCode, name: text(100) });

export const permission = z.strictObject({ name: text(100), description: text(1_000) });

const timeUnit = z.enum(['none', 'minutes', 'hours', 'days']).nullable().default(null);

export const organization = z.strictObject({
  key,
  name: text(),
  currency: currencyCode,
  languages: z.array(languageCode).min(1).describe('The first is the default: the language of the untranslated texts.'),
  timeZone,
  vatPercentage: percentage.default('0'),
  vatType: text(100).default('included'),
  durationUnit: timeUnit.describe(
    'The unit of `durationTime` of its service levels; null: that of the setting `DURATION_UNIT`.',
  ),
  cutOffUnit: timeUnit.describe(
    'The unit of `cutOffTime` of its service levels; null: that of the setting `CUT_OFF_UNIT`.',
  ),
});

export const client = z.strictObject({
  key,
  organization: key,
  name: text(),
  description: text(5_000).nullable().default(null),
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
});
