import { fieldSql, related, sameRow } from 'graphql-sql';
import { builder } from '../builder.ts';
import { Node } from '../shared/node.ts';
import type { Decimal } from '../shared/scalars.ts';
import { translated } from '../shared/translation.ts';
import { PriceCategory } from './price-category.ts';

export type DurationShape = { durationTime: Decimal; durationDescription: string | null; translations: unknown };

export const Duration = builder.objectRef<DurationShape>('Duration').implement({
  description: 'A duration.',
  fields: (t) => ({
    time: t.expose('durationTime', {
      type: 'Decimal',
      description: 'The duration; its unit is not defined by the contract.',
    }),
    description: t.string({
      ...translated('ServiceLevel', 'durationDescription'),
      nullable: true,
    }),
  }),
});

export const ServiceLevel = builder.prismaObject('ServiceLevel', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The service level's id." }),
    title: t.string(translated('ServiceLevel', 'title')),
    description: t.string(translated('ServiceLevel', 'description')),
    businessHours: t.string({
      ...translated('ServiceLevel', 'businessHours'),
      nullable: true,
    }),
    capacity: t.exposeInt('capacity'),
    pricingType: t.exposeString('pricingType'),
    availabilityType: t.exposeString('availabilityType'),
    hasPickup: t.exposeBoolean('hasPickup'),
    hasDropOff: t.exposeBoolean('hasDropOff'),
    hasTourGuide: t.exposeBoolean('hasTourGuide'),
    duration: t.field({
      type: Duration,
      description: 'Its duration.',
      extensions: sameRow(),
      resolve: (level) => level,
    }),
    cutOffTime: t.expose('cutOffTime', { type: 'Decimal' }),
    offerTimeStart: t.expose('offerTimeStart', { type: 'Date' }),
    offerTimeEnd: t.expose('offerTimeEnd', { type: 'Date' }),
    isComplete: t.exposeBoolean('isComplete'),
    priceCategories: t.field({
      type: [PriceCategory],
      description: 'Its price categories, in the order of the catalogue.',
      select: { priceCategories: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
      extensions: fieldSql((row) => ({
        rows: related(row, 'priceCategories', { orderBy: [{ position: 'asc' }, { id: 'asc' }] }),
      })),
      resolve: (level) => level.priceCategories,
    }),
  }),
});
