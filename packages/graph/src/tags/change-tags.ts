import { Prisma, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, UNKNOWN_ID } from '../errors.ts';
import type { TagOwner } from '../loaders.ts';
import { commitChanges } from '../orders/commit-changes.ts';
import { changingOrders } from '../orders/in-turn.ts';
import { audit } from '../shared/audit.ts';
import { checkTags, MAX_TAGS_OF_ONE } from './check-tags.ts';
import { TagInput } from './tag.ts';
import { checkMatches, TagMatch } from './tag-match.ts';
import { TARGETS, type Tagged, TagTarget, type Target } from './tag-targets.ts';

const MAX_IDS = 1_000;

type Pair = { key: string; value: string | number };
type Named = { key: string; value: string | number | null };

/** Applies a change to the tags of some targets; returns the targets whose tags changed. */
export type Change = (tx: Tx, column: Prisma.Sql, targets: Tagged[]) => Promise<{ targetId: number }[]>;

const columnOf = (owner: TagOwner): Prisma.Sql =>
  Prisma.raw(`"${owner.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`);
export const tableOf = (owner: TagOwner): Prisma.Sql => Prisma.raw(`"${owner.replace(/Id$/, '')}"`);

export const idsOf = (targets: Tagged[]) => targets.map(({ id }) => id);
/** The orders that change with the targets. */
export const ordersOf = (targets: readonly Tagged[]) =>
  targets.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
export const organizationsOf = (targets: Tagged[]) => targets.map(({ organizationId }) => organizationId);

/** Runs a statement that returns a `"targetId"` for each changed tag, and returns each target once. */
export const touchedBy = (tx: Tx, statement: Prisma.Sql): Promise<{ targetId: number }[]> =>
  tx.$queryRaw`WITH changed AS (${statement}) SELECT DISTINCT "targetId" FROM changed`;

/** Targets per statement: with 100 tags each it takes one second of the five after which the database cancels it. */
const TARGETS_AT_ONCE = 50;

/** Splits a change of many targets into several statements. */
export const inParts =
  (change: Change): Change =>
  async (tx, column, targets) => {
    const touched: { targetId: number }[] = [];
    for (let at = 0; at < targets.length; at += TARGETS_AT_ONCE)
      touched.push(...(await change(tx, column, targets.slice(at, at + TARGETS_AT_ONCE))));
    return touched;
  };

/**
 * Adds tags to targets; an existing key gets the new value. Tags that have the requested value already are not written.
 */
const assign = (tags: Pair[]): Change =>
  inParts(async (tx, column, targets) =>
    tags.length === 0
      ? []
      : touchedBy(
          tx,
          Prisma.sql`
      INSERT INTO tag (organization_id, key, value, ${column})
      SELECT target.organization_id, given.key, given.value, target.id
      FROM unnest(${idsOf(targets)}::int[], ${organizationsOf(targets)}::int[]) AS target (id, organization_id)
      CROSS JOIN jsonb_to_recordset(${JSON.stringify(tags)}::jsonb) AS given (key text, value jsonb)
      ORDER BY target.id, given.key
      ON CONFLICT (${column}, organization_id, key) WHERE ${column} IS NOT NULL
      DO UPDATE SET value = excluded.value WHERE tag.value IS DISTINCT FROM excluded.value
      RETURNING ${column} AS "targetId"`,
        ),
  );

/** Removes the tags of the targets whose key is not one of these. */
const removeOthers = (tags: Pair[]): Change =>
  inParts((tx, column, targets) =>
    touchedBy(
      tx,
      Prisma.sql`
    DELETE FROM tag USING unnest(${idsOf(targets)}::int[], ${organizationsOf(targets)}::int[]) AS target (id, organization_id)
    WHERE tag.${column} = target.id AND tag.organization_id = target.organization_id
      AND NOT tag.key = ANY (${tags.map(({ key }) => key)})
    RETURNING tag.${column} AS "targetId"`,
    ),
  );

/** Removes tags with the same key, and with the same value where one is given; a number equals its text form. */
const remove = (tags: Named[]): Change =>
  inParts(async (tx, column, targets) =>
    tags.length === 0
      ? []
      : touchedBy(
          tx,
          Prisma.sql`
      DELETE FROM tag
      USING unnest(${idsOf(targets)}::int[], ${organizationsOf(targets)}::int[]) AS target (id, organization_id),
        jsonb_to_recordset(${JSON.stringify(tags)}::jsonb) AS given (key text, value jsonb)
      WHERE tag.${column} = target.id AND tag.organization_id = target.organization_id
        AND tag.key = given.key AND coalesce(given.value #>> '{}', tag.value_text) = tag.value_text
      RETURNING tag.${column} AS "targetId"`,
        ),
  );

/**
 * Changes the tags of targets, all of them or none. An order whose tags (or whose bookings' or transfers' tags) changed
 * counts as changed.
 *
 * @returns how many targets changed
 * @throws a validation error for each id that can't be tagged; forbidden where the actor sees it but may not change it
 */
export async function changeTags(
  context: Context,
  target: Target,
  ids: readonly number[],
  action: string,
  changes: Change[],
): Promise<number> {
  checkCount(ids);
  const found = await TARGETS[target].find(context, [...new Set(ids)]);
  checkFound(ids, found);
  return changeTagsOf(context, target, found, action, changes);
}

/**
 * Changes the tags of targets that are already loaded. The caller must ensure that the actor may tag them.
 *
 * @param changes run in order after the targets are locked; an error in one of them rolls back all
 */
export async function changeTagsOf(
  context: Context,
  target: Target,
  found: readonly Tagged[],
  action: string,
  changes: Change[],
): Promise<number> {
  const { owner } = TARGETS[target];
  const targets = found.toSorted((one, other) => one.id - other.id);
  return changingOrders(context, ordersOf(targets), async (tx) => {
    await lock(tx, owner, targets);
    const before = await tagsOf(tx, owner, targets);
    const touched = new Set<number>();
    for (const change of changes) {
      for (const { targetId } of await change(tx, columnOf(owner), targets)) touched.add(targetId);
    }
    if (touched.size > 0)
      await record(tx, context, {
        target,
        owner,
        action,
        before,
        targets: targets.filter(({ id }) => touched.has(id)),
      });
    return touched.size;
  });
}

function checkCount(ids: readonly number[]): void {
  const fieldErrors = new FieldErrors();
  if (ids.length === 0 || ids.length > MAX_IDS) fieldErrors.add(['ids'], `must hold 1 to ${MAX_IDS} ids.`);
  fieldErrors.throwIfAny();
}

function checkFound(ids: readonly number[], found: Tagged[]): void {
  const known = new Set(idsOf(found));
  const fieldErrors = new FieldErrors();
  ids.forEach((id, index) => {
    if (!known.has(id)) fieldErrors.add(['ids', index], UNKNOWN_ID);
  });
  fieldErrors.throwIfAny();
}

/** Locks the rows of the change in ascending order, as every writer does: the orders, else the targets themselves. */
async function lock(tx: Tx, owner: TagOwner, targets: Tagged[]): Promise<void> {
  const orderIds = ordersOf(targets);
  const others = idsOf(targets.filter(({ orderId }) => orderId === null));
  if (orderIds.length > 0)
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ANY (${orderIds}) ORDER BY id FOR NO KEY UPDATE`;
  if (others.length > 0)
    await tx.$queryRaw`SELECT id FROM ${tableOf(owner)} WHERE id = ANY (${others}) ORDER BY id FOR NO KEY UPDATE`;
}

type Tags = Map<number, Prisma.InputJsonObject>;

async function tagsOf(tx: Tx, owner: TagOwner, targets: Tagged[]): Promise<Tags> {
  const tags: Tags = new Map();
  const rows = await tx.$queryRaw<{ id: number; tags: Prisma.InputJsonObject }[]>`
    SELECT ${columnOf(owner)} AS id, jsonb_object_agg(key, value ORDER BY tag.id) AS tags FROM tag
    WHERE ${columnOf(owner)} = ANY (${idsOf(targets)}::int[]) AND organization_id = ANY (${organizationsOf(targets)}::int[])
    GROUP BY 1`;
  for (const row of rows) tags.set(row.id, row.tags);
  return tags;
}

/** A resource that has more tags than the maximum already may not get further ones. */
function checkTotal(before: Tags, after: Tags): void {
  const fieldErrors = new FieldErrors();
  const sizeOf = (tags: Tags, id: number) => Object.keys(tags.get(id) ?? {}).length;
  for (const id of after.keys()) {
    const size = sizeOf(after, id);
    if (size <= MAX_TAGS_OF_ONE || size <= sizeOf(before, id)) continue;
    fieldErrors.add(['tags'], `must not leave more than ${MAX_TAGS_OF_ONE} tags on a resource.`);
    break;
  }
  fieldErrors.throwIfAny();
}

type Touched = { target: Target; owner: TagOwner; action: string; before: Tags; targets: Tagged[] };

async function record(tx: Tx, context: Context, { target, owner, action, before, targets }: Touched): Promise<void> {
  const after = await tagsOf(tx, owner, targets);
  checkTotal(before, after);
  const values = (tags: Tags, id: number) => tags.get(id) ?? {};
  const orders = new Map<
    number,
    {
      organizationId: number;
      before: Record<string, Prisma.InputJsonObject>;
      after: Record<string, Prisma.InputJsonObject>;
    }
  >();
  for (const { id, orderId, organizationId } of targets) {
    if (orderId === null) continue;
    const name = target === 'orders' ? 'tags' : `${target}.${id}.tags`;
    const change = orders.get(orderId) ?? { organizationId, before: {}, after: {} };
    change.before[name] = values(before, id);
    change.after[name] = values(after, id);
    orders.set(orderId, change);
  }
  const changes = [...orders].map(([orderId, change]) => ({ orderId, action, ...change }));
  const ascending = changes.toSorted((one, other) => one.orderId - other.orderId);
  await commitChanges(tx, context, ascending);
  const others = targets
    .filter(({ orderId }) => orderId === null)
    .map(({ id, organizationId }) => ({
      action,
      entity: target,
      entityId: id,
      organizationId,
      before: { tags: values(before, id) },
      after: { tags: values(after, id) },
    }));
  if (others.length > 0) await audit(tx, context, others);
}

const targetArgs = builder.args((t) => ({
  target: t.field({ type: TagTarget, required: true, description: 'The kind of resource of the ids.' }),
  ids: t.intList({ required: true, description: 'Ids of the resources to tag, 1 to 1,000.' }),
}));

function checked(tags: readonly Pair[]): Pair[] {
  const fieldErrors = new FieldErrors();
  checkTags(tags, ['tags'], fieldErrors);
  fieldErrors.throwIfAny();
  return tags.map(({ key, value }) => ({ key, value }));
}

builder.mutationFields((t) => ({
  assignTags: t.int({
    description:
      'Adds tags to resources; an existing key gets the new value. All or nothing. Returns the number of changed resources.',
    args: { ...targetArgs, tags: t.arg({ type: [TagInput], required: true, description: 'The tags.' }) },
    resolve: async (_root, { target, ids, tags }, context) => {
      return changeTags(context, target, ids, 'tags.assign', [assign(checked(tags))]);
    },
  }),
  synchroniseTags: t.int({
    description:
      'Replaces the tags of resources with the given ones: all other tags are removed. All or nothing. Returns the number of changed resources.',
    args: { ...targetArgs, tags: t.arg({ type: [TagInput], required: true, description: 'The tags.' }) },
    resolve: async (_root, { target, ids, tags }, context) => {
      const wanted = checked(tags);
      return changeTags(context, target, ids, 'tags.synchronise', [removeOthers(wanted), assign(wanted)]);
    },
  }),
  removeTags: t.int({
    description:
      'Removes tags from resources: those with the same key, and with the same value where one is given. Returns the number of changed resources.',
    args: {
      ...targetArgs,
      tags: t.arg({ type: [TagMatch], required: true, description: 'The tags to remove, each with a key.' }),
    },
    resolve: async (_root, { target, ids, tags }, context) => {
      checkMatches(tags, ['tags']);
      const named = tags.flatMap(({ key, value }) => (key ? [{ key, value: value ?? null }] : []));
      return changeTags(context, target, ids, 'tags.remove', [remove(named)]);
    },
  }),
}));
