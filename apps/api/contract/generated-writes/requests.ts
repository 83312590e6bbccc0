import fc from 'fast-check';
import { type DocumentNode, getOperationAST } from 'graphql';
import type { Case } from '../equivalence/compare.ts';
import { edgeCaseText } from '../equivalence/edge-case-values.ts';
import { casesOf, type EdgeCases } from '../equivalence/equivalence.ts';
import { type Known, membersIn, type Offered, some } from '../equivalence/values.ts';
import { type Details, dayOf, later, type Update } from './naive/request.ts';

/*
 * Requests of compiled writes: those of the equivalence test, with more updates, stays, and bookings by day. People are
 * selected by id, orders are named by id: equivalence.test.ts compares who and what tags mean.
 */

export function requestsOf(
  { users }: Pick<EdgeCases, 'users'>,
  document: DocumentNode,
): fc.Arbitrary<Omit<Case, 'document'>> {
  const known = new Map(users.map((user) => [user.id, user.known]));
  const isUpdate = typesOf(document).includes('OrderUpdateInput');
  // Most others may not write.
  const sellers = users.filter(({ rows }) => rows.offers > 0);
  const cases = fc.oneof(
    { weight: 1, arbitrary: casesOf({ users }, document) },
    { weight: 5, arbitrary: casesOf({ users: sellers }, document) },
  );
  return cases.chain((given) => {
    const own = known.get(given.userId);
    if (!own) throw new Error('The caller is no user of the world.');
    const { input, reference } = given.variables;
    const inputs: fc.Arbitrary<unknown> = isUpdate ? updateFor(own) : bookingFor(own, membersIn(input));
    const orders = some(own.orderIds, 1).map(String);
    return fc.record({ input: inputs, order: orders }).map((made) => ({
      ...given,
      variables: {
        ...given.variables,
        ...(input !== undefined && { input: made.input }),
        ...(reference !== undefined && { reference: /^\d+$/.test(String(reference)) ? reference : made.order }),
      },
    }));
  });
}

const typesOf = (document: DocumentNode): string[] =>
  (getOperationAST(document)?.variableDefinitions ?? []).map(({ type }) =>
    type.kind === 'NonNullType' && type.type.kind === 'NamedType' ? type.type.name.value : '',
  );

const text = fc.oneof(
  fc.constantFrom('', 'Ada', 'Byron'),
  edgeCaseText.map((long) => long.slice(0, 200)),
);

/** Few values, so that some requests change nothing. */
function updateFor({ assignable }: Known): fc.Arbitrary<object> {
  const person = (ids: number[]) => fc.option(fc.record({ id: some(ids, 1) }), { freq: 3 });
  const point = fc.oneof(
    fc.record({ id: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ latitude: fc.constantFrom(52, 53), longitude: fc.constant(4.5), address: fc.constantFrom('Dune', '') }),
  );
  const transfer = fc.record(
    {
      date: fc.option(fc.constantFrom('2026-06-10', '2026-06-11'), { freq: 3 }),
      time: fc.option(fc.constantFrom('08:30:00', '23:59:59'), { freq: 3 }),
      driverId: fc.option(some(assignable.driver, 1), { freq: 3 }),
      location: fc.option(fc.record({ point: fc.option(point, { freq: 6 }) }), { freq: 6 }),
    },
    { requiredKeys: [] },
  );
  const members = {
    status: fc.constantFrom('InCart', 'Booked', 'Deleted', 'Cancelled'),
    leader: fc.record(
      {
        firstName: text,
        lastName: text,
        gender: text,
        phoneNumber: text,
        phoneCountryCode: text,
        whatsappNumber: text,
        email: fc.constantFrom('', 'ada@guest.example'),
      },
      { requiredKeys: [] },
    ),
    contactPerson: person(assignable.contactPerson),
    tourGuide: person(assignable.tourGuide),
    pickup: fc.option(transfer, { freq: 9 }),
    dropoff: fc.option(transfer, { freq: 9 }),
    referenceCode: fc.option(text, { freq: 4 }),
  } satisfies Record<keyof Update, fc.Arbitrary<unknown>>;
  return fc
    .subarray(Object.keys(members) as (keyof Update)[], { minLength: 1, maxLength: 4 })
    .chain((kept) => fc.record(Object.fromEntries(kept.map((member) => [member, members[member]]))));
}

/** A booking, by day or for several days sometimes, with people selected by id. */
function bookingFor({ assignable, offers }: Known, input: Record<string, unknown>): fc.Arbitrary<unknown> {
  const details = membersIn(input.details);
  const people = { contactPerson: some(assignable.contactPerson, 1), tourGuide: some(assignable.tourGuide, 1) };
  const selection = (member: keyof typeof people, id: number) => {
    const selected = membersIn(input.additionalInformation)[member];
    return selected ? { [member]: { id } } : {};
  };
  const offer = offers.find((each) => each.availabilityId === details.availabilityId);
  const named = offer?.categoryIds.length === 0 ? withoutCategories(input) : input;
  return fc
    .record({ ...people, way: fc.constantFrom('', '', '', 'day', 'stay'), nights: fc.integer({ min: 1, max: 3 }) })
    .map((made) => ({
      ...named,
      ...('additionalInformation' in input && input.additionalInformation
        ? {
            additionalInformation: {
              ...membersIn(input.additionalInformation),
              ...selection('contactPerson', made.contactPerson),
              ...selection('tourGuide', made.tourGuide),
            },
          }
        : {}),
      details: made.way === 'day' ? byDay(details, offer) : made.way === 'stay' ? stay(details, made.nights) : details,
    }));
}

/** The day and time in place of the id. */
function byDay({ availabilityId: _id, ...details }: Details, offer: Offered | undefined): Details {
  return { ...details, ...(offer?.startTime && { startTime: offer.startTime }) };
}

function stay(details: Details, nights: number): Details {
  const first = dayOf(details.selectedDate);
  return first ? { ...details, checkoutDate: later(first, nights).toISOString().slice(0, 10) } : details;
}

/** What is sold per item may have no price categories. A rebooking, which has no leader, says nothing of them. */
function withoutCategories(input: Record<string, unknown>): Record<string, unknown> {
  const { leader, passengers, ...others } = input;
  if (!leader) return others;
  const without = (person: unknown) => ({ ...membersIn(person), priceCategoryId: null });
  return {
    ...others,
    leader: without(leader),
    ...(Array.isArray(passengers) ? { passengers: passengers.map(without) } : {}),
  };
}
