import { type FieldError, invalid } from '../errors.ts';
import type { BookedPassenger } from './booking-passengers.ts';

type Category = NonNullable<BookedPassenger['category']>;

/** Whether a category has limits: a maximum of 0, or one below the minimum, means no limits. */
const isLimited = ({ minimum, maximum }: Category) => maximum > 0 && minimum <= maximum;

/**
 * Refuses a number of passengers of a price category below its minimum or above its maximum, for prices per person and
 * per item. The leader counts. A category without passengers is not checked.
 *
 * @throws a validation error with one message for each category, all at the path `passengers`
 */
export function refuseOverLimits(passengers: readonly BookedPassenger[]): void {
  const byId = Map.groupBy(
    passengers.flatMap(({ category }) => category ?? []),
    ({ id }) => id,
  );
  const violations = [...byId.values()].flatMap((same) => violationOf(same));
  if (violations.length > 0) throw invalid(violations);
}

function violationOf(passengers: Category[]): FieldError[] {
  const [category] = passengers;
  if (!category || !isLimited(category)) return [];
  const { id, title, minimum, maximum } = category;
  const count = passengers.length;
  if (count >= minimum && count <= maximum) return [];
  const limit = count < minimum ? `at least ${minimum}` : `at most ${maximum}`;
  const message = `must hold ${limit} of the price category ${id} (${title}), the leader included; ${count} given.`;
  return [{ path: ['passengers'], message }];
}
