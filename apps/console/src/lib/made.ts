import { Problem } from './problem.ts';

/**
 * The result of a change that was made. The documents of the console select no `userErrors`, so a refusal is an error of
 * the whole operation, and no result is missing without one.
 *
 * @throws {Problem} for a missing result
 */
export function made<Result>(result: Result | null): Result {
  if (result === null) throw new Problem('failed', 'The response contains no result.');
  return result;
}
