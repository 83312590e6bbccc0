import { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { type Change, changeTags, idsOf, inParts, organizationsOf, touchedBy } from './change-tags.ts';
import type { Tagged, Target } from './tag-targets.ts';

/** How tags are changed. */
export type TagAction = 'assign' | 'synchronise' | 'remove';

/** A tag of one target and its new value; null removes it. */
export type TagSetting = { id: number; key: string; value: string | number | null };

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

/** The changes that set each tag to its value. */
export const settingTags = (settings: readonly TagSetting[]): Change[] => [
  eachOf(
    settings.filter(({ value }) => value === null),
    takeAway,
  ),
  eachOf(
    settings.filter(({ value }) => value !== null),
    give,
  ),
];

/** Applies a change to the targets that have settings. */
function eachOf(settings: readonly TagSetting[], change: (settings: TagSetting[]) => Change): Change {
  const byId = Map.groupBy(settings, ({ id }) => id);
  const ofTargets = (targets: Tagged[]) => targets.flatMap(({ id }) => byId.get(id) ?? []);
  const made = inParts((tx, column, targets) => change(ofTargets(targets))(tx, column, targets));
  return (tx, column, targets) =>
    made(
      tx,
      column,
      targets.filter(({ id }) => byId.has(id)),
    );
}

const takeAway =
  (gone: readonly TagSetting[]): Change =>
  (tx, column, targets) =>
    touchedBy(
      tx,
      Prisma.sql`
      DELETE FROM tag
      USING unnest(${idsOf(targets)}::int[], ${organizationsOf(targets)}::int[]) AS target (id, organization_id),
        jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) AS gone (id int, key text)
      WHERE tag.${column} = target.id AND tag.organization_id = target.organization_id
        AND gone.id = target.id AND tag.key = gone.key
      RETURNING tag.${column} AS "targetId"`,
    );

const give =
  (given: readonly TagSetting[]): Change =>
  (tx, column, targets) =>
    touchedBy(
      tx,
      Prisma.sql`
      INSERT INTO tag (organization_id, key, value, ${column})
      SELECT target.organization_id, given.key, given.value, target.id
      FROM unnest(${idsOf(targets)}::int[], ${organizationsOf(targets)}::int[]) AS target (id, organization_id)
      JOIN jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (id int, key text, value jsonb) ON given.id = target.id
      ORDER BY target.id, given.key
      ON CONFLICT (${column}, organization_id, key) WHERE ${column} IS NOT NULL
      DO UPDATE SET value = excluded.value WHERE tag.value IS DISTINCT FROM excluded.value
      RETURNING ${column} AS "targetId"`,
    );
