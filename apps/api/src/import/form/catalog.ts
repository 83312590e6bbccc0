import { catalogueValues, pictureContent } from '@channel/graph';
import { z } from 'zod';
import { key, tags, tagsByOrganization, text } from './scalars.ts';
import { serviceLevel } from './service-level.ts';

export const category = z.strictObject({ key, ...catalogueValues.categoryValues, tags: tagsByOrganization });

export const media = z.strictObject({
  key,
  filename: z.string().regex(pictureContent.FILENAME, 'expected a file name of letters, digits, ".", "_" and "-"'),
  contentType: z.string().max(100),
  text: z.string().optional().describe('The content, if it is text.'),
  base64: z.base64().optional().describe('The content in Base64.'),
  path: z.string().optional().describe('The path of the content, relative to the import file and below its folder.'),
});

export const supplier = z.strictObject({
  key,
  organization: key,
  ...catalogueValues.supplierValues,
  permissions: z.array(text(100)).default([]),
  tags,
});

export const product = z.strictObject({
  key,
  organization: key,
  supplier: key.nullable().default(null),
  city: key,
  location: key.nullable().default(null),
  ...catalogueValues.productValues,
  points: z.array(key).default([]),
  categories: z.array(key).default([]),
  banner: key,
  thumbnail: key,
  images: z.array(key).default([]),
  serviceLevels: z.array(serviceLevel).default([]),
  tags,
});
