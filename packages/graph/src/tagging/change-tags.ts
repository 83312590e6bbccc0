import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { emitUpdates, type RaisedOrder } from '../orders/commit-changes.ts';
import { changingOrders } from '../orders/in-turn.ts';
import { lockRows } from '../shared/rows.ts';
import { checkTags, TOO_MANY_TAGS } from '../tags/check-tags.ts';
import { TagInput } from '../tags/tag.ts';
import { checkMatches, TagMatch } from '../tags/tag-match.ts';
import { TARGETS, type Tagged, type TagModel, TagTarget, type Target } from './tag-targets.ts';
import { assign, type GivenTags, idsOf, partsOf, remove, synchronise, writeTags } from './write-tags.ts';

const MAX_IDS = 1_000;

type Pair = { key: string; value: string | number };

/** The orders that change with the targets. */
export const ordersOf = (targets: readonly Tagged[]) =>
  targets.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));

/**
 * Changes the tags of targets, all of them or none. An order whose tags (or whose bookings' or transfers' tags) changed
 * counts as changed.
 *
 * @param action name of the action in the audit log, such as `tags.assign`
 * @returns how many targets changed
 * @throws a validation error for each id that can't be tagged, and where a target would have too many tags; forbidden where
 *   the actor sees a target but may not change it
 */
export async function changeTags(
  context: Context,
  target: Target,
  ids: readonly number[],
  action: string,
  given: GivenTags,
): Promise<number> {
  checkCount(ids);
  const found = await TARGETS[target].find(context, [...new Set(ids)]);
  checkFound(ids, found);
  return changeTagsOf(context, target, found, action, given);
}

/**
 * Changes the tags of targets that are already loaded. The caller must ensure that the actor may tag them.
 *
 * @param check runs after the targets are locked; its error prevents the change
 */
export async function changeTagsOf(
  context: Context,
  target: Target,
  found: readonly Tagged[],
  action: string,
  given: GivenTags,
  check?: (tx: Tx) => Promise<void>,
): Promise<number> {
  const { model } = TARGETS[target];
  return changingOrders(context, ordersOf(found), async (tx) => {
    await lock(tx, model, found);
    await check?.(tx);
    const fieldErrors = new FieldErrors();
    const raised: RaisedOrder[] = [];
    let total = 0;
    for (const some of partsOf(found)) {
      const { count, orders, isTooMany } = await writeTags(tx, context, { target, model, action }, some, given);
      if (isTooMany) fieldErrors.add(['tags'], TOO_MANY_TAGS);
      fieldErrors.throwIfAny();
      raised.push(...orders);
      total += count;
    }
    await emitUpdates(tx, context, raised);
    return total;
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
async function lock(tx: Tx, model: TagModel, targets: readonly Tagged[]): Promise<void> {
  const orderIds = ordersOf(targets);
  const others = idsOf(targets.filter(({ orderId }) => orderId === null));
  if (orderIds.length > 0) await lockRows(tx, 'Order', { id: { in: orderIds } });
  if (others.length > 0) await lockRows(tx, model, { id: { in: others } });
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
      return changeTags(context, target, ids, 'tags.assign', assign(checked(tags)));
    },
  }),
  synchroniseTags: t.int({
    description:
      'Replaces the tags of resources with the given ones: all other tags are removed. All or nothing. Returns the number of changed resources.',
    args: { ...targetArgs, tags: t.arg({ type: [TagInput], required: true, description: 'The tags.' }) },
    resolve: async (_root, { target, ids, tags }, context) => {
      return changeTags(context, target, ids, 'tags.synchronise', synchronise(checked(tags)));
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
      return changeTags(context, target, ids, 'tags.remove', remove(named));
    },
  }),
}));
