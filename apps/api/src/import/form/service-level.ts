import { catalogueValues } from '@channel/graph';
import { z } from 'zod';
import { key } from './scalars.ts';

const { pickupPlaceValues, pickupValues, priceCategoryValues, priceValues, rateValues, scheduleValues } =
  catalogueValues;

export const priceCategory = z.strictObject({ key, ...priceCategoryValues });

export const rate = z.strictObject({
  key,
  ...rateValues,
  prices: z
    .array(
      z.strictObject({
        priceCategory: key
          .nullable()
          .default(null)
          .describe('The price category that pays it if it is sold per person; null per item.'),
        ...priceValues,
      }),
    )
    .min(1),
});

export const schedule = z.strictObject({ key, ...scheduleValues });

export const pickup = z.strictObject({
  ...pickupValues,
  places: z.array(z.strictObject({ point: key, ...pickupPlaceValues })).default([]),
});

export const serviceLevel = z.strictObject({
  key,
  ...catalogueValues.serviceLevelValues,
  priceCategories: z.array(priceCategory).default([]),
  rates: z.array(rate).default([]),
  schedules: z.array(schedule).default([]),
  pickup: pickup.nullable().default(null),
});
