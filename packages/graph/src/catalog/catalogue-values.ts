import { z } from 'zod';
import {
  amount,
  anyText,
  count,
  currencyCode,
  date,
  estimate,
  listOf,
  measure,
  percentage,
  text,
  time,
  translations,
  weekdays,
} from '../shared/values.ts';

/*
 * The own values of the catalogue, in the import form and in mutations. What they refer to is added by each in its own
 * terms: keys of the file, or ids. Values that must agree with each other are in `catalogue-rules.ts`.
 */

/** Limits of lists, for mutations: they are read and written together. */
export const MAX_OF_PRODUCT = 100;
export const MAX_OF_LEVEL = 100;
export const MAX_PRICES = 500;

export const categoryValues = { title: text(), translations: translations({ title: text() }) };

export const supplierValues = {
  name: text(),
  description: text(5_000).nullable().default(null),
  translations: translations({ description: text(5_000) }),
};

export const videoValues = {
  videoCode: text(200),
  type: text(100),
  url: z.httpUrl({ message: 'must be a web address.' }).max(2_000, { message: 'must have at most 2000 characters.' }),
};

const highlights = listOf(text(1_000), 50);

export const productValues = {
  title: text(),
  shortDescription: anyText(),
  description: anyText(),
  highlights: highlights.default([]),
  knowBeforeYouGo: anyText().default(''),
  whatToBring: anyText().default(''),
  isPublished: z.boolean().nullable().default(true),
  backOffice: z.boolean().default(false),
  labels: listOf(text(200), 50).default([]),
  ticketTitle: text(500).nullable().default(null),
  ticketMessage: text(5_000).nullable().default(null),
  ticketPerParticipant: z.boolean().default(false),
  guideMinutes: estimate.describe('Minutes of a guide job whose end is unknown; null: as the organization says.'),
  transferMinutes: estimate.describe('Minutes of a transfer; null: as the organization says.'),
  currencies: z.array(currencyCode).refine((codes) => codes.length >= 1 && codes.length <= 50, {
    message: 'must hold 1 to 50 currencies.',
  }),
  videos: listOf(z.strictObject(videoValues), MAX_OF_PRODUCT).default([]),
  translations: translations({
    title: text(),
    shortDescription: anyText(),
    description: anyText(),
    highlights,
    knowBeforeYouGo: anyText(),
    whatToBring: anyText(),
    ticketTitle: text(500),
    ticketMessage: text(5_000),
  }),
};

export const priceCategoryValues = {
  title: text(),
  isDefault: z.boolean().default(false),
  minimum: count.default(0),
  maximum: count,
  ageMin: count.default(0),
  ageMax: count.default(120),
  translations: translations({ title: text() }),
};

export const serviceLevelValues = {
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
  translations: translations({
    title: text(),
    description: anyText(),
    businessHours: text(1_000),
    durationDescription: text(500),
  }),
};

/** A price without what pays it. */
export const priceValues = { currency: currencyCode, original: amount, agent: amount, sold: amount };

export const penaltyValues = { time: count, percentage };

export const rateValues = {
  title: text(),
  validFrom: date.nullable().default(null),
  validTo: date.nullable().default(null),
  weekdays,
  cancellationDescription: text(5_000).nullable().default(null),
  penalties: listOf(z.strictObject(penaltyValues), 50).default([]),
  translations: translations({ title: text(), cancellationDescription: text(5_000) }),
};

export const scheduleValues = {
  validFrom: date.nullable().default(null),
  validTo: date.nullable().default(null),
  weekdays,
  startTime: time.nullable().default(null),
  endTime: time.nullable().default(null),
  capacity: count,
  expirationDate: date.nullable().default(null),
  expirationMinutesAfterBooking: count.nullable().default(null),
};

const timeRange = z.strictObject({ start: time, end: time });

/** A pickup place without its point. */
export const pickupPlaceValues = { timeBefore: count, timeRange };

export const pickupValues = {
  type: text(100),
  timeWindow: count,
  timeBefore: count,
  timeRange: timeRange.nullable().default(null),
  times: listOf(time, 288).default([]),
};
