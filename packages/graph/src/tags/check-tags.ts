import type { Faults } from '../errors.ts';
import type { TagInput } from './tag.ts';

const MAX_TAGS = 100;

/** Checks tags that are to be put on something: no empty key, no key twice, not too many. */
export function checkTags(
  tags: readonly (typeof TagInput.$inferInput)[],
  path: (string | number)[],
  faults: Faults,
): void {
  if (tags.length > MAX_TAGS) faults.add(path, `must hold at most ${MAX_TAGS} tags.`);
  const seen = new Set<string>();
  tags.forEach(({ key }, index) => {
    if (key === '') faults.add([...path, index, 'key'], 'must not be empty.');
    else if (seen.has(key)) faults.add([...path, index, 'key'], 'must be given only once.');
    seen.add(key);
  });
}
