import { FieldErrors } from '../errors.ts';
import { MAX_PER_PAGE } from '../shared/paging.ts';

/** Maximum number of groupings of a report. */
export const MAX_GROUPINGS = 4;
/** Number of groups in the answer of a report where none is requested. */
export const DEFAULT_GROUPS = 100;

/**
 * Checks what a report is grouped by, and how many groups it answers with.
 *
 * @throws a validation error for too many groupings, for each repeated one, and for a limit out of bounds
 */
export function checkGroupings(groupBy: readonly string[], limit: number): void {
  const fieldErrors = new FieldErrors();
  if (groupBy.length > MAX_GROUPINGS) fieldErrors.add(['groupBy'], `must hold at most ${MAX_GROUPINGS} entries.`);
  else
    for (const [index, by] of groupBy.entries())
      if (groupBy.indexOf(by) < index) fieldErrors.add(['groupBy', index], 'must not repeat an earlier entry.');
  if (limit < 1 || limit > MAX_PER_PAGE) fieldErrors.add(['limit'], `must be between 1 and ${MAX_PER_PAGE}.`);
  fieldErrors.throwIfAny();
}
