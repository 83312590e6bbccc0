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

/** Assigns tags to rows. An existing key gets the new value; other keys stay, because users assign tags too. */
export async function writeTags(
  { tx }: ImportRun,
  target: TagTarget,
  tagged: readonly { id: number; organizationId: number; tags: Tags }[],
): Promise<void> {
  const rows = tagged.flatMap(({ id, organizationId, tags }) =>
    Object.entries(tags).map(([key, value]) => ({ id, organizationId, key, value })),
  );
  await inChunks(rows, async (chunk) => {
    await tx.$executeRaw`
      DELETE FROM tag USING unnest(${chunk.map(({ id }) => id)}::int[], ${chunk.map(({ organizationId }) => organizationId)}::int[],
        ${chunk.map(({ key }) => key)}::text[]) AS given (id, organization_id, key)
      WHERE tag.${Prisma.raw(COLUMNS[target])} = given.id AND tag.organization_id = given.organization_id AND tag.key = given.key`;
    await tx.tag.createMany({
      data: chunk.map(({ id, organizationId, key, value }) => ({ organizationId, key, value, [target]: id })),
    });
  });
}

/** The same for objects that organizations share: tags by the key of the organization. */
export function writeSharedTags(
  run: ImportRun,
  target: TagTarget,
  tagged: readonly { id: number; record: { tags: Record<string, Tags> } }[],
): Promise<void> {
  return writeTags(
    run,
    target,
    tagged.flatMap(({ id, record }) =>
      Object.entries(record.tags).map(([organization, tags]) => ({
        id,
        organizationId: run.id('organization', organization),
        tags,
      })),
    ),
  );
}
