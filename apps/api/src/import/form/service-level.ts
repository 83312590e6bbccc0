import { z } from 'zod';
import {
  amount,
  anyText,
  count,
  currencyCode,
  date,
  key,
  measure,
  percentage,
  text,
  time,
  translations,
  weekdays,
} from './scalars.ts';

export const priceCategory = z.strictObject({
  key,
  title: text(),
  isDefault: z.boolean().default(false),
  minimum: count.default(0),
  maximum: count,
  ageMin: count.default(0),
  ageMax: count.default(120),
  translations: translations({ title: text() }),
});

export const rate = z.strictObject({
  key,
  title: text(),
  validFrom: date.nullable().default(null),
  validTo: date.nullable().default(null),
  weekdays,
  cancellationDescription: text(5_000).nullable().default(null),
  penalties: z.array(z.strictObject({ time: count, percentage })).default([]),
  prices: z
    .array(
      z.strictObject({
        priceCategory: key
          .nullable()
          .default(null)
          .describe('The price category that pays it if it is sold per person; null per item.'),
        currency: currencyCode,
        original: amount,
        agent: amount,
        sold: amount,
      }),
    )
    .min(1),
  translations: translations({ title: text(), cancellationDescription: text(5_000) }),
});

export const schedule = z.strictObject({
  key,
  validFrom: date.nullable().default(null),
  validTo: date.nullable().default(null),
  weekdays,
  startTime: time.nullable().default(null),
  endTime: time.nullable().default(null),
  capacity: count,
  expirationDate: date.nullable().default(null),
  expirationMinutesAfterBooking: count.nullable().default(null),
});

const timeRange = z.strictObject({ start: time, end: time });

export const pickup = z.strictObject({
  type: text(100),
  timeWindow: count,
  timeBefore: count,
  timeRange: timeRange.nullable().default(null),
  places: z.array(z.strictObject({ point: key, timeBefore: count, timeRange })).default([]),
  times: z.array(time).default([]),
});

export const serviceLevel = z.strictObject({
  key,
  title: text(),
  description: anyText(),
  businessHours: text(1_000).nullable().default(null),
  capacity: count,
  pricingType: text(100).describe('`per_person` and `per_item` drive behaviour; any other value is stored unchanged.'),
  availabilityType: text(100).describe(
    '`pass`, `per_slot`, `per_time` and `daily` drive behaviour; others are stored unchanged.',
  ),
  hasPickup: z.boolean().default(false),
  hasDropOff: z.boolean().default(false),
  hasTourGuide: z.boolean().default(false),
  durationTime: measure.default('0'),
  durationDescription: text(500).nullable().default(null),
  cutOffTime: measure.default('0'),
  offerTimeStart: date,
  offerTimeEnd: date,
  isComplete: z.boolean().default(true),
  priceCategories: z.array(priceCategory).default([]),
  rates: z.array(rate).default([]),
  schedules: z.array(schedule).default([]),
  pickup: pickup.nullable().default(null),
  translations: translations({
    title: text(),
    description: anyText(),
    businessHours: text(1_000),
    durationDescription: text(500),
  }),
});
