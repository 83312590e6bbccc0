import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { rowConnection } from '../shared/found-rows.ts';
import { Node } from '../shared/node.ts';
import { filteredBy, type PageArgs, pagedList } from '../shared/paging.ts';
import { listPlan } from '../shared/plans.ts';
import { actorOf } from '../shared/principals.ts';
import { translationsField } from '../shared/translated-texts.ts';
import { translated, whereTextHasAny } from '../shared/translation.ts';
import { sharedTags } from '../tags/tag.ts';
import { visibleCities } from './visible-cities.ts';

export const City = builder.prismaObject('City', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The city's id." }),
    version: t.exposeInt('version'),
    name: t.string(translated('City', 'name')),
    timeZone: t.exposeString('timeZone'),
    country: t.relation('country', { description: 'The country in which the city lies.' }),
    tags: t.relation('tags', sharedTags),
    translations: t.field(translationsField),
  }),
});

const CityFilter = builder.inputType('CityFilter', {
  description: 'Which cities to list; every member narrows further.',
  fields: (t) => ({
    id: t.intList({ description: 'Any of these ids.' }),
    name: t.stringList({ description: 'The name contains any of these, without regard to letter case.' }),
    countryId: t.intList({ description: 'In any of these countries.' }),
  }),
});

type Filter = typeof CityFilter.$inferInput;

async function matching(filter: Filter | null | undefined, context: Context): Promise<Prisma.CityWhereInput[]> {
  checkFilter(filter);
  const visible = visibleCities(actorOf(context));
  return [
    visible,
    ...(filter?.id ? [{ id: { in: filter.id } }] : []),
    ...(filter?.countryId ? [{ countryId: { in: filter.countryId } }] : []),
    ...(filter?.name ? [await whereTextHasAny(context, 'City', visible, 'name', filter.name)] : []),
  ];
}

const filtered = filteredBy(CityFilter);
const list = pagedList(15, filtered);
const byName = [{ name: 'asc' as const }, { id: 'asc' as const }];

type Listed = { filter?: Filter | null } & PageArgs;

const citiesPlan = async ({ filter, ...page }: Listed, context: Context) => ({
  where: { AND: await matching(filter, context) },
  orderBy: byName,
  ...list.slice(page),
});

builder.queryFields((t) => ({
  cities: t.prismaField({
    type: ['City'],
    description: 'The cities that are visible to the viewer, by name, paginated.',
    args: list.args,
    extensions: listPlan('City', citiesPlan, 'sometimes'),
    resolve: async (query, _root, args, context) =>
      context.db.city.findMany({ ...query, ...(await citiesPlan(args, context)) }),
  }),
  citiesConnection: t.field(
    rowConnection('City', City, 'The cities that are visible to the viewer, by name, by cursors.', filtered, {
      where: async ({ filter }, context) => ({ AND: await matching(filter, context) }),
      orderBy: () => byName,
    }),
  ),
}));
