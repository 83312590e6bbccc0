import { builder } from '../builder.ts';
import { holds } from '../people/principals.ts';
import { Point } from '../places/point.ts';
import { dateAt } from '../shared/calendar.ts';
import { Currency, Money } from '../shared/money.ts';
import { translated } from '../shared/translation.ts';
import { sharedTags } from '../tags/tag.ts';
import { Category } from './category.ts';
import { Media } from './media.ts';

const byPosition = { orderBy: { position: 'asc' as const } };

type TicketTexts = {
  ticketTitle: string | null;
  ticketMessage: string | null;
  ticketPerParticipant: boolean;
  translations: unknown;
};

const TicketText = builder.objectRef<TicketTexts>('TicketText').implement({
  description: 'What is printed on the tickets of a product.',
  fields: (t) => ({
    title: t.string({
      description: 'Headline of the ticket.',
      resolve: (product, args, context) => translated('ticketTitle', '').resolve(product, args, context) ?? '',
    }),
    message: t.string({
      description: 'What the guest should know when showing it.',
      resolve: (product, args, context) => translated('ticketMessage', '').resolve(product, args, context) ?? '',
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
        resolve: ({ currencies }) => currencies,
      }),
    }),
  });

const ProductPrice = builder.objectRef<{ productId: number; from: Date }>('ProductPrice').implement({
  description: 'What a product costs at the least.',
  fields: (t) => ({
    startingFrom: t.field({
      type: Money,
      nullable: true,
      description:
        'The lowest sold price of any rate that is valid from today on, in the currency of the organization; null without any.',
      resolve: (key, _args, { loaders }) => loaders.startingFrom.load(key),
    }),
  }),
});

export const Product = builder.prismaObject('Product', {
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The product's id." }),
    title: t.string(translated('title', 'The name under which it is sold.')),
    shortDescription: t.string(translated('shortDescription', 'One sentence for lists.')),
    description: t.string(translated('description', 'The full text for the product page.')),
    highlights: t.stringList(translated('highlights', 'Reasons to book, one short text each.')),
    knowBeforeYouGo: t.string(translated('knowBeforeYouGo', 'What the guest must know before coming.')),
    whatToBring: t.string(translated('whatToBring', 'What the guest should bring.')),
    isPublished: t.exposeBoolean('isPublished', { nullable: true }),
    backOffice: t.exposeBoolean('backOffice'),
    editable: t.boolean({
      description: 'Whether the viewer may edit it: staff of its organization.',
      resolve: (product, _args, context) => holds(context, 'allOrders', product.organizationId),
    }),
    labels: t.exposeStringList('labels'),
    organization: t.relation('organization', { description: 'The organization that sells it.' }),
    supplier: t.relation('supplier', { nullable: true, description: 'Who carries it out; null when it is not said.' }),
    city: t.relation('city'),
    location: t.relation('location', { nullable: true }),
    currencies: t.field({
      type: SupportedCurrencies,
      description: 'The currencies in which it can be sold.',
      select: { currencies: { orderBy: { position: 'asc' }, select: { currency: true } } },
      resolve: (product) => ({ currencies: product.currencies.map(({ currency }) => currency) }),
    }),
    points: t.field({
      type: [Point],
      description: 'Further points of interest.',
      select: (_args, _context, nested) => ({ points: { ...byPosition, select: { point: nested(true) } } }),
      resolve: (product) => product.points.map(({ point }) => point),
    }),
    categories: t.field({
      type: [Category],
      description: 'The categories that it belongs to, by id.',
      select: (_args, _context, nested) => ({
        categories: { orderBy: { categoryId: 'asc' }, select: { category: nested(true) } },
      }),
      resolve: (product) => product.categories.map(({ category }) => category),
    }),
    ticket: t.field({
      type: TicketText,
      nullable: true,
      description: 'What its tickets say; null when none are printed.',
      resolve: (product) => (product.ticketTitle === null ? null : product),
    }),
    images: t.field({
      type: [Media],
      description: 'Pictures, in the order of the catalogue.',
      select: (_args, _context, nested) => ({ images: { ...byPosition, select: { media: nested(true) } } }),
      resolve: (product) => product.images.map(({ media }) => media),
    }),
    videos: t.relation('videos', { description: 'Films, in the order of the catalogue.', query: byPosition }),
    banner: t.relation('banner', { description: 'The wide picture.' }),
    thumbnail: t.relation('thumbnail', { description: 'The small picture.' }),
    serviceLevels: t.relation('serviceLevels', {
      description: 'How it is sold, in the order of the catalogue.',
      query: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
    }),
    additionalServices: t.field({
      type: ['Unknown'],
      description: 'Always empty: the contract does not say what stands in it.',
      resolve: () => [],
    }),
    price: t.field({
      type: ProductPrice,
      description: 'What it costs at the least.',
      select: { organization: { select: { timeZone: true } } },
      resolve: (product, _args, { now }) => ({
        productId: product.id,
        from: dateAt(now, product.organization.timeZone),
      }),
    }),
    tags: t.relation('tags', sharedTags),
  }),
});
