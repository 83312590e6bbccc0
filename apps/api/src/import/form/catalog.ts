import { z } from 'zod';
import { estimate } from './people.ts';
import { anyText, currencyCode, key, tags, tagsByOrganization, text, translations } from './scalars.ts';
import { serviceLevel } from './service-level.ts';

export const category = z.strictObject({
  key,
  title: text(),
  translations: translations({ title: text() }),
  tags: tagsByOrganization,
});

export const media = z.strictObject({
  key,
  filename: z.string().regex(/^[A-Za-z0-9._-]{1,200}$/, 'expected a file name of letters, digits, ".", "_" and "-"'),
  contentType: z.string().max(100),
  text: z.string().optional().describe('The content, if it is text.'),
  base64: z.base64().optional().describe('The content in Base64.'),
  path: z.string().optional().describe('The path of the content, relative to the import file and below its folder.'),
});

export const supplier = z.strictObject({
  key,
  organization: key,
  name: text(),
  description: text(5_000).nullable().default(null),
  permissions: z.array(text(100)).default([]),
  translations: translations({ description: text(5_000) }),
  tags,
});

export const product = z.strictObject({
  key,
  organization: key,
  supplier: key.nullable().default(null),
  city: key,
  location: key.nullable().default(null),
  title: text(),
  shortDescription: anyText(),
  description: anyText(),
  highlights: z.array(text(1_000)).default([]),
  knowBeforeYouGo: anyText().default(''),
  whatToBring: anyText().default(''),
  isPublished: z.boolean().nullable().default(true),
  backOffice: z.boolean().default(false),
  labels: z.array(text(200)).default([]),
  ticketTitle: text(500).nullable().default(null),
  ticketMessage: text(5_000).nullable().default(null),
  ticketPerParticipant: z.boolean().default(false),
  guideMinutes: estimate.describe('Minutes of a guide job whose end is unknown; null: as the organization says.'),
  transferMinutes: estimate.describe('Minutes of a transfer; null: as the organization says.'),
  currencies: z.array(currencyCode).min(1),
  points: z.array(key).default([]),
  categories: z.array(key).default([]),
  banner: key,
  thumbnail: key,
  images: z.array(key).default([]),
  videos: z.array(z.strictObject({ videoCode: text(200), type: text(100), url: z.httpUrl().max(2_000) })).default([]),
  serviceLevels: z.array(serviceLevel).default([]),
  translations: translations({
    title: text(),
    shortDescription: anyText(),
    description: anyText(),
    highlights: z.array(text(1_000)),
    knowBeforeYouGo: anyText(),
    whatToBring: anyText(),
    ticketTitle: text(500),
    ticketMessage: text(5_000),
  }),
  tags,
});
