import { MAX_TAGS_OF_ONE, TOO_MANY_TAGS } from '@channel/graph';
import { Prisma } from '@channel/prisma';
import type { ImportRun } from './import-run.ts';
import { inChunks } from './records.ts';

type TagTarget =
  | 'bookingId'
  | 'categoryId'
  | 'cityId'
  | 'clientId'
  | 'orderId'
  | 'productId'
  | 'roleId'
  | 'supplierId'
  | 'transferId'
  | 'userId';
type Tags = Record<string, string | number>;

const COLUMNS: Record<TagTarget, string> = {
  bookingId: 'booking_id',
  categoryId: 'category_id',
  cityId: 'city_id',
  clientId: 'client_id',
  orderId: 'order_id',
  productId: 'product_id',
  roleId: 'role_id',
  supplierId: 'supplier_id',
  transferId: 'transfer_id',
  userId: 'user_id',
};

/** Tags of a row, with their path in the document. */
type Tagged = { id: number; organizationId: number; tags: Tags; path: string };

/**
 * Assigns tags to rows. An existing key gets the new value; other keys stay, because users assign tags too.
 *
 * @throws {ImportRefused} if a row gets further tags and then has more than the maximum
 */
export async function writeTags(
  { tx, fieldErrors }: ImportRun,
  target: TagTarget,
  tagged: readonly Tagged[],
): Promise<void> {
  const column = Prisma.raw(COLUMNS[target]);
  const growing = new Set<Tagged>();
  const rows = tagged.flatMap((one) => Object.entries(one.tags).map(([key, value]) => ({ one, key, value })));
  await inChunks(rows, async (chunk) => {
    const replaced = await tx.$queryRaw<{ position: number }[]>`
      DELETE FROM tag USING unnest(${chunk.map(({ one }) => one.id)}::bigint[], ${chunk.map(({ one }) => one.organizationId)}::bigint[],
        ${chunk.map(({ key }) => key)}::text[]) WITH ORDINALITY AS given (id, organization_id, key, position)
      WHERE tag.${column} = given.id AND tag.organization_id = given.organization_id AND tag.key = given.key
      RETURNING given.position`;
    const known = new Set(replaced.map(({ position }) => position - 1));
    for (const [index, { one }] of chunk.entries()) if (!known.has(index)) growing.add(one);
    await tx.tag.createMany({
      data: chunk.map(({ one, key, value }) => ({ organizationId: one.organizationId, key, value, [target]: one.id })),
    });
  });
  await inChunks([...growing], async (chunk) => {
    const full = await tx.$queryRaw<{ position: number }[]>`
      SELECT given.position
      FROM unnest(${chunk.map(({ id }) => id)}::bigint[], ${chunk.map(({ organizationId }) => organizationId)}::bigint[])
        WITH ORDINALITY AS given (id, organization_id, position)
      WHERE (SELECT count(*) FROM tag WHERE ${column} = given.id AND tag.organization_id = given.organization_id) > ${MAX_TAGS_OF_ONE}`;
    for (const { position } of full) fieldErrors.add(chunk[position - 1]?.path ?? '', TOO_MANY_TAGS);
  });
  fieldErrors.throwIfAny();
}

/** The same for objects that organizations share: tags by the key of the organization. */
export function writeSharedTags(
  run: ImportRun,
  target: TagTarget,
  tagged: readonly { id: number; record: { tags: Record<string, Tags> }; path: string }[],
): Promise<void> {
  return writeTags(
    run,
    target,
    tagged.flatMap(({ id, record, path }) =>
      Object.entries(record.tags).map(([organization, tags]) => ({
        id,
        path: `${path}.tags.${organization}`,
        organizationId: run.id('organization', organization),
        tags,
      })),
    ),
  );
}
