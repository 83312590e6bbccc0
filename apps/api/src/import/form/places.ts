import { placeValues } from '@channel/graph';
import { z } from 'zod';
import { countryCode, key, tagsByOrganization } from './scalars.ts';

export const country = z.strictObject(placeValues.countryValues);

export const city = z.strictObject({
  key,
  country: countryCode,
  ...placeValues.cityValues,
  tags: tagsByOrganization,
});

export const point = z.strictObject({ key, city: key, ...placeValues.pointValues });
