import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { PlaceFilter } from '../places/place-filter.ts';
import { dateAt } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { rowConnection } from '../shared/found-rows.ts';
import { IdFilter } from '../shared/id-filter.ts';
import { filteredBy, type PageArgs, pagedList } from '../shared/paging.ts';
import { listPlan, onePlan } from '../shared/plans.ts';
import { organizationIdsOf } from '../shared/principals.ts';
import { whereTextHasAny } from '../shared/translation.ts';
import { carriesAll, TagMatch } from '../tags/tag-match.ts';
import { labelled } from './labelled.ts';
import { type PosRole, posRole } from './pos-role.ts';
import { Product } from './product.ts';
import { productsDeparting } from './products-departing.ts';
import { published, sellableBy } from './visible-products.ts';

const PosProductFilter = builder.inputType('PosProductFilter', {
  description: 'Which products to offer; every member narrows further.',
  fields: (t) => ({
    productIds: t.intList({ description: 'Any of these ids.' }),
    title: t.stringList({ description: 'The title contains any of these, without regard to letter case.' }),
    backOffice: t.boolean({ description: 'Whether it is sold by back-office staff only.' }),
    labels: t.stringList({ description: 'A label contains any of these, without regard to letter case.' }),
    city: t.field({ type: PlaceFilter, description: 'Located in these cities.' }),
    categories: t.field({ type: IdFilter, description: 'In these categories.' }),
    startDate: t.field({ type: 'Date', description: 'Available on this day or later.' }),
    endDate: t.field({ type: 'Date', description: 'Available on this day or earlier.' }),
    numberOfBooks: t.int({ description: 'A single departure has at least this many places left.' }),
    tags: t.field({ type: [TagMatch], description: 'Carries all of these tags.' }),
  }),
});

type Filter = typeof PosProductFilter.$inferInput;

/**
 * Ids of the products with a departure that matches the days and places of a filter, queried before the list itself.
 */
async function departing(role: PosRole, filter: Filter, context: Context): Promise<Prisma.ProductWhereInput[]> {
  const { startDate, endDate, numberOfBooks } = filter;
  if (!startDate && !endDate && !numberOfBooks) return [];
  return [{ id: { in: await productsDeparting(context, role.id, { startDate, endDate, numberOfBooks }) } }];
}

/** The products that a role offers: published products that it may sell and that have a price. */
async function offering(
  role: PosRole,
  filter: Filter | null | undefined,
  context: Context,
): Promise<Prisma.ProductWhereInput> {
  checkFilter(filter);
  const today = dateAt(context.now, role.timeZone);
  const organizationIds = organizationIdsOf(context.actor);
  const sellable = sellableBy([role.id]);
  return {
    AND: [
      sellable,
      published,
      {
        serviceLevels: {
          some: {
            offerTimeEnd: { gte: today },
            rates: {
              some: {
                OR: [{ validTo: null }, { validTo: { gte: today } }],
                prices: { some: { currencyCode: role.currencyCode } },
              },
            },
          },
        },
      },
      ...(filter?.productIds ? [{ id: { in: filter.productIds } }] : []),
      ...(filter?.title ? [await whereTextHasAny(context, 'Product', sellable, 'title', filter.title)] : []),
      ...(typeof filter?.backOffice === 'boolean' ? [{ backOffice: filter.backOffice }] : []),
      ...(filter?.labels ? [await labelled(context, filter.labels)] : []),
      ...(filter?.city?.ids ? [{ location: { cityId: { in: filter.city.ids } } }] : []),
      ...carriesAll(filter?.city?.tags, organizationIds, ['filter', 'city', 'tags']).map((city) => ({
        location: { city },
      })),
      ...(filter?.categories?.ids ? [{ categories: { some: { categoryId: { in: filter.categories.ids } } } }] : []),
      ...(filter ? await departing(role, filter, context) : []),
      ...carriesAll(filter?.tags, organizationIds, ['filter', 'tags']),
    ],
  };
}

const args = {
  ...builder.args((t) => ({ role: t.string({ required: true, description: 'Id or name of a role of the viewer.' }) })),
  ...filteredBy(PosProductFilter),
};
const list = pagedList(15, args);
const byTitle = [{ title: 'asc' as const }, { id: 'asc' as const }];

type Searched = { role: string; filter?: Filter | null } & PageArgs;

const searchPlan = async (args: Searched, context: Context) => ({
  ...list.slice(args),
  where: await offering(posRole(context, args.role), args.filter, context),
  orderBy: byTitle,
});

const productPlan = ({ role, id }: { role: string; id: number }, context: Context) => ({
  where: { AND: [{ id }, sellableBy([posRole(context, role).id]), published] },
});

builder.queryFields((t) => ({
  posProducts: t.prismaField({
    type: ['Product'],
    description: 'The products that a role offers, by title, paginated.',
    args: list.args,
    extensions: listPlan('Product', searchPlan, 'sometimes'),
    resolve: async (query, _root, args, context) =>
      context.db.product.findMany({ ...query, ...(await searchPlan(args, context)) }),
  }),
  posProductsConnection: t.field(
    rowConnection('Product', Product, 'The products that a role offers, by title, by cursors.', args, {
      where: ({ role, filter }, context) => offering(posRole(context, role), filter, context),
      orderBy: () => byTitle,
    }),
  ),
  posProductsMeta: t.field(
    list.compiledMeta('Product', {
      where: async ({ role, filter }, context) => offering(posRole(context, role), filter, context),
      count: ({ product }, where) => product.count({ where }),
      preflight: 'sometimes',
    }),
  ),
  posProduct: t.prismaField({
    type: 'Product',
    description: 'A product that a role may sell and that is not withdrawn.',
    args: {
      role: t.arg.string({ required: true, description: 'Id or name of a role of the viewer.' }),
      id: t.arg.int({ required: true, description: 'Id of the product.' }),
    },
    extensions: onePlan('Product', productPlan),
    resolve: async (query, _root, args, context) => {
      const product = await context.db.product.findFirst({ ...query, ...productPlan(args, context) });
      if (!product) throw notFound('Product');
      return product;
    },
  }),
}));
