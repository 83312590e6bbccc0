/** Objects of one organization that requests can name. */
export type Named = {
  order: number;
  /** The tag in its text form: `key:value`. */
  orderTag: string;
  role: number;
  product: number;
  productTag: string;
  title: string;
  label: string;
  level: number;
  pickupLevel: number;
  rate: number;
  availability: number;
  priceCategory: number;
  driver: number;
  tourGuide: number;
  tourGuideTag: string;
  contactPerson: number;
  contactPersonTag: string;
  point: number;
  city: number;
  cityName: string;
  cityTag: string;
  country: number;
  countryName: string;
  category: number;
  categoryTitle: string;
  supplier: number;
  client: number;
  passenger: string;
  user: number;
  transfer: number;
  booking: number;
  tokens: Record<'PUT' | 'PATCH' | 'DELETE', { id: number; refreshToken: string }>;
};

/**
 * The kinds of callers: partners and staff see, change, and tag shared objects; a clerk sells without that permission;
 * guests (contact person, client) change a few members; the crew changes nothing.
 */
export type Kind = 'partner' | 'clerk' | 'staff' | 'guest' | 'crew';

export const SELLS: readonly Kind[] = ['partner', 'clerk'];

/** The expected answer: a status, 422 at a path, a success with an empty result, or one that changes nothing. */
export type Expected = number | { at: string } | 'empty' | 'unchanged';

export type Request = { path: string; body?: unknown };

/** A member of a request that can name an object, and the answer to a caller who names an object of others there. */
export type Slot = {
  /** The route, for example `GET /v1/orders/{order}`. */
  route: string;
  /** The member in path, query or body. */
  member: string;
  ask: (own: Named, named: Named) => Request;
  expected: (kind: Kind) => Expected;
  /** Tables in which rows change when the owner sends the request: `+` new, `-` deleted, `?` optional. */
  changes?: string[];
  /** The owner's request, if it must differ in order to change something. */
  ownerRequest?: (own: Named) => Request;
};

/** The value by which a request names an object of an organization. */
export type Value = (named: Named) => unknown;

export const nest = (path: string, value: unknown): Record<string, unknown> => {
  const [head = '', ...rest] = path.split('.');
  return { [head]: rest.length === 0 ? value : nest(rest.join('.'), value) };
};

export const always =
  (expected: Expected): Slot['expected'] =>
  () =>
    expected;

/** A path that names an object which the caller does not see is 404. */
export const path = (
  route: string,
  member: string,
  address: (own: Named, named: Named) => string,
  body?: unknown,
): Slot => ({
  route,
  member,
  ask: (own, named) => ({ path: address(own, named), ...(body === undefined ? {} : { body }) }),
  expected: always(404),
});

export const pos = (own: Named) => `/v1/pos/roles/${own.role}`;
export const POS = '/v1/pos/roles/{role}';
/** A leader by first name. */
export const guide = (text: string) => ({ first_name: text });
