import { builder } from '../builder.ts';
import { type PriceColumns, Prices } from '../shared/money.ts';
import { translated } from '../shared/translation.ts';
import { PriceCategory, type PriceCategoryShape } from './price-category.ts';
import { CancellationPolicies, offeredRate } from './rate.ts';

const CategoryPrices = builder
  .objectRef<{ priceCategory: PriceCategoryShape; prices: PriceColumns[] }>('CataloguePrices')
  .implement({
    description: 'What a person of a category costs at a rate.',
    fields: (t) => ({
      priceCategory: t.field({
        type: PriceCategory,
        description: 'Who pays it.',
        resolve: ({ priceCategory }) => priceCategory,
      }),
      prices: t.field({ type: [Prices], description: 'One a currency.', resolve: ({ prices }) => prices }),
    }),
  });

const byPosition = { orderBy: offeredRate.prices.orderBy };

export const CatalogueRate = builder.prismaObject('Rate', {
  variant: 'CatalogueRate',
  description: 'A rate as staff see it: when it holds, and all of its prices.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The rate's id." }),
    title: t.string(translated('title', "The rate's title.")),
    validFrom: t.expose('validFrom', { type: 'Date', nullable: true }),
    validTo: t.expose('validTo', { type: 'Date', nullable: true }),
    weekdays: t.exposeIntList('weekdays'),
    cancellationPolicies: t.field({
      type: CancellationPolicies,
      description: 'What happens when a booking is cancelled.',
      select: { penalties: offeredRate.penalties },
      resolve: (rate) => rate,
    }),
    itemPrices: t.field({
      type: [Prices],
      description: 'What an item costs, one a currency; empty where persons pay.',
      select: { prices: { where: offeredRate.prices.where, ...byPosition } },
      resolve: ({ prices }) => prices,
    }),
    personPrices: t.field({
      type: [CategoryPrices],
      description: 'What a person costs, by category; empty where items are paid.',
      select: { categories: offeredRate.categories },
      resolve: ({ categories }) => categories,
    }),
  }),
});
