import { Prisma } from '@channel/prisma';
import { fieldSql, inJson, lookup, member, sameRow, sql, textOf } from 'graphql-sql';
import { builder } from '../builder.ts';
import { CancellationPolicies } from '../catalog/rate.ts';
import { Duration } from '../catalog/service-level.ts';
import type { Context } from '../context.ts';
import type { TagOwner } from '../loaders.ts';
import { Permission } from '../people/permission.ts';
import { mediaUrl, mediaUrlSql } from '../shared/addresses.ts';
import { parseDate } from '../shared/calendar.ts';
import { organizationIdsOf } from '../shared/principals.ts';
import { tables } from '../shared/tables.ts';
import { inLanguage, translated } from '../shared/translation.ts';
import { organizationIds } from '../statement-context.ts';
import { Tag } from '../tags/tag.ts';
import type { BookedDetailsShape, FrozenMedia } from './booked-details.ts';

type Frozen = BookedDetailsShape;

/** Options of a `tags` field of a frozen object: its tags are the current ones, not frozen. */
const liveTags = (owner: TagOwner) => ({
  extensions: fieldSql((row) => ({
    rows: lookup(
      row,
      tables.Tag,
      (tag) =>
        sql`${member(tag, owner)} = (${textOf(row, 'id')})::bigint AND ${member(tag, 'organizationId')} = ANY (${organizationIds})`,
      { id: 'asc' },
    ),
  })),
  type: [Tag] as [typeof Tag],
  description: "The current tags that the viewer's organizations put on it.",
  resolve: ({ id }: { id: number }, _args: object, { loaders, actor }: Context) =>
    loaders.tags.load({ owner, id, organizationIds: organizationIdsOf(actor) }),
});

const BookedMedia = builder.objectRef<FrozenMedia>('BookedMedia').implement({
  description: 'A picture as it was when booked.',
  fields: (t) => ({
    mediaId: t.exposeInt('id', { description: "The picture's id." }),
    filename: t.exposeString('filename', { description: 'The name offered when the file is saved.' }),
    url: t.string({
      description: 'Address of the file.',
      extensions: mediaUrlSql,
      resolve: (media, _args, { settings }) => mediaUrl(settings, media),
    }),
  }),
});

const BookedVideo = builder.objectRef<Frozen['product']['videos'][number]>('BookedVideo').implement({
  description: 'A film as it was when booked.',
  fields: (t) => ({
    videoCode: t.exposeString('videoCode', { description: "The film's code at the hosting service." }),
    type: t.exposeString('type', { description: 'The hosting service.' }),
    url: t.exposeString('url', { description: 'Address of the film.' }),
  }),
});

const BookedCategory = builder.objectRef<Frozen['product']['categories'][number]>('BookedCategory').implement({
  description: 'A category as it was when booked.',
  fields: (t) => ({
    categoryId: t.exposeInt('id', { description: "The category's id." }),
    title: t.string(translated('Category', 'title')),
    tags: t.field(liveTags('categoryId')),
  }),
});

const BookedSupplier = builder.objectRef<NonNullable<Frozen['product']['supplier']>>('BookedSupplier').implement({
  description: 'The supplier as it was when booked, with its current tags and permissions.',
  fields: (t) => ({
    supplierId: t.exposeInt('id', { description: "The supplier's id." }),
    name: t.exposeString('name', { description: "The supplier's name." }),
    description: t.string({
      ...translated('Supplier', 'description'),
      nullable: true,
    }),
    tags: t.field(liveTags('supplierId')),
    permissions: t.field({
      type: [Permission],
      description: "The supplier's permissions on the channel, sorted by name.",
      extensions: fieldSql((row) => ({
        rows: lookup(
          row,
          tables.Permission,
          (permission) => sql`EXISTS (SELECT FROM supplier_permission sp
            WHERE sp.permission_name = ${member(permission, 'name')} AND sp.supplier_id = (${textOf(row, 'id')})::bigint)`,
          { name: 'asc' },
        ),
      })),
      resolve: ({ id }, _args, { loaders }) => loaders.supplierPermissions.load(id),
    }),
  }),
});

const Distributor = builder.objectRef<{ name: string }>('Distributor').implement({
  description: 'The organization that offers the product on the channel.',
  fields: (t) => ({ name: t.exposeString('name', { description: "The organization's name." }) }),
});

const BookedProduct = builder.objectRef<Frozen['product']>('BookedProduct').implement({
  description: 'The product as it was when booked, with its current tags.',
  fields: (t) => ({
    productId: t.exposeInt('id', { description: "The product's id." }),
    title: t.string(translated('Product', 'title')),
    highlights: t.stringList(translated('Product', 'highlights')),
    description: t.string(translated('Product', 'description')),
    whatToBring: t.string(translated('Product', 'whatToBring')),
    knowBeforeYouGo: t.string(translated('Product', 'knowBeforeYouGo')),
    labels: t.exposeStringList('labels', { description: 'Free-text labels that group products.' }),
    distributor: t.field({
      type: Distributor,
      description: 'The organization that sold it.',
      extensions: inJson('distributor'),
      resolve: (product) => product.distributor,
    }),
    supplier: t.field({
      type: BookedSupplier,
      nullable: true,
      description: 'The supplier; null when none was set.',
      extensions: inJson('supplier'),
      resolve: (product) => product.supplier,
    }),
    banner: t.field({
      type: BookedMedia,
      description: 'The wide picture.',
      extensions: inJson('banner'),
      resolve: (product) => product.banner,
    }),
    thumbnail: t.field({
      type: BookedMedia,
      description: 'The small picture.',
      extensions: inJson('thumbnail'),
      resolve: (product) => product.thumbnail,
    }),
    images: t.field({
      type: [BookedMedia],
      description: 'Pictures.',
      extensions: inJson('images'),
      resolve: (product) => product.images,
    }),
    videos: t.field({
      type: [BookedVideo],
      description: 'Films.',
      extensions: inJson('videos'),
      resolve: (product) => product.videos,
    }),
    categories: t.field({
      type: [BookedCategory],
      description: 'The categories of the product.',
      extensions: inJson('categories'),
      resolve: (product) => product.categories,
    }),
    tags: t.field(liveTags('productId')),
  }),
});

const day = (text: string) => parseDate(text) ?? new Date(Number.NaN);

const BookedServiceLevel = builder.objectRef<Frozen['serviceLevel']>('BookedServiceLevel').implement({
  description: 'The service level as it was when booked.',
  fields: (t) => ({
    title: t.string(translated('ServiceLevel', 'title')),
    description: t.string(translated('ServiceLevel', 'description')),
    businessHours: t.string({
      ...translated('ServiceLevel', 'businessHours'),
      nullable: true,
    }),
    capacity: t.exposeInt('capacity', { description: 'Places of one departure.' }),
    pricingType: t.exposeString('pricingType', {
      description: '`per_person`, `per_item` or another value of the catalogue.',
    }),
    availabilityType: t.exposeString('availabilityType', {
      description: '`pass`, `per_slot`, `per_time`, `daily` or another value of the catalogue.',
    }),
    hasPickup: t.exposeBoolean('hasPickup', { description: 'Whether guests can be picked up.' }),
    hasDropOff: t.exposeBoolean('hasDropOff', { description: 'Whether guests can be dropped off.' }),
    hasTourGuide: t.exposeBoolean('hasTourGuide', { description: 'Whether a tour guide comes along.' }),
    duration: t.field({
      type: Duration,
      description: 'How long it takes.',
      extensions: sameRow(),
      resolve: (level) => ({ ...level, durationTime: new Prisma.Decimal(level.durationTime) }),
    }),
    cutOffTime: t.field({
      type: 'Decimal',
      description: 'How long before the start selling ends.',
      extensions: inJson('cutOffTime'),
      resolve: (level) => new Prisma.Decimal(level.cutOffTime),
    }),
    offerTimeStart: t.field({
      type: 'Date',
      description: 'First day of the offer.',
      extensions: inJson('offerTimeStart'),
      resolve: (level) => day(level.offerTimeStart),
    }),
    offerTimeEnd: t.field({
      type: 'Date',
      description: 'Last day of the offer.',
      extensions: inJson('offerTimeEnd'),
      resolve: (level) => day(level.offerTimeEnd),
    }),
  }),
});

const PassExpiration = builder.objectRef<Frozen['rate']>('PassExpiration').implement({
  description: 'When a pass expires. Both members are null for a pass without expiry, and for other products.',
  fields: (t) => ({
    passExpirationDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Last day on which the pass can be used.',
      extensions: inJson('passExpirationDate'),
      resolve: (rate) => (rate.passExpirationDate === null ? null : day(rate.passExpirationDate)),
    }),
    passExpirationMinutesAfterBooking: t.exposeInt('passExpirationMinutesAfterBooking', {
      nullable: true,
      description: 'Minutes after booking at which the pass expires.',
    }),
  }),
});

const BookedRate = builder.objectRef<Frozen['rates'][number]>('BookedRate').implement({
  description: 'A rate as it was when booked.',
  fields: (t) => ({
    rateId: t.exposeInt('id', { description: "The rate's id." }),
    title: t.string(translated('Rate', 'title')),
    cancellationPolicies: t.field({
      type: CancellationPolicies,
      description: 'What happens when the booking is cancelled.',
      extensions: sameRow(),
      resolve: (rate) => rate,
    }),
  }),
});

type FrozenCity = NonNullable<Frozen['startingPoint']['city']>;
type FrozenCountry = NonNullable<Frozen['startingPoint']['country']>;

const BookedCity = builder.objectRef<FrozenCity>('BookedCity').implement({
  description: 'A city as it was when booked, with its current tags.',
  fields: (t) => ({
    cityId: t.exposeInt('id', { description: "The city's id." }),
    name: t.string({
      ...translated('City', 'name'),
      resolve: (city, _args, { lang }) => inLanguage<'name', string>(city, 'name', lang),
    }),
    tags: t.field(liveTags('cityId')),
  }),
});

const BookedCountry = builder.objectRef<FrozenCountry>('BookedCountry').implement({
  description: 'A country as it was when booked.',
  fields: (t) => ({
    countryId: t.exposeInt('id', { description: "The country's id." }),
    name: t.string({
      ...translated('Country', 'name'),
      resolve: (country, _args, { lang }) => inLanguage<'name', string>(country, 'name', lang),
    }),
    code: t.exposeString('code', { description: 'ISO 3166-1 code.' }),
  }),
});

const decimal = (value: number | null) => (value === null ? null : new Prisma.Decimal(value));

const StartingPoint = builder.objectRef<Frozen['startingPoint']>('StartingPoint').implement({
  description: 'The starting point; every member is null where it is arranged per order.',
  fields: (t) => ({
    latitude: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Degrees north.',
      extensions: inJson('latitude'),
      resolve: (point) => decimal(point.latitude),
    }),
    longitude: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Degrees east.',
      extensions: inJson('longitude'),
      resolve: (point) => decimal(point.longitude),
    }),
    address: t.exposeString('address', { nullable: true, description: 'The address as one line.' }),
    city: t.field({
      type: BookedCity,
      nullable: true,
      description: 'The city.',
      extensions: inJson('city'),
      resolve: (point) => point.city,
    }),
    country: t.field({
      type: BookedCountry,
      nullable: true,
      description: 'The country.',
      extensions: inJson('country'),
      resolve: (point) => point.country,
    }),
  }),
});

export const BookedDetails = builder.objectRef<BookedDetailsShape>('BookedDetails').implement({
  description: 'The product, service level and rates as sold, frozen when the order was booked.',
  fields: (t) => ({
    product: t.field({
      type: BookedProduct,
      description: 'The product.',
      extensions: inJson('product'),
      resolve: (details) => details.product,
    }),
    serviceLevel: t.field({
      type: BookedServiceLevel,
      description: 'The service level.',
      extensions: inJson('serviceLevel'),
      resolve: (details) => details.serviceLevel,
    }),
    rate: t.field({
      type: PassExpiration,
      description: 'When the pass expires, for a pass.',
      extensions: inJson('rate'),
      resolve: (details) => details.rate,
    }),
    rates: t.field({
      type: [BookedRate],
      description: 'The rates of the booking.',
      extensions: inJson('rates'),
      resolve: (details) => details.rates,
    }),
    startingPoint: t.field({
      type: StartingPoint,
      description: 'The starting point.',
      extensions: inJson('startingPoint'),
      resolve: (details) => details.startingPoint,
    }),
  }),
});
