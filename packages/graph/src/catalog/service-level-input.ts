import { z } from 'zod';
import { builder } from '../builder.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import { TranslatedTextInput } from '../shared/translated-texts.ts';
import { listOf, whole } from '../shared/values.ts';
import { MAX_OF_LEVEL, priceCategoryValues, serviceLevelValues } from './catalogue-values.ts';
import { PickupInput, pickupForm } from './pickup-input.ts';

const PriceCategoryInput = builder.inputType('PriceCategoryInput', {
  description: 'A price category of a service level, with all of its values.',
  fields: (t) => ({
    id: t.int({ description: 'Its id; null: a new one.' }),
    title: t.string({ required: true, description: 'Its title.' }),
    isDefault: t.boolean({ description: 'True for exactly one: the category of passengers without a named category.' }),
    minimum: t.int({ description: 'Minimum number of its passengers in a booking; 0, the default: no limit.' }),
    maximum: t.int({
      required: true,
      description: 'Maximum number of its passengers in a booking; 0, or less than the minimum: neither bound applies.',
    }),
    ageMin: t.int({ description: 'Lowest age; by default 0.' }),
    ageMax: t.int({ description: 'Highest age; by default 120.' }),
    translations: t.field({ type: [TranslatedTextInput], description: 'All translations of `title`.' }),
  }),
});

export const ServiceLevelInput = builder.inputType('ServiceLevelInput', {
  description:
    'The members of a service level. A member that is left out keeps its value. Texts are in the default language of the organization.',
  fields: (t) => ({
    title: t.string({ description: 'Its title.' }),
    description: t.string({ description: 'What the guest gets.', extensions: atMost(20_000) }),
    businessHours: t.string({ description: 'The opening hours, as free text; null: none.' }),
    capacity: t.int({
      description: 'The number of places of one departure that no schedule or change says otherwise.',
    }),
    pricingType: t.string({
      description: '`per_person` or `per_item`; any other value is stored and returned unchanged.',
    }),
    availabilityType: t.string({
      description:
        '`pass`, `per_slot`, `per_time` or `daily`; any other value is stored and returned unchanged. Fixed as soon as it has bookings.',
    }),
    hasPickup: t.boolean({ description: 'Whether guests can be picked up.' }),
    hasDropOff: t.boolean({ description: 'Whether guests can be dropped off.' }),
    hasTourGuide: t.boolean({ description: 'Whether a tour guide comes along.' }),
    durationTime: t.field({ type: 'Decimal', description: 'Its duration, in the unit of the organization.' }),
    durationDescription: t.string({ description: 'The duration as text; null: none.' }),
    cutOffTime: t.field({
      type: 'Decimal',
      description: 'How long before the start selling ends, in the unit of the organization.',
    }),
    offerTimeStart: t.field({ type: 'Date', description: 'First day of the offer.' }),
    offerTimeEnd: t.field({ type: 'Date', description: 'Last day of the offer. A past day ends the offer.' }),
    isComplete: t.boolean({ description: 'Whether all data that selling needs is complete; by default true.' }),
    position: t.int({ description: 'Its place among the service levels of the product; a new one is the last.' }),
    priceCategories: t.field({
      type: [PriceCategoryInput],
      description: `All of its price categories, in order, at most ${MAX_OF_LEVEL}: one without an id is added, one that is left out is deleted. Prices of a deleted one must be removed from its rates first.`,
    }),
    pickup: t.field({ type: PickupInput, description: 'How guests can be picked up; null: no pickup options.' }),
    translations: t.field({ type: [TranslatedTextInput], description: 'All translations of its texts.' }),
  }),
});

export const serviceLevelForm = z.object({
  ...serviceLevelValues,
  position: whole(0, 1_000_000),
  pickup: pickupForm.nullable().default(null),
  priceCategories: listOf(
    z.object({ id: z.int().nullable().default(null), ...priceCategoryValues }),
    MAX_OF_LEVEL,
  ).default([]),
});
