import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Node } from '../shared/node.ts';
import { listPlan } from '../shared/plans.ts';
import { actorOf } from '../shared/principals.ts';
import { translationsField } from '../shared/translated-texts.ts';
import { translated, whereText } from '../shared/translation.ts';
import { sharedTags } from '../tags/tag.ts';
import { visibleProducts } from './visible-products.ts';

export const Category = builder.prismaObject('Category', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The category's id." }),
    version: t.exposeInt('version'),
    title: t.string(translated('Category', 'title')),
    tags: t.relation('tags', sharedTags),
    translations: t.field(translationsField),
  }),
});

const categoriesPlan = ({ query }: { query?: string | null }, context: Context) => ({
  where: {
    products: { some: { product: visibleProducts(actorOf(context)) } },
    ...(query?.trim() ? whereText('title', { startsWith: query.trim() }, context.lang) : {}),
  },
  orderBy: [{ title: 'asc' as const }, { id: 'asc' as const }],
});

builder.queryField('categories', (t) =>
  t.prismaField({
    type: ['Category'],
    description: 'The categories of the products that the viewer sees, by title.',
    args: { query: t.arg.string({ description: 'Beginning of the title, without regard to letter case.' }) },
    extensions: listPlan('Category', categoriesPlan),
    resolve: (query, _root, args, context) =>
      context.db.category.findMany({ ...query, ...categoriesPlan(args, context) }),
  }),
);
