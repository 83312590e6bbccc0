import { inJson } from 'graphql-sql';
import { builder } from '../builder.ts';
import { BookedPriceCategory, type PriceCategoryShape } from '../catalog/price-category.ts';
import { Node } from '../shared/node.ts';

builder.prismaObject('Passenger', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The passenger's id." }),
    firstName: t.exposeString('firstName', { description: 'As it was sent.' }),
    lastName: t.exposeString('lastName', { description: 'As it was sent.' }),
    gender: t.exposeString('gender'),
    phoneNumber: t.exposeString('phoneNumber'),
    phoneCountryCode: t.exposeString('phoneCountryCode', { description: 'As it was sent.' }),
    whatsappNumber: t.exposeString('whatsappNumber'),
    email: t.exposeString('email'),
    isLeader: t.exposeBoolean('isLeader'),
    priceCategory: t.field({
      type: BookedPriceCategory,
      nullable: true,
      description: 'The price category as it was when booked; null where none applies.',
      extensions: inJson('priceCategory'),
      // Only the core writes this column, in this shape.
      resolve: (passenger) => passenger.priceCategory as PriceCategoryShape | null,
    }),
  }),
});
