import { Prisma, type Tx } from '@channel/prisma';
import type { Tagged, TagModel } from './tag-targets.ts';

/*
 * The statements that write tags. They check no rights: `changeTags` runs them after it has found the targets.
 */

/** A tag of one target and its new value; null removes it. */
export type TagSetting = { id: number; key: string; value: string | number | null };

/** A tag for the target with the id, or for every target where it has no id. */
type GivenTag = { id?: number; key: string; value: string | number | null };

/** Applies a change to the tags of some targets; returns the targets whose tags changed. */
export type Change = (tx: Tx, column: Prisma.Sql, targets: Tagged[]) => Promise<{ targetId: number }[]>;

/** The column of `tag` that references a model. */
export const columnOf = (model: TagModel): Prisma.Sql => Prisma.raw(`${model.toLowerCase()}_id`);

export const idsOf = (targets: readonly Tagged[]) => targets.map(({ id }) => id);
export const organizationsOf = (targets: readonly Tagged[]) => targets.map(({ organizationId }) => organizationId);

/** Targets as rows `target (id, organization_id)`. */
export const targetRows = (targets: readonly Tagged[]): Prisma.Sql =>
  Prisma.sql`unnest(${idsOf(targets)}::int[], ${organizationsOf(targets)}::int[]) AS target (id, organization_id)`;

/** Each target with each tag for it, as rows `target` and `given (id, key, value)`. */
const pairsOf = (targets: readonly Tagged[], tags: readonly GivenTag[]): Prisma.Sql =>
  Prisma.sql`${targetRows(targets)}
    JOIN jsonb_to_recordset(${JSON.stringify(tags)}::jsonb) AS given (id int, key text, value jsonb)
      ON coalesce(given.id, target.id) = target.id`;

/** Targets per statement: with 100 tags each it takes one second of the five after which the database cancels it. */
const TARGETS_AT_ONCE = 50;

/** A statement for some targets that returns a `"targetId"` for each changed tag; null where there is nothing to do. */
type Write = (column: Prisma.Sql, targets: Tagged[]) => Prisma.Sql | null;

/** Splits a change of many targets into several statements. */
const inParts =
  (write: Write): Change =>
  async (tx, column, targets) => {
    const touched: { targetId: number }[] = [];
    for (let at = 0; at < targets.length; at += TARGETS_AT_ONCE) {
      const statement = write(column, targets.slice(at, at + TARGETS_AT_ONCE));
      if (!statement) continue;
      const ids = tx.$queryRaw<{ targetId: number }[]>`
        WITH changed AS (${statement}) SELECT DISTINCT "targetId" FROM changed`;
      touched.push(...(await ids));
    }
    return touched;
  };

/** Splits a change that writes or removes tags in the same way; skips targets without a tag. */
const eachTag = (tags: readonly GivenTag[], write: (column: Prisma.Sql, pairs: Prisma.Sql) => Prisma.Sql): Change =>
  inParts((column, targets) => {
    const ids = new Set(idsOf(targets));
    const given = tags.filter(({ id }) => id === undefined || ids.has(id));
    return given.length === 0 ? null : write(column, pairsOf(targets, given));
  });

/**
 * Adds tags to targets; an existing key gets the new value. Tags that have the requested value already are not written.
 */
export const assign = (tags: readonly GivenTag[]): Change =>
  eachTag(
    tags,
    (column, pairs) => Prisma.sql`
      INSERT INTO tag (organization_id, key, value, ${column})
      SELECT target.organization_id, given.key, given.value, target.id FROM ${pairs}
      ORDER BY target.id, given.key
      ON CONFLICT (${column}, organization_id, key) WHERE ${column} IS NOT NULL
      DO UPDATE SET value = excluded.value WHERE tag.value IS DISTINCT FROM excluded.value
      RETURNING ${column} AS "targetId"`,
  );

/** Removes tags with the same key, and with the same value where one is given; a number equals its text form. */
export const remove = (tags: readonly GivenTag[]): Change =>
  eachTag(
    tags,
    (column, pairs) => Prisma.sql`
      DELETE FROM tag USING ${pairs}
      WHERE tag.${column} = target.id AND tag.organization_id = target.organization_id
        AND tag.key = given.key AND coalesce(given.value #>> '{}', tag.value_text) = tag.value_text
      RETURNING tag.${column} AS "targetId"`,
  );

/** Removes the tags of the targets whose key is not one of these. */
export const removeOthers = (keys: readonly string[]): Change =>
  inParts(
    (column, targets) => Prisma.sql`
      DELETE FROM tag USING ${targetRows(targets)}
      WHERE tag.${column} = target.id AND tag.organization_id = target.organization_id AND NOT tag.key = ANY (${keys})
      RETURNING tag.${column} AS "targetId"`,
  );

/** The changes that set each tag to its value. */
export const settingTags = (settings: readonly TagSetting[]): Change[] => [
  remove(settings.filter(({ value }) => value === null)),
  assign(settings.filter(({ value }) => value !== null)),
];
