import { type FieldError, invalid } from '../errors.ts';
import type { BookedPassenger } from './booking-passengers.ts';

type Category = NonNullable<BookedPassenger['category']>;

/** Whether the minimum and the maximum of a category mean anything: 0 or a maximum below the minimum is no limit. */
const isLimited = ({ minimum, maximum }: Category) => maximum > 0 && minimum <= maximum;

/**
 * Refuses passengers of a price category that are fewer than its minimum or more than its maximum, in what is priced per
 * person or per item alike. The leader counts. A category without any passenger is never demanded.
 *
 * @throws a validation error with one message for each category, all at the passengers
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
