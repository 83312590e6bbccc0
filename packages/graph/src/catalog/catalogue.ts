import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { rowConnection } from '../shared/found-rows.ts';
import { Node } from '../shared/node.ts';
import { filteredBy, pagedList } from '../shared/paging.ts';
import { holds, organizationIdsOf } from '../shared/principals.ts';
import { translationsField } from '../shared/translated-texts.ts';
import { whereText } from '../shared/translation.ts';
import { carriesAll, holdsTag, TagMatch } from '../tags/tag-match.ts';
import { CatalogueLevel } from './catalogue-level.ts';
import { Product } from './product.ts';
import { staffCatalogue } from './staff-catalogue.ts';

export const CatalogueProduct = builder.prismaObject('Product', {
  variant: 'CatalogueProduct',
  description: 'A product in the view of the staff of its organization.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The product's id." }),
    product: t.variant(Product, { description: 'The product itself.' }),
    levels: t.relation('serviceLevels', {
      type: CatalogueLevel,
      description: 'Its service levels, in the order of the catalogue.',
      query: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
    }),
    translations: t.field(translationsField),
    version: t.exposeInt('version'),
    guideMinutes: t.exposeInt('guideMinutes', { nullable: true }),
    transferMinutes: t.exposeInt('transferMinutes', { nullable: true }),
    mayChangeTimes: t.boolean({
      description: 'Whether the viewer may change these estimates.',
      resolve: ({ organizationId }, _args, context) => holds(context, 'administer', organizationId),
    }),
    roles: t.relationCount('roles', { description: 'Roles that may sell it.' }),
  }),
});

const CatalogueFilter = builder.inputType('CatalogueFilter', {
  description: 'Which products to list; every member narrows further.',
  fields: (t) => ({
    search: t.string({
      description: "Part of the title, or the product's id, one of its labels or the value of a tag.",
    }),
    cityIds: t.intList({ description: 'In any of these cities.' }),
    categoryIds: t.intList({ description: 'In any of these categories.' }),
    supplierIds: t.intList({ description: 'Of any of these suppliers.' }),
    isPublished: t.boolean({ description: 'Whether it is offered; a product without a decision counts as offered.' }),
    tags: t.field({ type: [TagMatch], description: 'Carries all of these tags.' }),
  }),
});

type Filter = typeof CatalogueFilter.$inferInput;

const searched = (search: string, context: Context): Prisma.ProductWhereInput => ({
  OR: [
    whereText('title', { contains: search }, context.lang),
    { labels: { hasSome: [search] } },
    { tagSet: holdsTag({ text: search }, organizationIdsOf(context.actor)) },
    ...(/^\d{1,15}$/.test(search) ? [{ id: Number(search) }] : []),
  ],
});

function matching(filter: Filter | null | undefined, context: Context): Prisma.ProductWhereInput {
  checkFilter(filter);
  const search = filter?.search?.trim();
  return {
    AND: [
      staffCatalogue(context),
      ...(search ? [searched(search, context)] : []),
      ...(filter?.cityIds ? [{ cityId: { in: filter.cityIds } }] : []),
      ...(filter?.categoryIds ? [{ categories: { some: { categoryId: { in: filter.categoryIds } } } }] : []),
      ...(filter?.supplierIds ? [{ supplierId: { in: filter.supplierIds } }] : []),
      ...(filter?.isPublished === false ? [{ isPublished: false }] : []),
      ...(filter?.isPublished ? [{ OR: [{ isPublished: true }, { isPublished: null }] }] : []),
      ...carriesAll(filter?.tags, organizationIdsOf(context.actor), ['filter', 'tags']),
    ],
  };
}

const filtered = filteredBy(CatalogueFilter);
const list = pagedList(25, filtered);
const byTitle = [{ title: 'asc' as const }, { id: 'asc' as const }];

builder.queryFields((t) => ({
  catalogue: t.prismaField({
    type: [CatalogueProduct],
    description: 'The products of the organizations in which the viewer is staff, by title, paginated.',
    args: list.args,
    resolve: (query, _root, { filter, ...page }, context) =>
      context.db.product.findMany({
        ...query,
        where: matching(filter, context),
        orderBy: byTitle,
        ...list.slice(page),
      }),
  }),
  catalogueConnection: t.field(
    rowConnection(
      'Product',
      CatalogueProduct,
      'The products of the organizations in which the viewer is staff, by title, by cursors.',
      filtered,
      { where: ({ filter }, context) => matching(filter, context), orderBy: () => byTitle },
    ),
  ),
  catalogueMeta: t.field(
    list.meta(({ filter }, context) => context.db.product.count({ where: matching(filter, context) })),
  ),
  catalogueProduct: t.prismaField({
    type: CatalogueProduct,
    description: 'A product that is visible to the viewer as staff.',
    args: { id: t.arg.int({ required: true, description: "The product's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const where = { AND: [{ id }, staffCatalogue(context)] };
      const product = await context.db.product.findFirst({ ...query, where });
      if (!product) throw notFound('Product');
      return product;
    },
  }),
  catalogueCities: t.prismaField({
    type: ['City'],
    description: 'The cities of these products, by name.',
    resolve: (query, _root, _args, context) =>
      context.db.city.findMany({
        ...query,
        where: { products: { some: staffCatalogue(context) } },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
  catalogueCategories: t.prismaField({
    type: ['Category'],
    description: 'The categories of these products, by title.',
    resolve: (query, _root, _args, context) =>
      context.db.category.findMany({
        ...query,
        where: { products: { some: { product: staffCatalogue(context) } } },
        orderBy: [{ title: 'asc' }, { id: 'asc' }],
      }),
  }),
  catalogueSuppliers: t.prismaField({
    type: ['Supplier'],
    description: 'The suppliers of these products, by name.',
    resolve: (query, _root, _args, context) =>
      context.db.supplier.findMany({
        ...query,
        where: { products: { some: staffCatalogue(context) } },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
}));
