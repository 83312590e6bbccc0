import type { ImportDocument, Product, Rate, ServiceLevel } from './form/index.ts';
import type { ImportRun, Item, Planned } from './import-run.ts';
import { drawIds, inChunks } from './records.ts';

/** Writes service levels with all their parts. Parts have their own records, so each is updated separately. */
export async function writeServiceLevels(run: ImportRun, { products }: ImportDocument): Promise<void> {
  const levels = products.flatMap((product, p) =>
    product.serviceLevels.map((record, position) => ({
      key: `${product.key}/${record.key}`,
      record,
      path: `products[${p}].serviceLevels[${position}]`,
      product,
      position,
    })),
  );
  await writeLevels(run, levels);
  await writePriceCategories(run, levels);
  await writeRates(run, levels);
  await writeSchedules(run, levels);
}

type Level = Item<ServiceLevel> & { product: Product; position: number };

async function writeLevels(run: ImportRun, levels: readonly Level[]): Promise<void> {
  const { tx } = run;
  const places = new Map(
    levels.map(({ key, product, position }) => [key, { productId: run.id('product', product.key), position }]),
  );
  const items = levels.map(({ key, record, path, position }) => {
    const { priceCategories, rates, schedules, ...content } = record;
    return { key, record, path, content: { ...content, position } };
  });
  const { created, changed, touched } = await run.plan('serviceLevel', items);
  const row = ({ key, record }: Planned<ServiceLevel>) => {
    const { key: _, priceCategories, rates, schedules, pickup, ...columns } = record;
    return { ...columns, productId: places.get(key)?.productId ?? 0, position: places.get(key)?.position ?? 0 };
  };
  await inChunks(created, (chunk) =>
    tx.serviceLevel.createMany({ data: chunk.map((level) => ({ id: level.id, ...row(level) })) }),
  );
  for (const level of changed) await tx.serviceLevel.update({ where: { id: level.id }, data: row(level) });
  await tx.pickupOptions.deleteMany({ where: { serviceLevelId: { in: changed.map(({ id }) => id) } } });
  await writePickups(run, touched);
}

async function writePickups(run: ImportRun, levels: readonly Planned<ServiceLevel>[]): Promise<void> {
  const { tx } = run;
  const offered = levels.flatMap(({ id, record }) =>
    record.pickup ? [{ serviceLevelId: id, pickup: record.pickup }] : [],
  );
  const ids = await drawIds(tx, 'pickupOptions', offered.length);
  const options = offered.map((each, index) => ({ ...each, id: ids[index] ?? 0 }));
  await inChunks(options, (chunk) =>
    tx.pickupOptions.createMany({
      data: chunk.map(({ id, serviceLevelId, pickup: { type, timeWindow, timeBefore, timeRange } }) => ({
        id,
        serviceLevelId,
        type,
        timeWindow,
        timeBefore,
        timeRangeStart: timeRange?.start ?? null,
        timeRangeEnd: timeRange?.end ?? null,
      })),
    }),
  );
  const places = options.flatMap(({ id, pickup }) =>
    pickup.places.map(({ point, timeBefore, timeRange }, position) => ({
      pickupOptionsId: id,
      pointId: run.id('point', point),
      timeBefore,
      timeStart: timeRange.start,
      timeEnd: timeRange.end,
      position,
    })),
  );
  await inChunks(places, (data) => tx.pickupPlace.createMany({ data }));
  const times = options.flatMap(({ id, pickup }) => pickup.times.map((time) => ({ pickupOptionsId: id, time })));
  await inChunks(times, (data) => tx.pickupTime.createMany({ data }));
}

/** The parts of all levels as items, with their paths. */
function partsOf<Part extends { key: string }>(
  run: ImportRun,
  levels: readonly Level[],
  section: string,
  parts: (level: ServiceLevel) => readonly Part[],
) {
  const owners = new Map<string, { serviceLevelId: number; position: number }>();
  const items = levels.flatMap((level) =>
    parts(level.record).map((record, position) => {
      const key = `${level.key}/${record.key}`;
      owners.set(key, { serviceLevelId: run.id('serviceLevel', level.key), position });
      return { key, record, path: `${level.path}.${section}[${position}]`, content: { ...record, position } };
    }),
  );
  const ownerOf = (key: string) => owners.get(key) ?? { serviceLevelId: 0, position: 0 };
  return { items, ownerOf };
}

async function writePriceCategories(run: ImportRun, levels: readonly Level[]): Promise<void> {
  const { tx } = run;
  const { items, ownerOf } = partsOf(run, levels, 'priceCategories', (level) => level.priceCategories);
  const { created, changed } = await run.plan('priceCategory', items);
  const row = ({ key, record: { key: _, ...columns } }: (typeof created)[number]) => ({ ...columns, ...ownerOf(key) });
  // The database refuses two defaults, even for a moment within the transaction.
  await tx.priceCategory.updateMany({ where: { id: { in: changed.map(({ id }) => id) } }, data: { isDefault: false } });
  for (const category of changed) await tx.priceCategory.update({ where: { id: category.id }, data: row(category) });
  await inChunks(created, (chunk) =>
    tx.priceCategory.createMany({ data: chunk.map((category) => ({ id: category.id, ...row(category) })) }),
  );
}

async function writeRates(run: ImportRun, levels: readonly Level[]): Promise<void> {
  const { tx } = run;
  const { items, ownerOf } = partsOf(run, levels, 'rates', (level) => level.rates);
  const { created, changed, touched } = await run.plan('rate', items);
  const row = ({ key, record: { key: _, prices, penalties, ...columns } }: Planned<Rate>) => ({
    ...columns,
    ...ownerOf(key),
  });
  await inChunks(created, (chunk) =>
    tx.rate.createMany({ data: chunk.map((rate) => ({ id: rate.id, ...row(rate) })) }),
  );
  for (const rate of changed) await tx.rate.update({ where: { id: rate.id }, data: row(rate) });

  const of = { where: { rateId: { in: changed.map(({ id }) => id) } } };
  await tx.cancellationPenalty.deleteMany(of);
  await tx.ratePrice.deleteMany(of);
  await tx.rateCategory.deleteMany(of);
  const penalties = touched.flatMap(({ id, record }) =>
    record.penalties.map((penalty) => ({ rateId: id, ...penalty })),
  );
  await inChunks(penalties, (data) => tx.cancellationPenalty.createMany({ data }));
  await writePrices(run, touched);
}

/** Writes the prices of rates; prices per person belong to the rate's row for the price category. */
async function writePrices(run: ImportRun, rates: readonly Planned<Rate>[]): Promise<void> {
  const { tx } = run;
  const payers = rates.flatMap(({ id, key, record }) => {
    const level = key.slice(0, key.lastIndexOf('/'));
    return [...new Set(record.prices.map(({ priceCategory }) => priceCategory))].flatMap((category) =>
      category === null
        ? []
        : [{ rateId: id, category, priceCategoryId: run.id('priceCategory', `${level}/${category}`) }],
    );
  });
  const ids = await drawIds(tx, 'rateCategory', payers.length);
  const carriers = payers.map((payer, index) => ({ ...payer, id: ids[index] ?? 0 }));
  await inChunks(carriers, (chunk) =>
    tx.rateCategory.createMany({
      data: chunk.map(({ id, rateId, priceCategoryId }) => ({ id, rateId, priceCategoryId })),
    }),
  );
  const carrierOf = new Map(carriers.map(({ id, rateId, category }) => [`${rateId} ${category}`, id]));
  const prices = rates.flatMap(({ id, record }) =>
    record.prices.map(({ priceCategory, currency, ...amounts }, position) => ({
      rateId: id,
      rateCategoryId: priceCategory === null ? null : (carrierOf.get(`${id} ${priceCategory}`) ?? null),
      currencyCode: currency,
      ...amounts,
      position,
    })),
  );
  await inChunks(prices, (data) => tx.ratePrice.createMany({ data }));
}

async function writeSchedules(run: ImportRun, levels: readonly Level[]): Promise<void> {
  const { tx } = run;
  const { items, ownerOf } = partsOf(run, levels, 'schedules', (level) => level.schedules);
  const { created, changed } = await run.plan('schedule', items);
  const row = ({ key, record: { key: _, ...columns } }: (typeof created)[number]) => ({
    ...columns,
    serviceLevelId: ownerOf(key).serviceLevelId,
  });
  await inChunks(created, (chunk) =>
    tx.schedule.createMany({ data: chunk.map((schedule) => ({ id: schedule.id, ...row(schedule) })) }),
  );
  for (const schedule of changed) await tx.schedule.update({ where: { id: schedule.id }, data: row(schedule) });
}
