import { builder } from '../builder.ts';

export const Point = builder.prismaObject('Point', {
  select: { id: true },
  fields: (t) => ({
    pointId: t.exposeInt('id', { description: "The point's id." }),
    version: t.exposeInt('version'),
    latitude: t.expose('latitude', { type: 'Decimal' }),
    longitude: t.expose('longitude', { type: 'Decimal' }),
    address: t.exposeString('address'),
    city: t.relation('city', { description: 'The city in which the point lies.' }),
  }),
});
