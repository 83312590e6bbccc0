import { fieldSql, member } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Node } from '../shared/node.ts';
import { listPlan } from '../shared/plans.ts';
import { actorOf } from '../shared/principals.ts';
import { translationsField } from '../shared/translated-texts.ts';
import { translated, whereText } from '../shared/translation.ts';
import { visibleCities } from './visible-cities.ts';

export const Country = builder.prismaObject('Country', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The country's id." }),
    name: t.string(translated('Country', 'name')),
    translations: t.field(translationsField),
    code: t.string({
      description: 'ISO 3166-1 code, two upper-case letters.',
      extensions: fieldSql((row) => ({ value: member(row, 'code') })),
      resolve: (country) => country.code.trim(),
    }),
  }),
});

const countriesPlan = ({ query }: { query?: string | null }, context: Context) => ({
  where: {
    cities: { some: visibleCities(actorOf(context)) },
    ...(query?.trim() ? whereText('name', { startsWith: query.trim() }, context.lang) : {}),
  },
  orderBy: [{ name: 'asc' as const }, { id: 'asc' as const }],
});

builder.queryField('countries', (t) =>
  t.prismaField({
    type: ['Country'],
    description: 'The countries of the cities that the viewer sees, by name.',
    args: { query: t.arg.string({ description: 'Beginning of the name, without regard to letter case.' }) },
    extensions: listPlan('Country', countriesPlan),
    resolve: (query, _root, args, context) =>
      context.db.country.findMany({ ...query, ...countriesPlan(args, context) }),
  }),
);
