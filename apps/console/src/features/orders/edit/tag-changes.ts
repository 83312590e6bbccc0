import type { Tag } from '../order-query.ts';

/** A tag as entered in the form. */
export type TagRow = { key: string; value: string };

/** The difference between two lists of tags. */
export type TagChanges = { added: TagRow[]; changed: (TagRow & { was: string })[]; removed: TagRow[] };

/** Compares the current tags with the rows of the form; rows without a key are ignored. */
export function tagChanges(tags: readonly Tag[], rows: readonly TagRow[]): TagChanges {
  const before = new Map(tags.map(({ key, value }) => [key, String(value)]));
  const after = new Map(rows.filter(({ key }) => key.trim() !== '').map(({ key, value }) => [key.trim(), value]));
  const changes: TagChanges = { added: [], changed: [], removed: [] };
  for (const [key, value] of after) {
    const was = before.get(key);
    if (was === undefined) changes.added.push({ key, value });
    else if (was !== value) changes.changed.push({ key, value, was });
  }
  for (const [key, value] of before) if (!after.has(key)) changes.removed.push({ key, value });
  return changes;
}

export const isEmpty = ({ added, changed, removed }: TagChanges): boolean =>
  added.length + changed.length + removed.length === 0;

/** The first key that occurs in more than one row. */
export function repeatedKey(rows: readonly TagRow[]): string | undefined {
  const keys = rows.map(({ key }) => key.trim()).filter((key) => key !== '');
  return keys.find((key, index) => keys.indexOf(key) !== index);
}

/** A tag that another user and the rows changed to different values. Undefined means that the tag does not exist. */
export type TagClash = { key: string; was: string | undefined; theirs: string | undefined; mine: string | undefined };

const valuesOf = (tags: readonly { key: string; value: string | number }[]) =>
  new Map(tags.map(({ key, value }) => [key, String(value)]));

/**
 * Finds the tags that the rows and other users changed to different values.
 *
 * @param base the tags when the editing began
 * @param current the current tags
 */
export function tagClashes(base: readonly Tag[], current: readonly Tag[], rows: readonly TagRow[]): TagClash[] {
  const [before, now] = [valuesOf(base), valuesOf(current)];
  const { added, changed, removed } = tagChanges(base, rows);
  const wanted = [
    ...[...added, ...changed].map(({ key, value }) => ({ key, mine: value })),
    ...removed.map(({ key }) => ({ key, mine: undefined })),
  ];
  return wanted.flatMap(({ key, mine }) => {
    const [was, theirs] = [before.get(key), now.get(key)];
    return theirs === was || theirs === mine ? [] : [{ key, was, theirs, mine }];
  });
}

/**
 * Merges the changes of the rows, relative to `base`, into the current tags.
 *
 * @param left keys that keep the values of others
 */
export function mergedTags(
  base: readonly Tag[],
  current: readonly Tag[],
  rows: readonly TagRow[],
  left: readonly string[],
): TagRow[] {
  const merged = valuesOf(current);
  const { added, changed, removed } = tagChanges(base, rows);
  for (const { key, value } of [...added, ...changed]) if (!left.includes(key)) merged.set(key, value);
  for (const { key } of removed) if (!left.includes(key)) merged.delete(key);
  return Array.from(merged, ([key, value]) => ({ key, value }));
}
