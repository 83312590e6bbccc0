import { z } from 'zod';
import { currencyCode, estimate, languageCode, percentage, text, timeZone, whole } from '../shared/values.ts';

/* The own values of organizations, clients and roles, in the import form and in mutations. */

const timeUnit = z.enum(['none', 'minutes', 'hours', 'days']).nullable().default(null);

/** An organization. Units and estimates that are null are those of the installation. */
export const organizationValues = {
  name: text(),
  currency: currencyCode,
  languages: z
    .array(languageCode)
    .refine((codes) => codes.length >= 1 && codes.length <= 50, { message: 'must hold 1 to 50 languages.' })
    .describe('The first is the default: the language of the untranslated texts.'),
  timeZone,
  vatPercentage: percentage.default('0'),
  vatType: text(100).default('included'),
  durationUnit: timeUnit,
  cutOffUnit: timeUnit,
  penaltyUnit: timeUnit,
  guideMinutes: estimate,
  transferMinutes: estimate,
  travelSpeed: whole(1, 300).nullable().default(null),
  travelMargin: whole(0, 240).nullable().default(null),
};

/** A client: the party that buys. */
export const clientValues = { name: text(), description: text(5_000).nullable().default(null) };
