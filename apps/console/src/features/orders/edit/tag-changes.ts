import type { Tag } from '../order-query.ts';

/** A row of the tags as they are filled in. */
export type TagRow = { key: string; value: string };

/** What makes one list of tags into another. */
export type TagChanges = { added: TagRow[]; changed: (TagRow & { was: string })[]; removed: TagRow[] };

/** What differs between the tags that are there and the rows that were filled in; rows without a key say nothing. */
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

/** The first key that stands in several rows. */
export function repeatedKey(rows: readonly TagRow[]): string | undefined {
  const keys = rows.map(({ key }) => key.trim()).filter((key) => key !== '');
  return keys.find((key, index) => keys.indexOf(key) !== index);
}

/** A tag that somebody else and the rows both changed, and not to the same. Undefined where there is no such tag. */
export type TagClash = { key: string; was: string | undefined; theirs: string | undefined; mine: string | undefined };

const valuesOf = (tags: readonly { key: string; value: string | number }[]) =>
  new Map(tags.map(({ key, value }) => [key, String(value)]));

/**
 * Where rows and what others did meanwhile want different things of the same tag.
 *
 * @param base the tags as they were when the rows began
 * @param current the tags as they are by now
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
 * The tags as they are to be: those of now, with what the rows change of those that they began with.
 *
 * @param left keys that stay as others made them
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
