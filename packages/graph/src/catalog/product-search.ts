import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { listPlan, metaPlan, onePlan } from '../compiler/plans.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { organizationIdsOf } from '../people/principals.ts';
import { PlaceFilter } from '../places/place-filter.ts';
import { dateAt } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { IdFilter } from '../shared/id-filter.ts';
import { oncePerRequest } from '../shared/once-per-request.ts';
import { type PageArgs, PageMeta, pageOf, slice } from '../shared/paging.ts';
import { whereTextHasAny } from '../shared/translation.ts';
import { carriesAll, TagMatch } from '../tags/tag-match.ts';
import { labelled } from './labelled.ts';
import { type PosRole, posRole } from './pos-role.ts';
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
    startDate: t.field({ type: 'Date', description: 'Can be had on this day or later.' }),
    endDate: t.field({ type: 'Date', description: 'Can be had on this day or earlier.' }),
    numberOfBooks: t.int({ description: 'A single departure has at least so many places left.' }),
    tags: t.field({ type: [TagMatch], description: 'Carries all of these tags.' }),
  }),
});

type Filter = typeof PosProductFilter.$inferInput;

/**
 * The products of a role that have a departure with places, on the days and of the size that a filter asks for, which by
 * the clock of its place has not left yet. Prisma can't compare with that clock, so that they are looked up first.
 */
async function departing(role: PosRole, filter: Filter, context: Context): Promise<Prisma.ProductWhereInput[]> {
  const { startDate, endDate, numberOfBooks } = filter;
  if (!startDate && !endDate && !numberOfBooks) return [];
  return [{ id: { in: await productsDeparting(context, role.id, { startDate, endDate, numberOfBooks }) } }];
}

type Departing = Pick<Filter, 'startDate' | 'endDate' | 'numberOfBooks'>;

const productsDeparting = oncePerRequest(async ({ db, now }, roleId: number, asked: Departing): Promise<number[]> => {
  const { startDate, endDate, numberOfBooks } = asked;
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT rp.product_id AS id
    FROM role_product rp JOIN product p ON p.id = rp.product_id JOIN city c ON c.id = p.city_id
    CROSS JOIN LATERAL (SELECT ${now}::timestamptz AT TIME ZONE c.time_zone AS now) here
    WHERE rp.role_id = ${roleId} AND EXISTS (
      SELECT FROM offer
      WHERE offer.product_id = p.id AND offer.remaining >= ${numberOfBooks ?? 1}
        AND offer.date BETWEEN greatest(${startDate ?? null}::date, here.now::date) AND coalesce(${endDate ?? null}::date, 'infinity')
        AND (offer.date > here.now::date OR offer.start_time IS NULL OR offer.start_time > here.now::time)
    )`;
  return rows.map(({ id }) => id);
});

/** What a role offers: published products that it may sell and that have a price. */
async function offering(
  role: PosRole,
  filter: Filter | null | undefined,
  context: Context,
): Promise<Prisma.ProductWhereInput> {
  checkFilter(filter);
  const today = dateAt(context.now, role.timeZone);
  const organizationIds = organizationIdsOf(context.actor);
  return {
    AND: [
      sellableBy([role.id]),
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
      ...(filter?.title ? [whereTextHasAny('title', filter.title, context.lang)] : []),
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

const USUAL_SIZE = 15;
const searchArgs = builder.args((t) => ({
  role: t.string({ required: true, description: 'Id or name of a role of the viewer.' }),
  filter: t.field({ type: PosProductFilter, description: 'Narrows the list.' }),
  page: t.int({ defaultValue: 1, description: 'Number of the page, from 1.' }),
  perPage: t.int({ defaultValue: USUAL_SIZE, description: 'Entries on a page.' }),
}));

type Searched = { role: string; filter?: Filter | null } & PageArgs;

const searchPlan = async (args: Searched, context: Context) => ({
  ...slice(pageOf(args, USUAL_SIZE)),
  where: await offering(posRole(context, args.role), args.filter, context),
  orderBy: [{ title: 'asc' as const }, { id: 'asc' as const }],
});

const searchMetaPlan = async (args: Searched, context: Context) => ({
  ...pageOf(args, USUAL_SIZE),
  where: await offering(posRole(context, args.role), args.filter, context),
});

const productPlan = ({ role, id }: { role: string; id: number }, context: Context) => ({
  where: { AND: [{ id }, sellableBy([posRole(context, role).id]), published] },
});

builder.queryFields((t) => ({
  posProducts: t.prismaField({
    type: ['Product'],
    description: 'The products that a role offers, by title, in pages.',
    args: searchArgs,
    extensions: listPlan('Product', searchPlan, 'sometimes'),
    resolve: async (query, _root, args, context) =>
      context.db.product.findMany({ ...query, ...(await searchPlan(args, context)) }),
  }),
  posProductsMeta: t.field({
    type: PageMeta,
    description: 'Where the page lies in the whole list.',
    args: searchArgs,
    extensions: metaPlan('Product', searchMetaPlan, 'sometimes'),
    resolve: async (_root, args, context) => {
      const { where, ...page } = await searchMetaPlan(args, context);
      return { total: await context.db.product.count({ where }), ...page };
    },
  }),
  posProduct: t.prismaField({
    type: 'Product',
    description: 'A product that a role may sell and that nobody has withdrawn.',
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
