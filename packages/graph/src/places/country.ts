import { builder } from '../builder.ts';
import { actorOf } from '../people/principals.ts';
import { translated, whereText } from '../shared/translation.ts';
import { visibleCities } from './visible-cities.ts';

export const Country = builder.prismaObject('Country', {
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The country's id." }),
    name: t.string(translated('name', "The country's name.")),
    code: t.string({
      description: 'ISO 3166-1 code, two upper-case letters.',
      resolve: (country) => country.code.trim(),
    }),
  }),
});

builder.queryField('countries', (t) =>
  t.prismaField({
    type: ['Country'],
    description: 'The countries of the cities that the viewer sees, by name.',
    args: { query: t.arg.string({ description: 'Beginning of the name, without regard to letter case.' }) },
    resolve: (query, _root, args, context) =>
      context.db.country.findMany({
        ...query,
        where: {
          cities: { some: visibleCities(actorOf(context)) },
          ...(args.query ? whereText('name', { startsWith: args.query }, context.lang) : {}),
        },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
);
