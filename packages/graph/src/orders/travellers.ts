import type { PriceCategoryShape } from '../catalog/price-category.ts';
import { type Faults, UNKNOWN_ID } from '../errors.ts';
import { isEmail } from '../shared/text.ts';
import type { BookOrder, Person } from './order-inputs.ts';

/** A passenger to be, with the member of the input that it came from. */
export type Traveller = {
  path: (string | number)[];
  person: Person;
  isLeader: boolean;
  category: PriceCategoryShape | null;
};

const MAX_TRAVELLERS = 500;
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
 * Who travels: the leader and the passengers, without a passenger who repeats the leader. Without a leader the first
 * passenger is it.
 */
export function travellersOf(
  { leader, passengers }: Pick<BookOrder, 'leader' | 'passengers'>,
  categories: PriceCategoryShape[],
  perPerson: boolean,
  faults: Faults,
): Traveller[] {
  const others = (passengers ?? []).map((person, index) => ({
    person,
    path: ['passengers', index] as (string | number)[],
  }));
  const repeated = leader ? others.findIndex(({ person }) => same(leader, person)) : -1;
  const people = leader
    ? [{ person: leader, path: ['leader'] as (string | number)[] }, ...others.filter((_, index) => index !== repeated)]
    : others;
  if (leader && !hasName(leader))
    faults.add(['leader', 'firstName'], 'is required: a leader has a first or a last name.');
  if (people.length === 0) faults.add(['leader'], 'is required: somebody must travel.');
  if (people.length > MAX_TRAVELLERS) faults.add(['passengers'], `must hold at most ${MAX_TRAVELLERS} persons.`);
  for (const { person, path } of people) checkEmail(person, path, faults);
  return people.map(({ person, path }, index) => ({
    path,
    person,
    isLeader: index === 0,
    category: categoryOf(person, path, categories, perPerson, faults),
  }));
}

const hasName = ({ firstName, lastName }: Person) => `${firstName ?? ''}${lastName ?? ''}`.trim() !== '';

/** An address can be left out, but not be none. */
export function checkEmail(person: Person | null | undefined, path: (string | number)[], faults: Faults): void {
  if (person?.email && !isEmail(person.email)) faults.add([...path, 'email'], 'must be a valid e-mail address.');
}

function categoryOf(
  person: Person,
  path: (string | number)[],
  categories: PriceCategoryShape[],
  perPerson: boolean,
  faults: Faults,
): PriceCategoryShape | null {
  if (typeof person.priceCategoryId === 'number') {
    const named = categories.find((category) => category.id === person.priceCategoryId);
    if (!named) faults.add([...path, 'priceCategoryId'], UNKNOWN_ID);
    return named ?? null;
  }
  const standard = categories.find((category) => category.isDefault) ?? null;
  if (!standard && perPerson)
    faults.add([...path, 'priceCategoryId'], 'is required: the service level has no default price category.');
  return standard;
}
