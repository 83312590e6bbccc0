import type { ImportDocument, Product } from './form/index.ts';
import { adopt, type ImportRun, itemsOf } from './import-run.ts';
import type { MediaContent } from './media-content.ts';
import { inChunks } from './records.ts';
import { writeSharedTags, writeTags } from './write-tags.ts';

/** Writes rows of media. Content that is already stored under the same key, by any import, is reused. */
export async function writeMedia(
  run: ImportRun,
  { media }: ImportDocument,
  contents: readonly MediaContent[],
): Promise<void> {
  const { tx } = run;
  const items = media.map(({ key, filename, contentType }, index) => {
    const record = {
      filename,
      contentType,
      storageKey: contents[index]?.storageKey ?? '',
      byteSize: contents[index]?.bytes.length ?? 0,
    };
    return { key, record, path: `media[${index}]` };
  });
  const there = await tx.media.findMany({
    where: { storageKey: { in: items.map(({ record }) => record.storageKey) } },
    select: { id: true, storageKey: true, filename: true },
  });
  adopt(
    run,
    'media',
    items,
    ({ storageKey, filename }) => there.find((row) => row.storageKey === storageKey && row.filename === filename)?.id,
  );
  const { created, changed } = await run.plan('media', items);
  await inChunks(created, (chunk) => tx.media.createMany({ data: chunk.map(({ id, record }) => ({ id, ...record })) }));
  for (const { id, record } of changed) await tx.media.update({ where: { id }, data: record });
}

export async function writeCategories(run: ImportRun, { categories }: ImportDocument): Promise<void> {
  const { tx } = run;
  const items = itemsOf('categories', categories);
  const there = await tx.category.findMany({ select: { id: true, title: true } });
  adopt(run, 'category', items, ({ title }) => there.find((row) => row.title === title)?.id);
  const { created, changed, touched } = await run.plan('category', items);
  const row = ({ title, translations }: ImportDocument['categories'][number]) => ({ title, translations });
  await inChunks(created, (chunk) =>
    tx.category.createMany({ data: chunk.map(({ id, record }) => ({ id, ...row(record) })) }),
  );
  for (const { id, record } of changed) await tx.category.update({ where: { id }, data: row(record) });
  await writeSharedTags(run, 'categoryId', touched);
}

export async function writeSuppliers(run: ImportRun, { suppliers }: ImportDocument): Promise<void> {
  const { tx } = run;
  const items = itemsOf('suppliers', suppliers);
  const there = await tx.supplier.findMany({ select: { id: true, organizationId: true, name: true } });
  adopt(run, 'supplier', items, ({ organization, name }) => {
    const organizationId = run.id('organization', organization);
    return there.find((row) => row.organizationId === organizationId && row.name === name)?.id;
  });
  const { created, changed, touched } = await run.plan('supplier', items);
  const row = ({ organization, name, description, translations }: ImportDocument['suppliers'][number]) => ({
    organizationId: run.id('organization', organization),
    name,
    description,
    translations,
  });
  await inChunks(created, (chunk) =>
    tx.supplier.createMany({ data: chunk.map(({ id, record }) => ({ id, ...row(record) })) }),
  );
  for (const { id, record } of changed) await tx.supplier.update({ where: { id }, data: row(record) });
  await tx.supplierPermission.deleteMany({ where: { supplierId: { in: changed.map(({ id }) => id) } } });
  const permissions = touched.flatMap(({ id, record }) =>
    record.permissions.map((permissionName) => ({ supplierId: id, permissionName })),
  );
  await inChunks(permissions, (data) => tx.supplierPermission.createMany({ data }));
  await writeTags(
    run,
    'supplierId',
    touched.map(({ id, record, path }) => ({
      id,
      organizationId: run.id('organization', record.organization),
      tags: record.tags,
      path: `${path}.tags`,
    })),
  );
}

/** Writes products without their service levels. The lists of a changed product are replaced. */
export async function writeProducts(run: ImportRun, { products }: ImportDocument): Promise<void> {
  const { tx } = run;
  const items = itemsOf('products', products).map((item) => ({
    ...item,
    content: { ...item.record, serviceLevels: undefined },
  }));
  const { created, changed, touched } = await run.plan('product', items);
  await inChunks(created, (chunk) =>
    tx.product.createMany({ data: chunk.map(({ id, record }) => ({ id, ...productRow(run, record) })) }),
  );
  for (const { id, record } of changed) await tx.product.update({ where: { id }, data: productRow(run, record) });

  const of = { where: { productId: { in: changed.map(({ id }) => id) } } };
  await tx.productCurrency.deleteMany(of);
  await tx.productPoint.deleteMany(of);
  await tx.productCategory.deleteMany(of);
  await tx.productImage.deleteMany(of);
  await tx.productVideo.deleteMany(of);
  const each = <Row>(rows: (productId: number, product: Product) => Row[]) =>
    touched.flatMap(({ id, record }) => rows(id, record));
  await inChunks(
    each((productId, { currencies }) =>
      currencies.map((currencyCode, position) => ({ productId, currencyCode, position })),
    ),
    (data) => tx.productCurrency.createMany({ data }),
  );
  await inChunks(
    each((productId, { points }) =>
      points.map((key, position) => ({ productId, pointId: run.id('point', key), position })),
    ),
    (data) => tx.productPoint.createMany({ data }),
  );
  await inChunks(
    each((productId, { categories }) => categories.map((key) => ({ productId, categoryId: run.id('category', key) }))),
    (data) => tx.productCategory.createMany({ data }),
  );
  await inChunks(
    each((productId, { images }) =>
      images.map((key, position) => ({ productId, mediaId: run.id('media', key), position })),
    ),
    (data) => tx.productImage.createMany({ data }),
  );
  await inChunks(
    each((productId, { videos }) => videos.map((video, position) => ({ productId, ...video, position }))),
    (data) => tx.productVideo.createMany({ data }),
  );
  await writeTags(
    run,
    'productId',
    touched.map(({ id, record, path }) => ({
      id,
      organizationId: run.id('organization', record.organization),
      tags: record.tags,
      path: `${path}.tags`,
    })),
  );
}

function productRow(run: ImportRun, record: Product) {
  const {
    key: _,
    organization,
    supplier,
    city,
    location,
    banner,
    thumbnail,
    currencies,
    points,
    categories,
    images,
    videos,
    serviceLevels,
    tags,
    ...texts
  } = record;
  return {
    ...texts,
    organizationId: run.id('organization', organization),
    supplierId: run.idOrNull('supplier', supplier),
    cityId: run.id('city', city),
    locationId: run.idOrNull('point', location),
    bannerId: run.id('media', banner),
    thumbnailId: run.id('media', thumbnail),
  };
}
