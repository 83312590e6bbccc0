import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';

/** How a filter names a tag. */
export const TagMatch = builder.inputType('TagMatch', {
  description: 'Names a tag: by `text`, or by its key, its value or both. One that says nothing names no tag.',
  fields: (t) => ({
    text: t.string({ description: 'The value of a tag, or `key:value`.' }),
    key: t.string({ description: 'The key.' }),
    value: t.field({ type: 'TagValue', description: 'The value; a number and its text are the same.' }),
  }),
});

export type TagMatchInput = typeof TagMatch.$inferInput;

/**
 * The tags that a filter names, among those of some organizations.
 *
 * A text `a:b` means the value `a:b`, or the key `a` with the value `b`; every colon is tried, for keys may hold some.
 */
export function whereTag({ text, key, value }: TagMatchInput, organizationIds: number[]): Prisma.TagWhereInput {
  // What says nothing names no tag; it must never mean any.
  if ((text ?? key ?? value ?? null) === null) return { id: { in: [] } };
  const where: Prisma.TagWhereInput = { organizationId: { in: organizationIds } };
  if (key !== undefined && key !== null) where.key = key;
  if (value !== undefined && value !== null) Object.assign(where, whereValue(String(value)));
  if (text !== undefined && text !== null) where.OR = [whereValue(text), ...splits(text)];
  return where;
}

/** So many characters of a value are indexed: `value_start` in the database. */
const INDEXED = 100;

/** A value that is shorter than its index entry may be is that entry; of others the entry is only where to look. */
function whereValue(value: string): { valueStart: string; valueText?: string } {
  const characters = [...value];
  if (characters.length < INDEXED) return { valueStart: value };
  return { valueStart: characters.slice(0, INDEXED).join(''), valueText: value };
}

function splits(text: string): Prisma.TagWhereInput[] {
  const found: Prisma.TagWhereInput[] = [];
  for (let colon = text.indexOf(':'); colon > 0; colon = text.indexOf(':', colon + 1)) {
    found.push({ key: text.slice(0, colon), ...whereValue(text.slice(colon + 1)) });
  }
  return found;
}

/** Conditions that a resource carries every one of the tags. */
export const carriesAll = (matches: readonly TagMatchInput[] | null | undefined, organizationIds: number[]) =>
  (matches ?? []).map((match) => ({ tags: { some: whereTag(match, organizationIds) } }));
