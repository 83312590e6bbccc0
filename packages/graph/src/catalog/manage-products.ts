import type { Prisma, Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import {
  administered,
  administeredOrganization,
  changesOf,
  edited,
  inEdit,
  lastValues,
  record,
} from '../shared/edit.ts';
import { type Existing, existing, expectVersion } from '../shared/expected-version.ts';
import { lockRows, readRows } from '../shared/rows.ts';
import { withTranslations } from '../shared/translated-texts.ts';
import { CatalogueProduct } from './catalogue.ts';
import { checkProduct, ProductInput, type ProductValues, productForm } from './product-input.ts';
import { staffCatalogue } from './staff-catalogue.ts';

const parts = {
  currencies: { orderBy: { position: 'asc' } },
  points: { orderBy: { position: 'asc' } },
  categories: { orderBy: { categoryId: 'asc' } },
  images: { orderBy: { position: 'asc' }, include: { media: true } },
  videos: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
  banner: true,
  thumbnail: true,
} as const satisfies Prisma.ProductInclude;

/** A product that the actor may change, locked, in the terms of its form. */
async function managed(tx: Tx, context: Context, { id, expectedVersion }: Existing) {
  const where = { AND: [{ id }, staffCatalogue(context)] };
  await lockRows(tx, 'Product', where);
  const [row] = await readRows(tx, 'Product', { where, include: parts });
  const { currencies, points, categories, images, videos, banner, thumbnail, ...product } = administered(
    context,
    row,
    notFound('Product'),
  );
  await expectVersion(tx, 'Product', id, expectedVersion);
  return {
    ...product,
    currencies: currencies.map(({ currencyCode }) => currencyCode.trim()),
    pointIds: points.map(({ pointId }) => pointId),
    categoryIds: categories.map(({ categoryId }) => categoryId),
    images: [...new Set(images.map(({ media }) => media.storageKey))],
    videos: videos.map(({ videoCode, type, url }) => ({ videoCode, type, url })),
    banner: banner.storageKey,
    thumbnail: thumbnail.storageKey,
  };
}

async function save(
  tx: Tx,
  context: Context,
  organizationId: number,
  former: Awaited<ReturnType<typeof managed>> | null,
  input: typeof ProductInput.$inferInput,
): Promise<number> {
  const edit = edited(productForm, former, withTranslations(input));
  const change = changesOf(edit);
  const mediaId = await checkProduct(tx, context, { id: former?.id, organizationId }, edit.next);
  if (former && !change) return former.id;
  const { currencies, pointIds, categoryIds, images, videos, banner, thumbnail, ...columns } = edit.next;
  const data = { ...columns, bannerId: mediaId(banner), thumbnailId: mediaId(thumbnail) };
  const { id } = former
    ? await tx.product.update({ where: { id: former.id }, data, select: { id: true } })
    : await tx.product.create({ data: { ...data, organizationId }, select: { id: true } });
  await writeLists(tx, id, edit.next, mediaId, Object.keys(change?.after ?? {}));
  const subject = { entity: 'product', entityId: id, organizationId };
  if (change) await record(tx, context, subject, former ? 'update' : 'create', change);
  return id;
}

/** Replaces the lists that change. */
async function writeLists(
  tx: Tx,
  productId: number,
  product: ProductValues,
  mediaId: (key: string) => number,
  changed: readonly string[],
): Promise<void> {
  const of = { where: { productId } };
  if (changed.includes('currencies')) {
    await tx.productCurrency.deleteMany(of);
    await tx.productCurrency.createMany({
      data: product.currencies.map((currencyCode, position) => ({ productId, currencyCode, position })),
    });
  }
  if (changed.includes('pointIds')) {
    await tx.productPoint.deleteMany(of);
    await tx.productPoint.createMany({
      data: product.pointIds.map((pointId, position) => ({ productId, pointId, position })),
    });
  }
  if (changed.includes('categoryIds')) {
    await tx.productCategory.deleteMany(of);
    await tx.productCategory.createMany({ data: product.categoryIds.map((categoryId) => ({ productId, categoryId })) });
  }
  if (changed.includes('images')) {
    await tx.productImage.deleteMany(of);
    await tx.productImage.createMany({
      data: product.images.map((key, position) => ({ productId, mediaId: mediaId(key), position })),
    });
  }
  if (changed.includes('videos')) {
    await tx.productVideo.deleteMany(of);
    await tx.productVideo.createMany({
      data: product.videos.map((video, position) => ({ productId, ...video, position })),
    });
  }
}

const existingProduct = existing('product');

builder.mutationFields((t) => ({
  createProduct: t.prismaField({
    type: CatalogueProduct,
    description:
      'Creates a product of an organization, without service levels: it is sold as soon as it has them and a role may sell it. For administrators of the organization.',
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization that sells it.' }),
      input: t.arg({
        type: ProductInput,
        required: true,
        description: 'The product. Title, descriptions, currencies, city, banner and thumbnail are required.',
      }),
    },
    resolve: async (query, _root, { organizationId, input }, context) => {
      administeredOrganization(context, organizationId);
      const id = await inEdit(context, (tx) => save(tx, context, organizationId, null, input));
      return context.db.product.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateProduct: t.prismaField({
    type: CatalogueProduct,
    description: 'Changes a product. What was sold keeps its former texts. For administrators of its organization.',
    args: {
      ...existingProduct,
      input: t.arg({ type: ProductInput, required: true, description: 'The members to change.' }),
    },
    resolve: async (query, _root, { id, input, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const former = await managed(tx, context, { id, expectedVersion });
        await save(tx, context, former.organizationId, former, input);
      });
      return context.db.product.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteProduct: t.boolean({
    description:
      'Deletes a product with its service levels, unless orders refer to it: then withdraw it by `isPublished: false`. For administrators of its organization.',
    args: existingProduct,
    resolve: async (_root, { id, expectedVersion }, context) => {
      await inEdit(context, async (tx) => {
        const {
          organizationId,
          bannerId: _banner,
          thumbnailId: _thumbnail,
          id: _,
          ...former
        } = await managed(tx, context, { id, expectedVersion });
        await tx.product.delete({ where: { id }, select: { id: true } });
        const subject = { entity: 'product', entityId: id, organizationId };
        await record(tx, context, subject, 'delete', lastValues(former));
      });
      return true;
    },
  }),
}));
