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

const SELLS: readonly Kind[] = ['partner', 'clerk'];

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
  twin?: (own: Named) => Request;
};

type Value = (named: Named) => unknown;

const nest = (path: string, value: unknown): Record<string, unknown> => {
  const [head = '', ...rest] = path.split('.');
  return { [head]: rest.length === 0 ? value : nest(rest.join('.'), value) };
};

const always =
  (expected: Expected): Slot['expected'] =>
  () =>
    expected;

/** Filters and searches: foreign things match nothing. */
function filters(
  route: string,
  members: Record<string, Value>,
  expected: Slot['expected'] = always('empty'),
  path: (own: Named) => string = () => route.slice(4),
): Slot[] {
  return Object.entries(members).map(([member, value]) => ({
    route,
    member,
    ask: (own, named) => ({ path: path(own), body: nest(member, value(named)) }),
    expected,
  }));
}

const ofOrders: Record<string, Value> = {
  'filter.product.ids': ({ product }) => String(product),
  'filter.supplier.ids': ({ supplier }) => String(supplier),
  'filter.client.ids': ({ client }) => String(client),
  'filter.city.ids': ({ city }) => String(city),
  'filter.city.tags': ({ cityTag }) => [cityTag],
  'filter.search': ({ passenger }) => passenger,
  'filter.tags': ({ orderTag }) => [orderTag],
};

/** Where only sellers have something to sell, others find nothing at all. */
const sellers =
  (expected: Expected): Slot['expected'] =>
  (kind) =>
    SELLS.includes(kind) || kind === 'staff' ? expected : 404;

const pos = (own: Named) => `/v1/pos/roles/${own.role}`;
const POS = '/v1/pos/roles/{role}';
const PRODUCT = `${POS}/products/{product}`;

const reads: Slot[] = [
  ...filters('GET /v1/categories', { query: ({ categoryTitle }) => categoryTitle }),
  ...filters('GET /v1/cities', {
    'filter.name': ({ cityName }) => cityName,
    'filter.country_id': ({ country }) => country,
    'filter.id': ({ city }) => String(city),
  }),
  ...filters('GET /v1/countries', { query: ({ countryName }) => countryName }),
  ...filters('GET /v1/labels', { query: ({ label }) => label }),
  ...filters('GET /v1/orders', ofOrders),
  ...filters('GET /v1/orders/export', ofOrders),
  ...['GET /v1/orders', 'GET /v1/orders/export'].flatMap((route) => [
    // The digits may stand in a tag of somebody else's; the order itself would show its canaries.
    ...filters(route, { 'filter.search': ({ order }) => String(order) }, always('unchanged')),
    ...filters(route, { 'filter.search': ({ orderTag }) => orderTag.split(':')[1] }),
  ]),
  ...filters(
    `GET ${POS}/products`,
    {
      'filter.title': ({ title }) => title,
      'filter.labels': ({ label }) => label,
      'filter.city.ids': ({ city }) => String(city),
      'filter.city.tags': ({ cityTag }) => [cityTag],
      'filter.categories.ids': ({ category }) => String(category),
      'filter.product_ids': ({ product }) => String(product),
      'filter.tags': ({ productTag }) => [productTag],
    },
    always('empty'),
    (own) => `${pos(own)}/products`,
  ),
  ...filters(
    `GET ${PRODUCT}/rates/dates`,
    { 'filter.rates': ({ rate }) => [String(rate)], 'filter.service_level.ids': ({ level }) => String(level) },
    sellers('empty'),
    (own) => `${pos(own)}/products/${own.product}/rates/dates`,
  ),
  ...filters(
    `GET ${PRODUCT}/rates/dates-availability`,
    { 'filter.service_level_id': ({ level }) => level },
    sellers('empty'),
    (own) => `${pos(own)}/products/${own.product}/rates/dates-availability`,
  ),
  ...filters('GET /v1/pos/products', {
    'filter.id': ({ product }) => String(product),
    'filter.title': ({ title }) => title,
    'filter.city.ids': ({ city }) => String(city),
    'filter.city.tags': ({ cityTag }) => [cityTag],
    'filter.country': ({ country }) => String(country),
    'filter.category.ids': ({ category }) => String(category),
    'filter.label': ({ label }) => label,
    'filter.supplier.ids': ({ supplier }) => String(supplier),
    'filter.tags': ({ productTag }) => [productTag],
  }),
];

/** What a path names and the caller does not see is not there. */
const path = (route: string, member: string, address: (own: Named, named: Named) => string, body?: unknown): Slot => ({
  route,
  member,
  ask: (own, named) => ({ path: address(own, named), ...(body === undefined ? {} : { body }) }),
  expected: always(404),
});

/** Both places of a path below a role: a foreign role, and a foreign thing under a role of one's own. */
const posPaths = (rest: string, thing: 'product' | 'service_level', of: (named: Named) => number): Slot[] => {
  const route = `GET ${POS}${rest}`;
  const address = (role: Named, what: Named) => `${pos(role)}${rest.replace(/\{\w+\}/, String(of(what)))}`;
  return [
    path(route, 'role', (own, named) => address(named, own)),
    path(route, thing, (own, named) => address(own, named)),
  ];
};

const guide = (text: string) => ({ first_name: text });
const CHANGE = { leader: guide('Twin') };

const paths: Slot[] = [
  path('GET /v1/orders/{order}', 'order', (_own, named) => `/v1/orders/${named.order}`),
  ...(['PUT', 'PATCH'] as const).map(
    (method): Slot => ({
      ...path(`${method} /v1/orders/{order}`, 'order', (_own, named) => `/v1/orders/${named.order}`, {
        leader: guide(`Twin of ${method}`),
      }),
      changes: ['orders', 'passenger'],
    }),
  ),
  path(`GET ${POS}/products`, 'role', (_own, named) => `${pos(named)}/products`),
  ...posPaths('/products/{product}', 'product', ({ product }) => product),
  ...posPaths('/products/{product}/rates/dates', 'product', ({ product }) => product),
  ...posPaths('/products/{product}/rates/dates-availability', 'product', ({ product }) => product),
  ...posPaths('/service_levels/{service_level}/pickups', 'service_level', ({ pickupLevel }) => pickupLevel),
  ...(['PUT', 'PATCH', 'DELETE'] as const).map(
    (method): Slot => ({
      route: `${method} /v1/tokens/{token}`,
      member: 'token',
      ask: (own, named) => ({
        path: `/v1/tokens/${named.tokens[method].id}`,
        ...(method === 'DELETE' ? {} : { body: { refresh_token: own.tokens[method].refreshToken } }),
      }),
      expected: always(method === 'DELETE' ? 404 : 401),
    }),
  ),
];

/** A tag by its text is another way to name an order. */
const orderByTag: Slot[] = (['GET', 'PUT', 'PATCH'] as const).map((method) => ({
  route: `${method} /v1/orders/{order}`,
  member: 'order',
  ask: (_own, named) => ({
    path: `/v1/orders/${encodeURIComponent(named.orderTag)}`,
    ...(method === 'GET' ? {} : { body: { leader: guide(`Twin by tag, ${method}`) } }),
  }),
  expected: always(404),
  ...(method === 'GET' ? {} : { changes: ['orders', 'passenger'] }),
}));

/** Members of a change, each with what it names there, which row of the order changes, and where a fault is told. */
const references: Record<string, { value: Value; row: string; at: string }> = {};
for (const side of ['pickup', 'dropoff']) {
  references[`${side}.driver_id`] = { value: ({ driver }) => driver, row: 'transfer', at: `${side}.driver_id` };
  const at = `${side}.location.point.id`;
  references[`${side}.location.point`] = { value: ({ point }) => point, row: 'transfer', at };
  references[`${side}.location.point.id`] = { value: ({ point }) => point, row: 'transfer', at };
}
references['contact_person.id'] = { value: (n) => n.contactPerson, row: '', at: 'contact_person.id' };
references['contact_person.tags'] = { value: (n) => [n.contactPersonTag], row: '', at: 'contact_person.tags' };
references['tour_guide.id'] = { value: (n) => n.tourGuide, row: '', at: 'tour_guide.id' };
references['tour_guide.tags'] = { value: (n) => [n.tourGuideTag], row: '', at: 'tour_guide.tags' };

const changing =
  (member: string, at: string): Slot['expected'] =>
  (kind) => {
    if (kind === 'crew') return 403;
    return kind === 'guest' && !/^(pickup|dropoff)/.test(member) ? 403 : { at };
  };

const updates: Slot[] = Object.entries(references).flatMap(([member, { value, row, at }]) => {
  const changes = ['orders', ...(row === '' ? [] : [row])];
  const single = (method: string): Slot => ({
    route: `${method} /v1/orders/{order}`,
    member,
    ask: (own, named) => ({ path: `/v1/orders/${own.order}`, body: nest(member, value(named)) }),
    expected: changing(member, at),
    changes,
  });
  const batch = (address: string): Slot => ({
    route: `PUT ${address}`,
    member,
    ask: (own, named) => ({ path: address, body: { ...nest(member, value(named)), orders: { ids: [own.order] } } }),
    expected: changing(member, at),
    changes,
  });
  return [single('PUT'), single('PATCH'), batch('/v1/orders'), batch('/v1/pos/orders')];
});

const selections: Slot[] = ['/v1/orders', '/v1/pos/orders'].flatMap((address): Slot[] => [
  {
    route: `PUT ${address}`,
    member: 'orders.ids',
    // One's own beside it does not change either: all of them or none.
    ask: (own, named) => ({ path: address, body: { ...CHANGE, orders: { ids: [own.order, named.order] } } }),
    twin: (own) => ({
      path: address,
      body: { leader: guide(`Twin at ${address}`), orders: { ids: [own.order] } },
    }),
    expected: always({ at: 'orders.ids.1' }),
    changes: ['orders', 'passenger'],
  },
  {
    route: `PUT ${address}`,
    member: 'orders.tags',
    ask: (_own, named) => ({
      path: address,
      body: { leader: guide(`Twin by tag at ${address}`), orders: { tags: [named.orderTag] } },
    }),
    expected: always({ at: 'orders' }),
    changes: ['orders', 'passenger'],
  },
]);

const BOOK = `POST ${POS}/service_levels/{service_level}/orders`;
const NEW = ['+booking', '+booking_passenger', '+orders', '+passenger', '+transfer', 'availability', '+ticket?'];

/** A booking of one's own, with one member that names something of others. */
function booking(member: string, at: string, value: Value): Slot {
  const [head = ''] = member.split('.');
  const list = head === 'passengers';
  return {
    route: BOOK,
    member,
    ask: (own, named) => {
      const { passengers, leader, ...more } = nest(member, value(named));
      return {
        path: `${pos(own)}/service_levels/${own.level}/orders`,
        body: {
          leader: { first_name: 'Twin', price_category_id: own.priceCategory, ...(leader ?? {}) },
          details: { availability_id: own.availability },
          ...(list ? { passengers: [passengers] } : more),
        },
      };
    },
    // Staff may not book at all; who sells nothing finds no service level.
    expected: (kind) => (SELLS.includes(kind) ? { at } : kind === 'staff' ? 403 : 404),
    changes: NEW,
  };
}

const bookings: Slot[] = [
  {
    ...path(BOOK, 'role', (own, named) => `${pos(named)}/service_levels/${own.level}/orders`, {}),
    twin: (own) => ({
      path: `${pos(own)}/service_levels/${own.level}/orders`,
      body: { leader: guide('Twin'), details: { availability_id: own.availability } },
    }),
    changes: NEW,
  },
  {
    ...path(BOOK, 'service_level', (own, named) => `${pos(own)}/service_levels/${named.level}/orders`, {}),
    twin: (own) => ({
      path: `${pos(own)}/service_levels/${own.level}/orders`,
      body: { leader: guide('Twin'), details: { availability_id: own.availability } },
    }),
    changes: NEW,
  },
  booking('leader.price_category_id', 'leader.price_category_id', (n) => n.priceCategory),
  booking('passengers.price_category_id', 'passengers.0.price_category_id', (n) => n.priceCategory),
  booking('details.availability_id', 'details.availability_id', (n) => n.availability),
  ...Object.entries(references).map(([member, { value, at }]) =>
    booking(`additional_information.${member}`, `additional_information.${at}`, value),
  ),
];

const targets: Record<string, (named: Named) => number> = {
  products: ({ product }) => product,
  roles: ({ role }) => role,
  cities: ({ city }) => city,
  users: ({ user }) => user,
  transfers: ({ transfer }) => transfer,
  orders: ({ order }) => order,
  categories: ({ category }) => category,
  bookings: ({ booking }) => booking,
};
const OF_ORDERS = ['transfers', 'orders', 'bookings'];
const tagsShared = (kind: Kind) => kind === 'partner' || kind === 'staff';

const tagging: Slot[] = (['POST', 'PUT', 'DELETE'] as const).flatMap((method) =>
  Object.entries(targets).flatMap(([target, of]): Slot[] => {
    const tags = [method === 'DELETE' ? { key: 'twin' } : { key: 'twin', value: `${method} ${target}` }];
    const changed = { POST: ['+tag'], PUT: ['tag', '-tag?'], DELETE: ['-tag'] }[method];
    return [
      {
        route: `${method} /v1/tags/{tag}/{target}`,
        member: 'ids',
        ask: (_own, named) => ({ path: `/v1/tags/any/${target}`, body: { ids: [of(named)], tags } }),
        // Tags of shared things need a permission of their own; its lack is said before anything is looked up.
        expected: (kind) => (OF_ORDERS.includes(target) || tagsShared(kind) ? { at: 'ids.0' } : 403),
        changes: [...changed, ...(OF_ORDERS.includes(target) ? ['orders'] : [])],
      },
    ];
  }),
);

/** A tag of others on something that one sees oneself: it can't be taken away. */
const foreignTags: Slot = {
  route: 'DELETE /v1/tags/{tag}/{target}',
  member: 'tags',
  ask: (own, named) => {
    const [key, value] = named.productTag.split(':');
    return { path: '/v1/tags/any/products', body: { ids: [own.product], tags: [{ key, value }] } };
  },
  expected: (kind) => (tagsShared(kind) ? 'unchanged' : 403),
  changes: ['-tag'],
};

/** Every place that can name something. */
export const SLOTS: Slot[] = [
  ...reads,
  ...paths,
  ...orderByTag,
  ...updates,
  ...selections,
  ...bookings,
  foreignTags,
  ...tagging,
];

/** Members that name nothing: what they say is about the request's own thing, or about a day, a number, a text. */
export const PLAIN = new Set(
  `page per_page sort email username password refresh_token first_name last_name gender phone_number phone_country_code
   whatsapp_number today_orders start end include status back_office number_of_books start_date end_date selected_date
   quantity checkin_date checkout_date start_time number_of_bookings date time latitude longitude address reference_code
   pending_booking tag target`.split(/\s+/),
);

/** Routes that name nothing: what they answer is limited to what the caller sees, or to what is public. */
export const NAMELESS = [
  'POST /v1/tokens',
  'GET /v1/destinations',
  'GET /v1/profile',
  'GET /v1/contactpersons',
  'GET /v1/drivers',
  'GET /v1/issuers',
  'GET /v1/tourguides',
];
