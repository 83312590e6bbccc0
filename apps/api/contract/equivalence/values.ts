import fc from 'fast-check';
import { edgeCaseText } from './edge-case-values.ts';

/* Values of requests that name existing objects, or that must be consistent with each other. */

/** The objects that a request may name. */
export type Known = {
  roles: string[];
  orderIds: number[];
  /** Their current versions. */
  versions: Record<number, number>;
  tagTexts: string[];
  tagKeys: string[];
  /** By the type of object that carries them. */
  tags: Record<TagHolder, Tag[]>;
  names: string[];
  titles: string[];
  /** Names of cities, countries and categories. */
  places: string[];
  userIds: number[];
  /** Visible orders in the cart. */
  cartIds: number[];
  /** The passengers of visible orders, by order. */
  passengerIds: Record<number, number[]>;
  /** Ids of the users who can be assigned. */
  assignable: Record<'contactPerson' | 'tourGuide' | 'driver', number[]>;
  /** Products that the roles sell, and their service levels. */
  productIds: number[];
  levelIds: number[];
  /** Service levels, each with its product. */
  levels: { serviceLevelId: number; productId: number }[];
  labels: string[];
  countries: string[];
  rates: string[];
  /** Offers of the roles at any time. */
  offers: Offered[];
};

export type Tag = { key: string; value: string };
export type TagHolder = 'order' | 'product' | 'city' | 'contactPerson' | 'tourGuide';

/** A departure that can be booked. */
export type Offered = {
  role: string;
  serviceLevelId: number;
  availabilityId: number;
  date: string;
  startTime: string | null;
  categoryIds: number[];
};

/** One of the values; `other` if there are none. */
export const some = <T>(values: readonly T[], other: T) => fc.constantFrom(...(values.length > 0 ? values : [other]));
const day = fc.integer({ min: -150, max: 150 }).map((days) => {
  const date = new Date(Date.UTC(2026, 5, 1 + days));
  return date.toISOString().slice(0, 10);
});
const part = (texts: readonly string[]) =>
  fc.tuple(some(texts, 'a'), fc.nat(6)).map(([text, length]) => [...text].slice(0, length + 1).join('') || 'a');

/** Arbitraries for members whose name says which object they name. */
export const NAMED: Record<string, (known: Known) => fc.Arbitrary<unknown>> = {
  role: ({ roles }) =>
    fc.oneof({ weight: 12, arbitrary: some(roles, '1') }, { weight: 1, arbitrary: fc.constantFrom('0', 'nobody') }),
  // The id of an order as a text.
  'id: String': ({ orderIds }) => some(orderIds, 1).map(String),
  reference: ({ orderIds, tagTexts }) =>
    fc.oneof({ weight: 5, arbitrary: some(orderIds, 1).map(String) }, { weight: 1, arbitrary: some(tagTexts, 'a:b') }),
  after: ({ orderIds }) => some(orderIds, 1),
  page: () =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 2, arbitrary: fc.integer({ min: 0, max: 4 }) }),
  perPage: () =>
    fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, -1, 5_000) },
    ),
  'product ids': ({ productIds }) => some(productIds, 1),
  'serviceLevel ids': ({ levelIds }) => some(levelIds, 1),
  'contactPerson id': ({ userIds, assignable }) => fc.oneof(some(assignable.contactPerson, 1), some(userIds, 1)),
  'tourGuide id': ({ userIds, assignable }) => fc.oneof(some(assignable.tourGuide, 1), some(userIds, 1)),
  driverId: ({ userIds, assignable }) => fc.oneof(some(assignable.driver, 1), some(userIds, 1)),
  productIds: ({ productIds }) => some(productIds, 1),
  // A digest of what was shown; any other one is refused.
  outcome: () => fc.constant(null),
  time: () => fc.constantFrom('08:30:00', '23:59:59'),
  date: () => day,
  email: () => fc.constantFrom('ann@example.com', ''),
  label: ({ labels }) => part(labels),
  labels: ({ labels }) => some(labels, 'a'),
  country: ({ countries }) => some(countries, 'NL'),
  rates: ({ rates }) => some(rates, '1'),
  version: () => fc.integer({ min: 1, max: 3 }),
  id: ({ orderIds }) => fc.oneof(fc.integer({ min: 1, max: 60 }), some(orderIds, 1)),
  orderId: ({ orderIds, cartIds }) => fc.oneof(some(orderIds, 1), some(cartIds, 1)),
  ids: ({ orderIds }) => fc.oneof(fc.integer({ min: 1, max: 60 }), some(orderIds, 1)),
  userId: ({ userIds }) => some(userIds, 1),
  versions: () => fc.integer({ min: 1, max: 3 }),
  product: ({ productIds }) => some(productIds, 1),
  productId: ({ productIds }) => some(productIds, 1),
  serviceLevelId: ({ levelIds }) => some(levelIds, 1),
  numberOfBooks: () => fc.integer({ min: 0, max: 12 }),
  key: ({ tagKeys }) => some(tagKeys, 'a'),
  title: ({ titles }) => part(titles),
  name: ({ titles, places }) => fc.oneof(part(titles), part(places)),
  query: ({ titles, names, places }) => fc.oneof(part([...titles, ...names]), part(places)),
  search: ({ tagTexts, names, orderIds }) =>
    fc.oneof(part(names), part(tagTexts), some(orderIds, 1).map(String), fc.constantFrom('%', '_', '\\', "'")),
  quickSearch: ({ names, tagTexts, orderIds }) =>
    fc.oneof(part(names), part(tagTexts), some(orderIds, 1).map(String), fc.constantFrom('%', '_', '\\', ' ', "'")),
};

/** Inputs of changes for which few random combinations would be accepted. */
export const USUAL: Record<string, (known: Known) => fc.Arbitrary<unknown>> = {
  OrderUpdateInput: () =>
    fc.record(
      {
        referenceCode: fc.option(edgeCaseText),
        leader: fc.record({ firstName: edgeCaseText, lastName: edgeCaseText }, { requiredKeys: [] }),
        pickup: fc.record({ time: fc.constantFrom('08:30:00', '23:59:59') }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
  OrderSelection: ({ orderIds }) => fc.record({ ids: fc.array(some(orderIds, 1), { minLength: 1, maxLength: 4 }) }),
};

/** A value of a scalar without further rules. */
export function scalarFor(name: string, { tagTexts, names }: Known): fc.Arbitrary<unknown> {
  switch (name) {
    case 'Int':
    case 'SafeInt':
      return fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 60 }) },
        { weight: 1, arbitrary: fc.constantFrom(0, -1, 2 ** 31 - 1) },
      );
    case 'Boolean':
      return fc.boolean();
    case 'Date':
      return fc.oneof(
        { weight: 12, arbitrary: day },
        { weight: 1, arbitrary: fc.constantFrom('0001-01-01', '9999-12-31') },
      );
    case 'TagValue':
      return fc.oneof(some(tagTexts, 'a'), fc.integer({ min: 0, max: 20 }));
    case 'Decimal':
      return fc.integer({ min: -90, max: 90 });
    default:
      return part([...tagTexts, ...names]);
  }
}

export type Form = Record<string, fc.Arbitrary<unknown>>;

/** Inputs whose members may be combined only in some ways. */
export const FORMS: Record<string, (known: Known, name: string) => Form[]> = {
  TagMatch: ({ tags, tagTexts }, name) => {
    const holder = HOLDERS.find(([pattern]) => pattern.test(name))?.[1] ?? 'order';
    const tag = some<Tag>(tags[holder], { key: 'a', value: 'b' });
    const ways: Form[] = [
      { text: tag.map(({ value }) => value) },
      { text: tag.map(({ key, value }) => `${key}:${value}`) },
      { text: some(tagTexts, 'a') },
      { key: tag.map(({ key }) => key) },
      { value: tag.map(({ value }) => value) },
      { value: fc.integer({ min: 0, max: 20 }) },
    ];
    return ways;
  },
  PointInput: (): Form[] => [
    { id: fc.integer({ min: 1, max: 60 }) },
    {
      latitude: fc.integer({ min: -90, max: 90 }),
      longitude: fc.integer({ min: -90, max: 90 }),
      address: edgeCaseText,
    },
  ],
};

const HOLDERS: [RegExp, TagHolder][] = [
  [/^city /, 'city'],
  [/^contactPerson /, 'contactPerson'],
  [/^tourGuide /, 'tourGuide'],
  [/Product/, 'product'],
];

export const NO_OFFER: Offered = {
  role: '1',
  serviceLevelId: 1,
  availabilityId: 1,
  date: '2026-06-08',
  startTime: null,
  categoryIds: [1],
};

/** A booking of an offer with the other given members; some exceed the available places. */
export function booking(
  { availabilityId, date, startTime, categoryIds }: Omit<Offered, 'role' | 'serviceLevelId'>,
  given: unknown,
): fc.Arbitrary<object> {
  const [input, details] = [membersIn(given), membersIn(membersIn(given).details)];
  const passengers = Array.isArray(input.passengers) ? input.passengers : [];
  return fc
    .record({
      priceCategoryId: some(categoryIds, 1),
      quantity: fc.constantFrom(1, 1, 1, 1, 1, 2, 99),
      lastName: edgeCaseText,
    })
    .map(({ priceCategoryId, quantity, lastName }) => ({
      ...input,
      leader: { lastName, ...membersIn(input.leader), priceCategoryId },
      ...('passengers' in input
        ? { passengers: passengers.slice(0, 3).map((each) => ({ ...membersIn(each), priceCategoryId })) }
        : {}),
      details: { ...agreeing(details, { date, startTime, quantity }), availabilityId, selectedDate: date, quantity },
    }));
}

/** A rebooking to an offer, with the other given members. */
export function rebooking(
  { availabilityId, date, startTime, categoryIds }: Omit<Offered, 'role' | 'serviceLevelId'>,
  given: unknown,
  passengerIds: readonly number[],
): fc.Arbitrary<object> {
  const input = membersIn(given);
  const agreed = agreeing(membersIn(input.details), { date, startTime, quantity: 1 });
  return some(categoryIds, 1).map((priceCategoryId) => ({
    details: { ...agreed, availabilityId, selectedDate: date },
    ...('passengers' in input
      ? { passengers: passengerIds.slice(0, 1).map((passengerId) => ({ passengerId, priceCategoryId })) }
      : {}),
  }));
}

/** The given members, with values consistent with the booked offer: otherwise few bookings would succeed. */
function agreeing(
  details: Record<string, unknown>,
  { date, startTime, quantity }: { date: unknown; startTime: unknown; quantity: number },
): Record<string, unknown> {
  const agreed = { startDate: date, checkinDate: date, checkoutDate: date, startTime, numberOfBookings: quantity };
  return Object.fromEntries(Object.entries(agreed).filter(([member, value]) => member in details && value));
}

export const membersIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
