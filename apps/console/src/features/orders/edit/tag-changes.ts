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
