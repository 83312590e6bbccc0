import { z } from 'zod';
import { countryCode, key, latitude, longitude, tagsByOrganization, text, timeZone, translations } from './scalars.ts';

export const country = z.strictObject({
  code: countryCode,
  name: text(200),
  translations: translations({ name: text(200) }),
});

export const city = z.strictObject({
  key,
  country: countryCode,
  name: text(200),
  timeZone,
  translations: translations({ name: text(200) }),
  tags: tagsByOrganization,
});

export const point = z.strictObject({ key, city: key, latitude, longitude, address: text(1_000) });
