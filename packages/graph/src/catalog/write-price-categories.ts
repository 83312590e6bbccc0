import type { Tx } from '@channel/prisma';
import type { z } from 'zod';
import type { serviceLevelForm } from './service-level-input.ts';

type Category = z.output<typeof serviceLevelForm>['priceCategories'][number];

/** Replaces the price categories of a service level, in order: those without an id are new, those left out are deleted. */
export async function writePriceCategories(
  tx: Tx,
  serviceLevelId: number,
  categories: readonly Category[],
): Promise<void> {
  const rows = categories.map((category, position) => ({ ...category, position }));
  const kept = rows.flatMap(({ id }) => id ?? []);
  await tx.priceCategory.deleteMany({ where: { serviceLevelId, id: { notIn: kept } } });
  // The database refuses two defaults, even for a moment.
  await tx.priceCategory.updateMany({ where: { serviceLevelId, isDefault: true }, data: { isDefault: false } });
  if (kept.length > 0)
    await tx.$executeRaw`
      UPDATE price_category SET title = given.title, is_default = given."isDefault", minimum = given.minimum,
        maximum = given.maximum, age_min = given."ageMin", age_max = given."ageMax", position = given.position,
        translations = given.translations
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id bigint, title text, "isDefault" boolean,
        minimum int, maximum int, "ageMin" int, "ageMax" int, position int, translations jsonb)
      WHERE price_category.id = given.id AND price_category.service_level_id = ${serviceLevelId}::bigint`;
  await tx.priceCategory.createMany({
    data: rows.flatMap(({ id, ...values }) => (id === null ? [{ ...values, serviceLevelId }] : [])),
  });
}
