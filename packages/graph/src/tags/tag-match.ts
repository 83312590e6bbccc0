import { createHash } from 'node:crypto';
import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { FieldErrors } from '../errors.ts';
import { isStorable } from '../shared/text.ts';
import { MAX_KEY, MAX_TAGS, MAX_VALUE } from './check-tags.ts';

/** The longest key, a colon and the longest value. */
const MAX_TEXT = MAX_KEY + 1 + MAX_VALUE;

/** How a filter identifies a tag. */
export const TagMatch = builder.inputType('TagMatch', {
  description: 'Matches a tag by its key, its value or both. An empty match matches no tag.',
  fields: (t) => ({
    text: t.string({ description: `The value of a tag, or \`key:value\`. At most ${MAX_TEXT} characters.` }),
    key: t.string({ description: `The key, at most ${MAX_KEY} characters.` }),
    value: t.field({
      type: 'TagValue',
      description: `The value, at most ${MAX_VALUE} characters; a number equals its text form.`,
    }),
  }),
});

export type TagMatchInput = typeof TagMatch.$inferInput;

/** A form in which a filter identifies a tag, like the kinds of `tag_name` in the database. */
type TagName = [kind: 'value' | 'text' | 'key', content: string] | [kind: 'pair', key: string, value: string];

/** The alternative forms of a match. A text `a:b` is either a value, or a key and a value around a colon. */
function namesOf({ text, key, value }: TagMatchInput): TagName[] {
  const requested = value === undefined || value === null ? undefined : String(value);
  if (typeof text !== 'string') {
    if (typeof key === 'string') return requested === undefined ? [['key', key]] : [['pair', key, requested]];
    // An empty match matches no tag; it must never match all.
    return requested === undefined ? [] : [['value', requested]];
  }
  if (typeof key === 'string') {
    const values = [text, ...(text.startsWith(`${key}:`) ? [text.slice(key.length + 1)] : [])];
    return values.filter((each) => requested === undefined || each === requested).map((each) => ['pair', key, each]);
  }
  if (requested === undefined)
    return [
      ['value', text],
      ['text', text],
    ];
  if (text === requested) return [['value', text]];
  return text.endsWith(`:${requested}`) ? [['pair', text.slice(0, -requested.length - 1), requested]] : [];
}

function formatted(name: TagName): string {
  if (name[0] !== 'pair') return `${name[0][0]}:${name[1]}`;
  const [, key, value] = name;
  return `p:${[...key].length}:${key}:${value}`;
}

/** The number that the database function `tag_name` computes for a name. */
const numberOf = (organizationId: number, name: string): bigint =>
  createHash('sha256').update(`${organizationId}:${name}`).digest().readBigInt64BE();

/** Sets in which some organization has a matching tag. A text that Postgres cannot store matches no tag. */
export function holdsTag(match: TagMatchInput, organizationIds: readonly number[]): Prisma.TagSetWhereInput {
  const names = namesOf(match).map(formatted).filter(isStorable);
  return { names: { hasSome: organizationIds.flatMap((id) => names.map((name) => numberOf(id, name))) } };
}

/**
 * Conditions that a resource carries all of the tags.
 *
 * @param path path of the tags in the input
 * @throws a validation error for too many matches, or too long texts
 */
export function carriesAll(
  matches: readonly TagMatchInput[] | null | undefined,
  organizationIds: readonly number[],
  path: (string | number)[],
): { tagSet: Prisma.TagSetWhereInput }[] {
  if (!matches || matches.length === 0) return [];
  checkMatches(matches, path);
  return [{ tagSet: { AND: matches.map((match) => holdsTag(match, organizationIds)) } }];
}

/** @throws a validation error for too many matches, or too long texts */
export function checkMatches(matches: readonly TagMatchInput[], path: (string | number)[]): void {
  const fieldErrors = new FieldErrors();
  if (matches.length > MAX_TAGS) fieldErrors.add(path, `must hold at most ${MAX_TAGS} tags.`);
  else
    matches.forEach((match, index) => {
      const longest = { text: MAX_TEXT, key: MAX_KEY, value: MAX_VALUE };
      for (const [member, max] of Object.entries(longest)) {
        const given = match[member as keyof TagMatchInput];
        if (String(given ?? '').length > max)
          fieldErrors.add([...path, index, member], `must have at most ${max} characters.`);
      }
    });
  fieldErrors.throwIfAny();
}
