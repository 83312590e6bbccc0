import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { PlaceFilter } from '../places/place-filter.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { rowConnection } from '../shared/found-rows.ts';
import { IdFilter } from '../shared/id-filter.ts';
import { filteredBy, type PageArgs, pagedList } from '../shared/paging.ts';
import { listPlan } from '../shared/plans.ts';
import { actorOf, organizationIdsOf } from '../shared/principals.ts';
import { whereText, whereTextHasAny } from '../shared/translation.ts';
import { carriesAll, TagMatch } from '../tags/tag-match.ts';
import { labelled } from './labelled.ts';
import { Product } from './product.ts';
import { visibleProducts } from './visible-products.ts';

const ProductFilter = builder.inputType('ProductFilter', {
  description: 'Which products to list; every member narrows further.',
  fields: (t) => ({
    id: t.intList({ description: 'Any of these ids.' }),
    title: t.stringList({ description: 'The title contains any of these, without regard to letter case.' }),
    city: t.field({ type: PlaceFilter, description: 'Located in these cities.' }),
    country: t.stringList({
      description: 'Located in any of these countries, each named by its code, its name or its id.',
    }),
    category: t.field({ type: IdFilter, description: 'In these categories.' }),
    backOffice: t.boolean({ description: 'Whether it is sold by back-office staff only.' }),
    label: t.stringList({ description: 'A label contains any of these, without regard to letter case.' }),
    supplier: t.field({ type: IdFilter, description: 'Of these suppliers.' }),
    tags: t.field({ type: [TagMatch], description: 'Carries all of these tags.' }),
  }),
});

const ProductSort = builder.enumType('ProductSort', {
  description: 'Sort keys of products.',
  values: {
    TITLE_ASC: { description: 'Title, from A.', value: 'title:asc' },
    TITLE_DESC: { description: 'Title, from Z.', value: 'title:desc' },
    ID_ASC: { description: 'Oldest first.', value: 'id:asc' },
    ID_DESC: { description: 'Newest first.', value: 'id:desc' },
  } as const,
});

type Filter = typeof ProductFilter.$inferInput;
type Sort = typeof ProductSort.$inferType;

/** Two letters are a country code: as part of a name they would match far too many, such as `DE` in Sweden. */
const inCountry = (name: string, lang: string): Prisma.CountryWhereInput =>
  /^[a-z]{2}$/i.test(name)
    ? { code: name.toUpperCase() }
    : {
        OR: [whereText('name', { contains: name }, lang), ...(/^\d{1,15}$/.test(name) ? [{ id: Number(name) }] : [])],
      };

const inAnyCountry = (names: readonly string[], lang: string): Prisma.CountryWhereInput =>
  names.length > 0 ? { OR: names.map((name) => inCountry(name.trim(), lang)) } : { id: { in: [] } };

async function matching(filter: Filter | null | undefined, context: Context): Promise<Prisma.ProductWhereInput> {
  checkFilter(filter);
  const organizationIds = organizationIdsOf(context.actor);
  const visible = visibleProducts(actorOf(context));
  return {
    AND: [
      visible,
      ...(filter?.id ? [{ id: { in: filter.id } }] : []),
      ...(filter?.title ? [await whereTextHasAny(context, 'Product', visible, 'title', filter.title)] : []),
      ...(filter?.city?.ids ? [{ location: { cityId: { in: filter.city.ids } } }] : []),
      ...carriesAll(filter?.city?.tags, organizationIds, ['filter', 'city', 'tags']).map((city) => ({
        location: { city },
      })),
      ...(filter?.country ? [{ location: { city: { country: inAnyCountry(filter.country, context.lang) } } }] : []),
      ...(filter?.category?.ids ? [{ categories: { some: { categoryId: { in: filter.category.ids } } } }] : []),
      ...(typeof filter?.backOffice === 'boolean' ? [{ backOffice: filter.backOffice }] : []),
      ...(filter?.label ? [await labelled(context, filter.label)] : []),
      ...(filter?.supplier?.ids ? [{ supplierId: { in: filter.supplier.ids } }] : []),
      ...carriesAll(filter?.tags, organizationIds, ['filter', 'tags']),
    ],
  };
}

function orderOf(sort: readonly Sort[] | null | undefined): Prisma.ProductOrderByWithRelationInput[] {
  checkFilter({ sort }, []);
  const requested = (sort ?? []).map((entry): Prisma.ProductOrderByWithRelationInput => {
    const [column, direction] = entry.split(':') as ['title' | 'id', 'asc' | 'desc'];
    return { [column]: direction };
  });
  return [...requested, ...(requested.length > 0 ? [] : [{ title: 'asc' as const }]), { id: 'asc' }];
}

const args = {
  ...filteredBy(ProductFilter),
  ...builder.args((t) => ({
    sort: t.field({ type: [ProductSort], description: 'Default: by title. Ties are sorted by id.' }),
  })),
};
const list = pagedList(15, args);

type Listed = { filter?: Filter | null; sort?: readonly Sort[] | null } & PageArgs;

const productsPlan = async (args: Listed, context: Context) => ({
  ...list.slice(args),
  where: await matching(args.filter, context),
  orderBy: orderOf(args.sort),
});

builder.queryFields((t) => ({
  products: t.prismaField({
    type: ['Product'],
    description: 'The products that are visible to the viewer, offered or not, paginated.',
    args: list.args,
    extensions: listPlan('Product', productsPlan, 'sometimes'),
    resolve: async (query, _root, args, context) =>
      context.db.product.findMany({ ...query, ...(await productsPlan(args, context)) }),
  }),
  productsConnection: t.field(
    rowConnection(
      'Product',
      Product,
      'The products that are visible to the viewer, offered or not, by cursors.',
      args,
      { where: ({ filter }, context) => matching(filter, context), orderBy: ({ sort }) => orderOf(sort) },
    ),
  ),
  productsMeta: t.field(
    list.compiledMeta('Product', {
      where: ({ filter }, context) => matching(filter, context),
      count: ({ product }, where) => product.count({ where }),
      preflight: 'sometimes',
    }),
  ),
}));
