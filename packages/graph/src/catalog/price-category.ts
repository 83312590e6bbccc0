import { sameRow } from 'graphql-sql';
import { builder } from '../builder.ts';
import { Node } from '../shared/node.ts';
import { translationsField } from '../shared/translated-texts.ts';
import { translated } from '../shared/translation.ts';

/** What a price category exposes, whether it is a row of the catalogue or was frozen into an order. */
export type PriceCategoryShape = {
  id: number;
  title: string;
  isDefault: boolean;
  minimum: number;
  maximum: number;
  ageMin: number;
  ageMax: number;
  translations: unknown;
};

const AgeRange = builder.objectRef<{ ageMin: number; ageMax: number }>('AgeRange').implement({
  description: 'Ages in years, both included.',
  fields: (t) => ({
    min: t.exposeInt('ageMin', { description: 'Lowest age.' }),
    max: t.exposeInt('ageMax', { description: 'Highest age.' }),
  }),
});

export const PriceCategory = builder.objectRef<PriceCategoryShape>('PriceCategory').implement({
  description: 'A group of passengers with a price of its own, such as adults, children or groups.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The category's id in the catalogue." }),
    translations: t.field(translationsField),
  }),
});

export const BookedPriceCategory = builder.objectRef<PriceCategoryShape>('BookedPriceCategory').implement({
  description: 'A price category as it was when booked.',
  fields: (t) => ({ priceCategoryId: t.exposeInt('id', { description: "The category's id in the catalogue." }) }),
});

for (const type of [PriceCategory, BookedPriceCategory])
  builder.objectFields(type, (t) => ({
    title: t.string(translated('PriceCategory', 'title')),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'True for the category of passengers without an explicit category.',
    }),
    minimum: t.exposeInt('minimum', {
      description: 'Minimum number of passengers of the category in a booking; 0: no limit.',
    }),
    maximum: t.exposeInt('maximum', {
      description:
        'Maximum number of passengers of the category in a booking; if it is 0 or less than the minimum, neither bound applies.',
    }),
    ageRange: t.field({
      type: AgeRange,
      description: 'The ages of the category.',
      extensions: sameRow(),
      resolve: (category) => category,
    }),
  }));
