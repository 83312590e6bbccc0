import type { Prisma, Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import { lockRows } from '../compiler/rows.ts';
import type { Context } from '../context.ts';
import { FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { commitChanges } from '../orders/commit-changes.ts';
import { changingOrders } from '../orders/in-turn.ts';
import { audit } from '../shared/audit.ts';
import { checkTags, MAX_TAGS_OF_ONE } from '../tags/check-tags.ts';
import { TagInput } from '../tags/tag.ts';
import { checkMatches, TagMatch } from '../tags/tag-match.ts';
import { TARGETS, type Tagged, type TagModel, TagTarget, type Target } from './tag-targets.ts';
import {
  assign,
  type Change,
  columnOf,
  idsOf,
  organizationsOf,
  remove,
  removeOthers,
  settingTags,
  type TagSetting,
} from './write-tags.ts';

const MAX_IDS = 1_000;

type Pair = { key: string; value: string | number };

/** The orders that change with the targets. */
export const ordersOf = (targets: readonly Tagged[]) =>
  targets.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
/**
 * Changes the tags of targets, all of them or none. An order whose tags (or whose bookings' or transfers' tags) changed
 * counts as changed.
 *
 * @returns how many targets changed
 * @throws a validation error for each id that can't be tagged; forbidden where the actor sees it but may not change it
 */
async function changeTags(
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
 * Sets tags of several targets, each to its own value, all or nothing. It counts as one change per order.
 *
 * @param action name of the action in the audit log, such as `tags.assign`
 * @throws the errors of the tag mutations
 */
export async function setTags(
  context: Context,
  target: Target,
  action: string,
  settings: readonly TagSetting[],
): Promise<void> {
  const ids = [...new Set(settings.map(({ id }) => id))];
  await changeTags(context, target, ids, action, settingTags(settings));
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
  const { model } = TARGETS[target];
  const targets = found.toSorted((one, other) => one.id - other.id);
  return changingOrders(context, ordersOf(targets), async (tx) => {
    await lock(tx, model, targets);
    const before = await tagsOf(tx, model, targets);
    const touched = new Set<number>();
    for (const change of changes) {
      for (const { targetId } of await change(tx, columnOf(model), targets)) touched.add(targetId);
    }
    if (touched.size > 0)
      await record(tx, context, {
        target,
        model,
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
async function lock(tx: Tx, model: TagModel, targets: Tagged[]): Promise<void> {
  const orderIds = ordersOf(targets);
  const others = idsOf(targets.filter(({ orderId }) => orderId === null));
  if (orderIds.length > 0) await lockRows(tx, 'Order', { id: { in: orderIds } });
  if (others.length > 0) await lockRows(tx, model, { id: { in: others } });
}

type Tags = Map<number, Prisma.InputJsonObject>;

async function tagsOf(tx: Tx, model: TagModel, targets: Tagged[]): Promise<Tags> {
  const tags: Tags = new Map();
  const rows = await tx.$queryRaw<{ id: number; tags: Prisma.InputJsonObject }[]>`
    SELECT ${columnOf(model)} AS id, jsonb_object_agg(key, value ORDER BY tag.id) AS tags FROM tag
    WHERE ${columnOf(model)} = ANY (${idsOf(targets)}::int[]) AND organization_id = ANY (${organizationsOf(targets)}::int[])
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

type Touched = { target: Target; model: TagModel; action: string; before: Tags; targets: Tagged[] };

async function record(tx: Tx, context: Context, { target, model, action, before, targets }: Touched): Promise<void> {
  const after = await tagsOf(tx, model, targets);
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
      return changeTags(context, target, ids, 'tags.synchronise', [
        removeOthers(wanted.map(({ key }) => key)),
        assign(wanted),
      ]);
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
