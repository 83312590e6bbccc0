import { FieldErrors } from '../errors.ts';

/* The limits of v1 apply to every entry point. */

/** Maximum texts of a list in a filter: each is compared with every row. */
export const MAX_TEXTS = 50;
/** Maximum characters of all texts of a list together. */
const MAX_CHARACTERS = 5_000;
/** Maximum ids of a list in a filter. */
export const MAX_IDS = 1_000;
const MAX_TEXT = 500;

/** Pairs of members that are the start and the end of a range. */
const RANGES = [
  ['start', 'end'],
  ['startDate', 'endDate'],
  ['since', 'until'],
  ['from', 'to'],
] as const;

type Path = (string | number)[];

/**
 * Checks that no list and no text of a filter exceeds its limit, and that no range ends before it starts. `carriesAll`
 * checks tags.
 *
 * @throws a validation error with each violation
 */
export function checkFilter(filter: object | null | undefined, path: Path = ['filter']): void {
  const fieldErrors = new FieldErrors();
  check(filter, path, fieldErrors);
  fieldErrors.throwIfAny();
}

function check(value: unknown, path: Path, fieldErrors: FieldErrors): void {
  if (typeof value === 'string' && value.length > MAX_TEXT)
    fieldErrors.add(path, `must have at most ${MAX_TEXT} characters.`);
  if (typeof value !== 'object' || value === null || value instanceof Date) return;
  if (Array.isArray(value)) checkList(value, path, fieldErrors);
  else checkMembers(value as Record<string, unknown>, path, fieldErrors);
}

function checkList(list: readonly unknown[], path: Path, fieldErrors: FieldErrors): void {
  const isOfTexts = typeof list[0] === 'string';
  const max = isOfTexts ? MAX_TEXTS : MAX_IDS;
  if (list.length > max) fieldErrors.add(path, `must hold at most ${max} ${isOfTexts ? 'texts' : 'entries'}.`);
  else for (const [index, entry] of list.entries()) check(entry, [...path, index], fieldErrors);
  if (charactersOf(list) > MAX_CHARACTERS)
    fieldErrors.add(path, `must have at most ${MAX_CHARACTERS} characters in all texts together.`);
}

const charactersOf = (list: readonly unknown[]) =>
  list.slice(0, MAX_TEXTS).reduce((sum: number, entry) => sum + (typeof entry === 'string' ? entry.length : 0), 0);

function checkMembers(members: Record<string, unknown>, path: Path, fieldErrors: FieldErrors): void {
  for (const [first, last] of RANGES) {
    const [from, to] = [members[first], members[last]];
    if (from instanceof Date && to instanceof Date && from > to)
      fieldErrors.add([...path, first], 'must not be after the end of the range.');
  }
  for (const [member, inside] of Object.entries(members))
    if (member !== 'tags') check(inside, [...path, member], fieldErrors);
}
