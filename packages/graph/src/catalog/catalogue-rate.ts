import { builder } from '../builder.ts';
import { type PriceColumns, Prices } from '../shared/money.ts';
import { Node } from '../shared/node.ts';
import { translationsField } from '../shared/translated-texts.ts';
import { translated } from '../shared/translation.ts';
import { PriceCategory, type PriceCategoryShape } from './price-category.ts';
import { CancellationPolicies, offeredRate } from './rate.ts';

const CategoryPrices = builder
  .objectRef<{ priceCategory: PriceCategoryShape; prices: PriceColumns[] }>('CataloguePrices')
  .implement({
    description: 'The price per person of a category at a rate.',
    fields: (t) => ({
      priceCategory: t.field({
        type: PriceCategory,
        description: 'The price category.',
        resolve: ({ priceCategory }) => priceCategory,
      }),
      prices: t.field({ type: [Prices], description: 'One a currency.', resolve: ({ prices }) => prices }),
    }),
  });

const byPosition = { orderBy: offeredRate.prices.orderBy };

export const CatalogueRate = builder.prismaObject('Rate', {
  variant: 'CatalogueRate',
  description: 'A rate in the view of staff: its validity and all of its prices.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The rate's id." }),
    version: t.exposeInt('version'),
    title: t.string(translated('Rate', 'title')),
    validFrom: t.expose('validFrom', { type: 'Date', nullable: true }),
    validTo: t.expose('validTo', { type: 'Date', nullable: true }),
    weekdays: t.exposeIntList('weekdays'),
    position: t.exposeInt('position', { description: 'Its place among the rates of the service level.' }),
    translations: t.field(translationsField),
    cancellationPolicies: t.field({
      type: CancellationPolicies,
      description: 'The cancellation policies.',
      select: { penalties: offeredRate.penalties },
      resolve: (rate) => rate,
    }),
    itemPrices: t.field({
      type: [Prices],
      description: 'Prices per item, one per currency; empty where prices are per person.',
      select: { prices: { where: offeredRate.prices.where, ...byPosition } },
      resolve: ({ prices }) => prices,
    }),
    personPrices: t.field({
      type: [CategoryPrices],
      description: 'Prices per person, by category; empty where prices are per item.',
      select: { categories: offeredRate.categories },
      resolve: ({ categories }) => categories,
    }),
  }),
});
