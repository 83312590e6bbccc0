import { Prisma, type Tx } from '@channel/prisma';
import type { LockedOrder } from '../orders/lock-orders.ts';
import { TARGETS, type Tagged } from '../tagging/tag-targets.ts';
import {
  assign,
  columnOf,
  formerTag,
  type GivenTags,
  isOfTarget,
  partsOf,
  remove,
  synchronise,
  targetRows,
} from '../tagging/write-tags.ts';
import { MAX_TAGS_OF_ONE, TOO_MANY_TAGS } from '../tags/check-tags.ts';
import type { Carrier, OrderTarget, Requested, TagsOn, TagsRowChange } from './row-change.ts';

/** The parts of an order that carry the tags to change. */
function carriersOf(order: LockedOrder, on: TagsOn): Carrier[] {
  if (on === 'order') return [{ target: 'orders', id: order.id }];
  if (on === 'booking') return order.bookings.map(({ id }) => ({ target: 'bookings', id }));
  return [{ target: 'transfers', id: order[on].id }];
}

/** The ids of a batch, and of the batch that it undoes. */
type BatchIds = { id: number; undoOfId: number | null };

type Work = Tagged & { target: OrderTarget; tags: TagsRowChange | undefined };

/**
 * Adds the tags that rows of a batch would set to different values to their stored changes, or refuses a row whose order
 * would get further tags and have too many. The tags stay in the database: those of many orders would fill the memory.
 */
export async function planTags(tx: Tx, batch: BatchIds, requested: readonly Requested[]): Promise<void> {
  const work = requested.flatMap(({ order, change: { tags }, restored }) => {
    const carriers = tags ? carriersOf(order, tags.on) : restored;
    return carriers.map(
      (carrier): Work => ({ ...carrier, organizationId: order.organizationId, orderId: order.id, tags }),
    );
  });
  for (const [target, ofTarget] of Map.groupBy(work, (each) => each.target)) {
    for (const [tags, some] of Map.groupBy(ofTarget, (each) => each.tags)) {
      const given = tags ? requestedTags(tags) : restoredTags(batch.undoOfId, target);
      for (const part of partsOf(some)) await storeDeltas(tx, batch.id, target, part, given);
    }
  }
}

/** The requested tags, in their order; tags that are removed because they are not among them have no position. */
function requestedTags({ action, tags }: TagsRowChange): GivenTags {
  const values = tags.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }]));
  const of = { assign, synchronise };
  const given = action === 'remove' ? remove(tags) : of[action](values);
  const keys = tags.map(({ key }) => key);
  return (column) => Prisma.sql`
    SELECT id, key, value, array_position(${keys}::text[], key) AS position FROM (${given(column)}) AS requested`;
}

/** The former values of the tags that a batch set, in their order. */
const restoredTags = (batchId: number | null, target: OrderTarget): GivenTags => {
  const former = Prisma.sql`SELECT target.id, delta #>> '{tag,key}' AS key, nullif(delta -> 'before', 'null') AS value, position
    FROM target JOIN batch_row undone ON undone.batch_id = ${batchId} AND undone.order_id = target.order_id
    CROSS JOIN LATERAL jsonb_array_elements(undone.changes) WITH ORDINALITY AS changed (delta, position)
    WHERE delta #>> '{tag,target}' = ${target} AND (delta #>> '{tag,id}')::bigint = target.id`;
  return () => former;
};

/** Compares tags as `writeTags` does. */
async function storeDeltas(
  tx: Tx,
  batchId: number,
  target: OrderTarget,
  carriers: readonly Tagged[],
  given: GivenTags,
): Promise<void> {
  const column = columnOf(TARGETS[target].model);
  await tx.$executeRaw`
    WITH target AS MATERIALIZED (
      SELECT target.*, (SELECT count(*) FROM tag WHERE ${isOfTarget(column)}) AS size FROM ${targetRows(carriers)}),
    changing AS MATERIALIZED (
      SELECT target.*, given.key, given.position, tag.id AS tag_id, tag.value AS before, given.value AS after
      FROM (${given(column)}) AS given JOIN target ON target.id = given.id
      ${formerTag(column)}
      WHERE tag.value IS DISTINCT FROM given.value),
    excessive AS (
      SELECT order_id FROM changing GROUP BY order_id, id, size
      HAVING count(after) > count(before) AND size + count(after) - count(before) > ${MAX_TAGS_OF_ONE}),
    plan AS (
      SELECT order_id, order_id IN (SELECT order_id FROM excessive) AS is_refused,
        jsonb_agg(jsonb_build_object('member', ${`${target}.tags`}::text, 'before', before, 'after', after,
          'tag', jsonb_build_object('target', ${target}::text, 'id', id, 'key', key)) ORDER BY id, position NULLS FIRST, tag_id) AS deltas
      FROM changing GROUP BY 1)
    UPDATE batch_row r SET status = (CASE WHEN is_refused THEN 'refused' ELSE 'planned' END)::batch_row_status,
      reason = CASE WHEN is_refused THEN ${`tags ${TOO_MANY_TAGS}`} END,
      changes = CASE WHEN is_refused THEN '[]' ELSE r.changes || plan.deltas END
    FROM plan WHERE r.batch_id = ${batchId} AND r.order_id = plan.order_id AND r.status <> 'refused'`;
}
