import type { PriceCategoryShape } from '../catalog/price-category.ts';
import { type FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { isEmail } from '../shared/text.ts';
import type { BookOrder, Person } from './order-inputs.ts';

/** A passenger of a booking, with the path of its input. */
export type BookedPassenger = {
  path: (string | number)[];
  person: Person;
  isLeader: boolean;
  category: PriceCategoryShape | null;
};

export const MAX_PASSENGERS = 500;
const MEMBERS = [
  'firstName',
  'lastName',
  'gender',
  'phoneNumber',
  'phoneCountryCode',
  'whatsappNumber',
  'email',
  'priceCategoryId',
] as const;

const same = (one: Person, other: Person) =>
  MEMBERS.every((member) => (one[member] ?? null) === (other[member] ?? null));

/**
 * The passengers of a booking: the leader first, then the others, without a passenger who repeats the leader. Without a
 * leader, the first passenger is the leader.
 */
export function bookedPassengersOf(
  { leader, passengers }: Pick<BookOrder, 'leader' | 'passengers'>,
  categories: PriceCategoryShape[],
  perPerson: boolean,
  fieldErrors: FieldErrors,
): BookedPassenger[] {
  const others = (passengers ?? []).map((person, index) => ({
    person,
    path: ['passengers', index] as (string | number)[],
  }));
  const repeated = leader ? others.findIndex(({ person }) => same(leader, person)) : -1;
  const people = leader
    ? [{ person: leader, path: ['leader'] as (string | number)[] }, ...others.filter((_, index) => index !== repeated)]
    : others;
  if (leader && !hasName(leader))
    fieldErrors.add(['leader', 'firstName'], 'is required: a leader has a first or a last name.');
  if (people.length === 0) fieldErrors.add(['leader'], 'is required: somebody must travel.');
  if (people.length > MAX_PASSENGERS) fieldErrors.add(['passengers'], `must hold at most ${MAX_PASSENGERS} persons.`);
  for (const { person, path } of people) checkEmail(person, path, fieldErrors);
  return people.map(({ person, path }, index) => ({
    path,
    person,
    isLeader: index === 0,
    category: categoryOf(person, path, categories, perPerson, fieldErrors),
  }));
}

const hasName = ({ firstName, lastName }: Person) => `${firstName ?? ''}${lastName ?? ''}`.trim() !== '';

/** Checks the e-mail address of a person. It may be absent, but not invalid. */
export function checkEmail(
  person: Person | null | undefined,
  path: (string | number)[],
  fieldErrors: FieldErrors,
): void {
  if (person?.email && !isEmail(person.email)) fieldErrors.add([...path, 'email'], 'must be a valid e-mail address.');
}

function categoryOf(
  person: Person,
  path: (string | number)[],
  categories: PriceCategoryShape[],
  perPerson: boolean,
  fieldErrors: FieldErrors,
): PriceCategoryShape | null {
  if (typeof person.priceCategoryId === 'number') {
    const named = categories.find((category) => category.id === person.priceCategoryId);
    if (!named) fieldErrors.add([...path, 'priceCategoryId'], UNKNOWN_ID);
    return named ?? null;
  }
  const standard = categories.find((category) => category.isDefault) ?? null;
  if (!standard && perPerson)
    fieldErrors.add([...path, 'priceCategoryId'], 'is required: the service level has no default price category.');
  return standard;
}
