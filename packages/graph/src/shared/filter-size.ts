import { Faults } from '../errors.ts';

/* Whatever is asked through any door has the limits of v1. */

const MAX_ENTRIES = 1_000;
const MAX_TEXT = 500;

/**
 * Checks that no list and no text of a filter is larger than any use of it. Tags are checked where they are compared.
 *
 * @throws a validation error for each that is too large
 */
export function checkFilterSize(filter: object | null | undefined, path: (string | number)[] = ['filter']): void {
  const faults = new Faults();
  check(filter, path, faults);
  faults.throwIfAny();
}

function check(value: unknown, path: (string | number)[], faults: Faults): void {
  if (typeof value === 'string' && value.length > MAX_TEXT)
    faults.add(path, `must have at most ${MAX_TEXT} characters.`);
  if (typeof value !== 'object' || value === null || value instanceof Date) return;
  if (Array.isArray(value) && value.length > MAX_ENTRIES) {
    faults.add(path, `must hold at most ${MAX_ENTRIES} entries.`);
    return;
  }
  for (const [member, inside] of Object.entries(value)) {
    if (member !== 'tags') check(inside, [...path, Array.isArray(value) ? Number(member) : member], faults);
  }
}
