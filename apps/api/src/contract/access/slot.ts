/** Things of one organization, by which requests name them. */
export type Named = {
  order: number;
  /** Its text forms: `key:value`. */
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
 * Who asks: partners and staff see, change, and tag what is shared; a clerk sells without that; guests (contact person,
 * client) change a few members; the crew changes nothing.
 */
export type Kind = 'partner' | 'clerk' | 'staff' | 'guest' | 'crew';

export const SELLS: readonly Kind[] = ['partner', 'clerk'];

/** What an answer must be: a status, 422 at a path, a success with nothing in it, or one that changes nothing. */
export type Expected = number | { at: string } | 'empty' | 'unchanged';

export type Request = { path: string; body?: unknown };

/** A place of a request that can name something, and what becomes of whoever names there what belongs to others. */
export type Slot = {
  /** As in `GET /v1/orders/{order}`. */
  route: string;
  /** Where in path, query or body. */
  member: string;
  ask: (own: Named, named: Named) => Request;
  expected: (kind: Kind) => Expected;
  /** Tables in which rows change when the owner asks: `+` new, `-` gone, `?` perhaps. */
  changes?: string[];
  /** What the owner's twin asks where it must differ, to change something. */
  fieldSql?: (own: Named) => Request;
};

/** What a request names of an organization. */
export type Value = (named: Named) => unknown;

export const nest = (path: string, value: unknown): Record<string, unknown> => {
  const [head = '', ...rest] = path.split('.');
  return { [head]: rest.length === 0 ? value : nest(rest.join('.'), value) };
};

export const always =
  (expected: Expected): Slot['expected'] =>
  () =>
    expected;

/** What a path names and the caller does not see is not there. */
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
/** A person by a first name. */
export const guide = (text: string) => ({ first_name: text });
