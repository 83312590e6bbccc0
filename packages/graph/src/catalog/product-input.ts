import type { Tx } from '@channel/prisma';
import { z } from 'zod';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import { checkIds } from '../shared/edit.ts';
import { checkLanguages, TranslatedTextInput } from '../shared/translated-texts.ts';
import { id, listOf } from '../shared/values.ts';
import { checkOnce } from './catalogue-rules.ts';
import { MAX_OF_PRODUCT, productValues } from './catalogue-values.ts';
import { usablePoints } from './usable-points.ts';

const VideoInput = builder.inputType('VideoInput', {
  description: 'A video on a video hosting service.',
  fields: (t) => ({
    videoCode: t.string({ required: true, description: "The video's code at the hosting service." }),
    type: t.string({ required: true, description: 'The name of the hosting service.' }),
    url: t.string({ required: true, description: 'The address of the video.' }),
  }),
});

const long = atMost(20_000);

export const ProductInput = builder.inputType('ProductInput', {
  description:
    'The members of a product. A member that is left out keeps its value; a list that is given replaces the former one. Texts are in the default language of the organization.',
  fields: (t) => ({
    title: t.string({ description: 'The name under which it is sold.' }),
    shortDescription: t.string({ description: 'One sentence for lists.', extensions: long }),
    description: t.string({ description: 'The full text for the product page.', extensions: long }),
    highlights: t.stringList({ description: 'Reasons to book, one short text each, at most 50.' }),
    knowBeforeYouGo: t.string({ description: 'What the guest must know before coming.', extensions: long }),
    whatToBring: t.string({ description: 'What the guest should bring.', extensions: long }),
    isPublished: t.boolean({ description: 'False: neither offered nor bookable. A new product is published.' }),
    backOffice: t.boolean({ description: 'True when only back-office staff may sell it.' }),
    labels: t.stringList({ description: 'Free-text labels that group products, at most 50.' }),
    ticketTitle: t.string({ description: 'Headline of its tickets; null: it has no tickets.' }),
    ticketMessage: t.string({ description: 'Information for the guest who presents the ticket.' }),
    ticketPerParticipant: t.boolean({ description: 'True: a ticket for each participant.' }),
    guideMinutes: t.int({
      description: 'Minutes of a guide job whose end is unknown; null: as the organization says.',
    }),
    transferMinutes: t.int({ description: 'Minutes of a transfer; null: as the organization says.' }),
    currencies: t.stringList({ description: 'ISO 4217 codes of the currencies of its prices, the main one first.' }),
    videos: t.field({ type: [VideoInput], description: 'Its videos, in order.' }),
    translations: t.field({ type: [TranslatedTextInput], description: 'All translations of its texts.' }),
    cityId: t.int({ description: 'The city whose calendar and clock it follows.' }),
    supplierId: t.int({ description: 'The supplier of its organization that operates it; null: unknown.' }),
    locationId: t.int({ description: 'The point where it starts; null: arranged per order.' }),
    pointIds: t.intList({ description: 'Further points of interest, in order.' }),
    categoryIds: t.intList({ description: 'Its categories.' }),
    banner: t.string({ description: 'Key of the wide picture, see `Media.key`.' }),
    thumbnail: t.string({ description: 'Key of the small picture.' }),
    images: t.stringList({ description: 'Keys of further pictures, in order.' }),
  }),
});

const mediaKey = z.string().regex(/^[0-9a-f]{64}$/, { message: 'must be the key of a picture.' });
const ids = listOf(id, MAX_OF_PRODUCT).default([]);

export const productForm = z.object({
  ...productValues,
  cityId: id,
  supplierId: id.nullable().default(null),
  locationId: id.nullable().default(null),
  pointIds: ids,
  categoryIds: ids,
  banner: mediaKey,
  thumbnail: mediaKey,
  images: listOf(mediaKey, MAX_OF_PRODUCT).default([]),
});

export type ProductValues = z.output<typeof productForm>;

/** The product of an edit; without an id where it is created. */
type Edited = { id: number | undefined; organizationId: number };

/**
 * Checks what a product refers to, and the rules of its values.
 *
 * @returns the ids of its pictures by their keys: a key is known only to those who have seen the picture
 * @throws a validation error with each violation
 */
export async function checkProduct(
  tx: Tx,
  context: Context,
  { id: productId = 0, organizationId }: Edited,
  product: ProductValues,
): Promise<(key: string) => number> {
  const fieldErrors = new FieldErrors();
  const below = { add: (path: (string | number)[], message: string) => fieldErrors.add(['input', ...path], message) };
  for (const member of ['currencies', 'labels', 'pointIds', 'categoryIds', 'images'] as const)
    checkOnce(product[member], member, below);
  const { cityId, supplierId, locationId, pointIds, categoryIds, currencies } = product;
  const add = (member: string) => fieldErrors.add(['input', member], UNKNOWN_ID);
  if ((await tx.city.count({ where: { id: cityId } })) === 0) add('cityId');
  if (supplierId !== null && (await tx.supplier.count({ where: { id: supplierId, organizationId } })) === 0)
    add('supplierId');
  const points = await usablePoints(tx, context, { organizationId, productId }, [...pointIds, locationId ?? 0]);
  if (locationId !== null && !points.some((point) => point.id === locationId)) add('locationId');
  checkIds(pointIds, points, 'pointIds', fieldErrors);
  const categories = await tx.category.findMany({ where: { id: { in: categoryIds } }, select: { id: true } });
  checkIds(categoryIds, categories, 'categoryIds', fieldErrors);
  const known = await tx.currency.findMany({ where: { code: { in: currencies } }, select: { code: true } });
  currencies.forEach((code, index) => {
    if (!known.some((currency) => currency.code.trim() === code))
      fieldErrors.add(['input', 'currencies', index], UNKNOWN_ID);
  });
  const priced = { rate: { serviceLevel: { productId } }, currencyCode: { notIn: currencies } };
  if ((await tx.ratePrice.count({ where: priced })) > 0)
    fieldErrors.add(['input', 'currencies'], 'must hold the currencies of its prices: change its rates first.');
  await checkLanguages(tx, organizationId, product.translations, fieldErrors);
  const picture = await pictures(tx, product, fieldErrors);
  fieldErrors.throwIfAny();
  return picture;
}

async function pictures(tx: Tx, { banner, thumbnail, images }: ProductValues, fieldErrors: FieldErrors) {
  const named: [string, (string | number)[]][] = [
    [banner, ['banner']],
    [thumbnail, ['thumbnail']],
    ...images.map((key, index): [string, (string | number)[]] => [key, ['images', index]]),
  ];
  const media = await tx.media.findMany({
    where: { storageKey: { in: named.map(([key]) => key) } },
    orderBy: { id: 'desc' },
    select: { id: true, storageKey: true },
  });
  const idOf = new Map(media.map((each) => [each.storageKey, each.id]));
  for (const [key, path] of named) if (!idOf.has(key)) fieldErrors.add(['input', ...path], UNKNOWN_ID);
  return (key: string) => idOf.get(key) ?? 0;
}
