import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { type RaisedOrder, raisedOrders } from '../orders/commit-changes.ts';
import { insertedLines } from '../shared/audit.ts';
import { inPieces } from '../shared/in-pieces.ts';
import { MAX_TAGS_OF_ONE } from '../tags/check-tags.ts';
import { isShared, type Tagged, type TagModel, type Target } from './tag-targets.ts';

/*
 * The statements that write tags. They check no rights: `changeTags` runs them after it has found the targets. Tags stay
 * in the database: hundreds of long ones on each of many targets would block the event loop and fill the memory.
 */

type Value = string | number;

/** A tag of one target and its new value; null removes it. */
export type TagSetting = { id: number; key: string; value: Value | null };

/**
 * A query of the tags to set, with the columns `id` (of the target), `key` (once for a target) and `value` (null removes
 * the tag). It may read the targets of the statement as `target (id, organization_id)`; other targets are ignored.
 *
 * @param column the column of `tag` that references the targets
 */
export type GivenTags = (column: Prisma.Sql) => Prisma.Sql;

/** The column of `tag` that references a model. */
export const columnOf = (model: TagModel): Prisma.Sql => Prisma.raw(`${model.toLowerCase()}_id`);

export const idsOf = (targets: readonly Tagged[]) => targets.map(({ id }) => id);

/** Targets as rows `target (id, organization_id, order_id)`. */
export const targetRows = (targets: readonly Tagged[]): Prisma.Sql => {
  const organizationIds = targets.map(({ organizationId }) => organizationId);
  const orderIds = targets.map(({ orderId }) => orderId);
  return Prisma.sql`unnest(${idsOf(targets)}::bigint[], ${organizationIds}::bigint[], ${orderIds}::bigint[])
    AS target (id, organization_id, order_id)`;
};

/** A condition that `tag` belongs to `target`. */
export const isOfTarget = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`tag.${column} = target.id AND tag.organization_id = target.organization_id`;

/**
 * Joins the tag that `target` has under the key of `given`, as `tag`. The lateral join looks up each key in the index; a
 * join would compare it with all tags of its target, because the planner expects few.
 */
export const formerTag = (column: Prisma.Sql): Prisma.Sql => Prisma.sql`
  LEFT JOIN LATERAL (SELECT * FROM tag WHERE ${isOfTarget(column)} AND tag.key = given.key LIMIT 1) AS tag ON true`;

/** Sets each tag of the list to its value. */
export const settings = (tags: readonly TagSetting[]): GivenTags => {
  const given = JSON.stringify(tags);
  return () =>
    Prisma.sql`SELECT id, key, value FROM jsonb_to_recordset(${given}::jsonb) AS given (id bigint, key text, value jsonb)`;
};

/** Adds tags to each target; an existing key gets the new value. */
export const assign = (tags: readonly { key: string; value: Value }[]): GivenTags => {
  const given = JSON.stringify(tags);
  return () => Prisma.sql`
    SELECT target.id, given.key, given.value
    FROM target CROSS JOIN jsonb_to_recordset(${given}::jsonb) AS given (key text, value jsonb)`;
};

/** `assign`, and removes the tags of each target with other keys. */
export const synchronise = (tags: readonly { key: string; value: Value }[]): GivenTags => {
  const [assigned, keys] = [assign(tags), tags.map(({ key }) => key)];
  return (column) => Prisma.sql`
    ${assigned(column)} UNION ALL
    SELECT target.id, tag.key, NULL FROM target JOIN tag ON ${isOfTarget(column)} WHERE NOT tag.key = ANY (${keys})`;
};

/** Removes tags with the same key, and with the same value where one is given; a number equals its text form. */
export const remove = (tags: readonly { key: string; value: Value | null }[]): GivenTags => {
  const named = JSON.stringify(tags);
  return (column) => Prisma.sql`
    SELECT DISTINCT target.id, tag.key, NULL::jsonb AS value
    FROM target CROSS JOIN jsonb_to_recordset(${named}::jsonb) AS named (key text, value jsonb)
    JOIN tag ON ${isOfTarget(column)} AND tag.key = named.key
      AND coalesce(named.value #>> '{}', tag.value_text) = tag.value_text`;
};

/** Targets per statement: with 500 long tags each it takes two seconds of the five after which the database cancels it. */
const TARGETS_AT_ONCE = 10;

/** Splits targets for statements. The targets of an order stay together: they are one change of it. */
export const partsOf = (targets: readonly Tagged[]): Tagged[][] => {
  const changed = Map.groupBy(targets, ({ id, orderId }) => orderId ?? id);
  const ascending = [...changed].toSorted(([one], [other]) => one - other).map(([, own]) => own);
  return inPieces(ascending, TARGETS_AT_ONCE).map((some) => some.flat());
};

/** The result of a statement that sets tags of some targets. */
type Written = {
  /** The number of targets whose tags changed. */
  count: number;
  /** Whether a target got further tags and has more than the maximum now. */
  isTooMany: boolean;
  /** The orders that changed, in ascending order of id. */
  orders: RaisedOrder[];
};

/**
 * Sets tags of some targets, raises the versions of their orders and writes the audit log, which has the changed tags
 * alone. Tags that have the requested value already are not written. The caller must have locked the targets.
 */
export async function writeTags(
  tx: Tx,
  context: Context,
  { target, model, action }: { target: Target; model: TagModel; action: string },
  targets: readonly Tagged[],
  given: GivenTags,
): Promise<Written> {
  const column = columnOf(model);
  const entity = isShared(target) ? target : 'order';
  const member =
    entity === target || target === 'orders' ? Prisma.sql`'tags'` : Prisma.sql`${target} || '.' || id || '.tags'`;
  const lines = Prisma.sql`
    SELECT organization_id, ${action} AS action, ${entity} AS entity, coalesce(order_id, id) AS entity_id,
      jsonb_object_agg(${member}, before) AS before, jsonb_object_agg(${member}, after) AS after
    FROM touched GROUP BY 1, 4 ORDER BY 4`;
  // The selects see the state before the statement. It reads `raised` first: an audit entry has the raised version.
  const [written] = await tx.$queryRaw<Written[]>`
    WITH target AS MATERIALIZED (SELECT * FROM ${targetRows(targets)}),
    changing AS MATERIALIZED (
      SELECT target.*, given.key, tag.id AS tag_id, tag.value AS before, given.value AS after
      FROM (${given(column)}) AS given JOIN target ON target.id = given.id
      ${formerTag(column)}
      WHERE tag.value IS DISTINCT FROM given.value),
    touched AS MATERIALIZED (
      SELECT id, organization_id, order_id, count(after) - count(before) AS growth,
        coalesce(jsonb_object_agg(key, before) FILTER (WHERE before IS NOT NULL), '{}') AS before,
        coalesce(jsonb_object_agg(key, after) FILTER (WHERE after IS NOT NULL), '{}') AS after
      FROM changing GROUP BY 1, 2, 3),
    removed AS (DELETE FROM tag USING changing WHERE tag.id = changing.tag_id AND changing.after IS NULL),
    assigned AS (
      INSERT INTO tag (organization_id, key, value, ${column})
      SELECT organization_id, key, after, id FROM changing WHERE after IS NOT NULL ORDER BY id, key
      ON CONFLICT (${column}, organization_id, key) WHERE ${column} IS NOT NULL DO UPDATE SET value = excluded.value),
    logged AS (${insertedLines(context, lines)}),
    ${raisedOrders(context, Prisma.sql`SELECT order_id FROM touched`)}
    SELECT
      (SELECT coalesce(json_agg(json_build_object('orderId', id, 'version', version, 'organizationId', organization_id) ORDER BY id), '[]')
        FROM raised) AS orders,
      (SELECT count(*)::int FROM touched) AS count,
      EXISTS (SELECT FROM touched AS target WHERE growth > 0
        AND growth + (SELECT count(*) FROM tag WHERE ${isOfTarget(column)}) > ${MAX_TAGS_OF_ONE}) AS "isTooMany"`;
  return written ?? { count: 0, isTooMany: false, orders: [] };
}
