import { builder } from '../builder.ts';
import { actorOf } from '../people/principals.ts';
import { translated, whereText } from '../shared/translation.ts';
import { sharedTags } from '../tags/tag.ts';
import { visibleProducts } from './visible-products.ts';

export const Category = builder.prismaObject('Category', {
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The category's id." }),
    title: t.string(translated('title', "The category's title.")),
    tags: t.relation('tags', sharedTags),
  }),
});

builder.queryField('categories', (t) =>
  t.prismaField({
    type: ['Category'],
    description: 'The categories of the products that the viewer sees, by title.',
    args: { query: t.arg.string({ description: 'Beginning of the title, without regard to letter case.' }) },
    resolve: (query, _root, args, context) =>
      context.db.category.findMany({
        ...query,
        where: {
          products: { some: { product: visibleProducts(actorOf(context)) } },
          ...(args.query ? whereText('title', { startsWith: args.query }, context.lang) : {}),
        },
        orderBy: [{ title: 'asc' }, { id: 'asc' }],
      }),
  }),
);
