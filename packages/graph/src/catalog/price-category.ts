import { builder } from '../builder.ts';
import { sameRow } from '../compiler/sql-resolvers.ts';
import { translated } from '../shared/translation.ts';

/** What a price category shows, whether it is a row of the catalogue or was frozen into an order. */
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
  description: 'Who pays which price: adults, children, groups.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The category's id in the catalogue." }),
    title: t.string(translated('title', "The category's title.")),
    isDefault: t.exposeBoolean('isDefault', { description: 'True for the category of passengers who name none.' }),
    minimum: t.exposeInt('minimum', { description: 'Fewest passengers of the category in a booking; 0: no limit.' }),
    maximum: t.exposeInt('maximum', {
      description: 'Most passengers of the category in a booking; 0, or less than the minimum: neither of them limits.',
    }),
    ageRange: t.field({
      type: AgeRange,
      description: 'Whom the category is for.',
      extensions: sameRow(),
      resolve: (category) => category,
    }),
  }),
});
