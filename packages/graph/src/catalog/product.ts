import { fieldSql, member, type Row, type Rows, raw, sameRow, sql, through, values } from 'graphql-sql';
import { builder } from '../builder.ts';
import { Point } from '../places/point.ts';
import { dateAt } from '../shared/calendar.ts';
import { Currency, Money } from '../shared/money.ts';
import { Node } from '../shared/node.ts';
import { holds } from '../shared/principals.ts';
import { inLanguage, translated, translatedSql } from '../shared/translation.ts';
import { staffOf, todayIn } from '../statement-context.ts';
import { sharedTags } from '../tags/tag.ts';
import { Category } from './category.ts';
import { Media } from './media.ts';

/**
 * The parts of a product in the order of the catalogue; each order is total, so that every access path returns the
 * same.
 */
const inOrder = {
  currencies: [{ position: 'asc' }, { currencyCode: 'asc' }],
  points: [{ position: 'asc' }, { pointId: 'asc' }],
  images: [{ position: 'asc' }, { mediaId: 'asc' }],
  videos: [{ position: 'asc' }, { id: 'asc' }],
} satisfies Record<string, Record<string, 'asc'>[]>;

type TicketTexts = {
  ticketTitle: string | null;
  ticketMessage: string | null;
  ticketPerParticipant: boolean;
  translations: unknown;
};

const TicketText = builder.objectRef<TicketTexts>('TicketText').implement({
  description: 'The texts on the tickets of a product.',
  fields: (t) => ({
    title: t.string({
      description: 'Headline of the ticket.',
      extensions: fieldSql((row) => ({ value: sql`coalesce(${translatedSql(row, 'ticketTitle').value}, '')` })),
      resolve: (product, _args, { lang }) =>
        inLanguage<'ticketTitle', string | null>(product, 'ticketTitle', lang) ?? '',
    }),
    message: t.string({
      description: 'Information for the guest who presents the ticket.',
      extensions: fieldSql((row) => ({ value: sql`coalesce(${translatedSql(row, 'ticketMessage').value}, '')` })),
      resolve: (product, _args, { lang }) =>
        inLanguage<'ticketMessage', string | null>(product, 'ticketMessage', lang) ?? '',
    }),
    perParticipant: t.exposeBoolean('ticketPerParticipant', {
      description: 'True: a ticket for each participant. False: one for the order.',
    }),
  }),
});

const SupportedCurrencies = builder
  .objectRef<{ currencies: (typeof Currency.$inferType)[] }>('SupportedCurrencies')
  .implement({
    description: 'The currencies of a product.',
    fields: (t) => ({
      supported: t.field({
        type: [Currency],
        description: 'Currencies in which it can be sold, the main one first.',
        extensions: fieldSql((row) => ({ rows: through(row, 'currencies', 'currency', inOrder.currencies) })),
        resolve: ({ currencies }) => currencies,
      }),
    }),
  });

/** The field SQL that corresponds to the loader `startingFrom`. */
function lowestPrice(row: Row): Rows {
  const alias = raw(row.newAlias());
  const today = todayIn(raw('o.time_zone'));
  return {
    row: values(row, { amount: sql`${alias}.amount`, currencyCode: sql`${alias}.currency_code` }),
    // Nested-loop joins by index, independent of table statistics: `OFFSET 0` keeps this join order.
    from: sql`(SELECT min(price.sold) AS amount, o.currency_code
      FROM organization o
      CROSS JOIN LATERAL (SELECT sl.id FROM service_level sl
        WHERE sl.product_id = ${member(row, 'id')} AND sl.offer_time_end >= ${today} OFFSET 0) sl
      CROSS JOIN LATERAL (SELECT r.id FROM rate r
        WHERE r.service_level_id = sl.id AND (r.valid_to IS NULL OR r.valid_to >= ${today}) OFFSET 0) r
      CROSS JOIN LATERAL (SELECT rp.sold FROM rate_price rp
        WHERE rp.rate_id = r.id AND rp.currency_code = o.currency_code OFFSET 0) price
      WHERE o.id = ${member(row, 'organizationId')} GROUP BY o.currency_code) ${alias}`,
    where: sql`true`,
    order: raw(''),
  };
}

const ProductPrice = builder.objectRef<{ productId: number; from: Date }>('ProductPrice').implement({
  description: 'The starting price of a product.',
  fields: (t) => ({
    startingFrom: t.field({
      type: Money,
      nullable: true,
      description:
        'The lowest sold price of any rate that is valid from today on, in the currency of the organization; null without any.',
      extensions: fieldSql((row) => ({ rows: lowestPrice(row) })),
      resolve: (key, _args, { loaders }) => loaders.startingFrom.load(key),
    }),
  }),
});

export const Product = builder.prismaObject('Product', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The product's id." }),
    title: t.string(translated('Product', 'title')),
    shortDescription: t.string(translated('Product', 'shortDescription')),
    description: t.string(translated('Product', 'description')),
    highlights: t.stringList(translated('Product', 'highlights')),
    knowBeforeYouGo: t.string(translated('Product', 'knowBeforeYouGo')),
    whatToBring: t.string(translated('Product', 'whatToBring')),
    isPublished: t.exposeBoolean('isPublished', { nullable: true }),
    backOffice: t.exposeBoolean('backOffice'),
    editable: t.boolean({
      description: 'Whether the viewer may edit it: staff of its organization.',
      extensions: fieldSql((row) => ({ value: sql`(${member(row, 'organizationId')} = ANY (${staffOf}))` })),
      resolve: (product, _args, context) => holds(context, 'allOrders', product.organizationId),
    }),
    labels: t.exposeStringList('labels'),
    organization: t.relation('organization', { description: 'The organization that sells it.' }),
    supplier: t.relation('supplier', {
      nullable: true,
      description: 'The supplier that operates it; null when unknown.',
    }),
    city: t.relation('city'),
    location: t.relation('location', { nullable: true }),
    currencies: t.field({
      type: SupportedCurrencies,
      description: 'The currencies in which it can be sold.',
      extensions: sameRow(),
      select: { currencies: { orderBy: inOrder.currencies, select: { currency: true } } },
      resolve: (product) => ({ currencies: product.currencies.map(({ currency }) => currency) }),
    }),
    points: t.field({
      type: [Point],
      description: 'Further points of interest.',
      select: (_args, _context, nested) => ({ points: { orderBy: inOrder.points, select: { point: nested(true) } } }),
      extensions: fieldSql((row) => ({ rows: through(row, 'points', 'point', inOrder.points) })),
      resolve: (product) => product.points.map(({ point }) => point),
    }),
    categories: t.field({
      type: [Category],
      description: 'Its categories, by id.',
      select: (_args, _context, nested) => ({
        categories: { orderBy: { categoryId: 'asc' }, select: { category: nested(true) } },
      }),
      extensions: fieldSql((row) => ({ rows: through(row, 'categories', 'category', { categoryId: 'asc' }) })),
      resolve: (product) => product.categories.map(({ category }) => category),
    }),
    ticket: t.field({
      type: TicketText,
      nullable: true,
      description: 'The texts on its tickets; null when it has no tickets.',
      extensions: sameRow((row) => sql`${member(row, 'ticketTitle')} IS NOT NULL`),
      resolve: (product) => (product.ticketTitle === null ? null : product),
    }),
    images: t.field({
      type: [Media],
      description: 'Pictures, in the order of the catalogue.',
      select: (_args, _context, nested) => ({ images: { orderBy: inOrder.images, select: { media: nested(true) } } }),
      extensions: fieldSql((row) => ({ rows: through(row, 'images', 'media', inOrder.images) })),
      resolve: (product) => product.images.map(({ media }) => media),
    }),
    videos: t.relation('videos', {
      description: 'Films, in the order of the catalogue.',
      query: { orderBy: inOrder.videos },
    }),
    banner: t.relation('banner', { description: 'The wide picture.' }),
    thumbnail: t.relation('thumbnail', { description: 'The small picture.' }),
    serviceLevels: t.relation('serviceLevels', {
      description: 'Its service levels, in the order of the catalogue.',
      query: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
    }),
    additionalServices: t.field({
      type: ['Unknown'],
      description: 'Always empty: the contract does not define its content.',
      extensions: fieldSql(() => ({ value: raw("'[]'::jsonb"), isJson: true })),
      resolve: () => [],
    }),
    price: t.field({
      type: ProductPrice,
      description: 'Its starting price.',
      extensions: sameRow(),
      select: { organization: { select: { timeZone: true } } },
      resolve: (product, _args, { now }) => ({
        productId: product.id,
        from: dateAt(now, product.organization.timeZone),
      }),
    }),
    tags: t.relation('tags', sharedTags),
  }),
});
