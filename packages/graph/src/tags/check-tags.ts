import type { FieldErrors } from '../errors.ts';
import { isStorable } from '../shared/text.ts';
import type { TagInput } from './tag.ts';

/** Limits of tags in a request. */
export const MAX_TAGS = 100;
export const MAX_KEY = 500;
export const MAX_VALUE = 1_000;

/** Maximum number of tags of one resource: each answer and each event of an order contains all of them. */
export const MAX_TAGS_OF_ONE = 500;

/** The error of a change after which a resource would have more tags. */
export const TOO_MANY_TAGS = `must not leave more than ${MAX_TAGS_OF_ONE} tags on a resource.`;

const isText = (text: string, max: number): boolean => text.length <= max && isStorable(text);

/** Checks tags to assign: no empty key, no duplicate key, no text that is too long, not too many tags. */
export function checkTags(
  tags: readonly (typeof TagInput.$inferInput)[],
  path: (string | number)[],
  fieldErrors: FieldErrors,
): void {
  if (tags.length > MAX_TAGS) fieldErrors.add(path, `must hold at most ${MAX_TAGS} tags.`);
  const seen = new Set<string>();
  tags.forEach(({ key, value }, index) => {
    if (!isText(String(value), MAX_VALUE)) {
      fieldErrors.add([...path, index, 'value'], `must be text of at most ${MAX_VALUE} characters.`);
    }
    if (key === '') fieldErrors.add([...path, index, 'key'], 'must not be empty.');
    else if (!isText(key, MAX_KEY))
      fieldErrors.add([...path, index, 'key'], `must be text of at most ${MAX_KEY} characters.`);
    else if (seen.has(key)) fieldErrors.add([...path, index, 'key'], 'must be given only once.');
    seen.add(key);
  });
}
