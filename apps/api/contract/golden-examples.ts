import { z } from 'zod';
import * as shapes from './shapes.ts';

/** A combination of availability and pricing: each has its own examples. */
export type Kind = { availability: string; pricing: 'per_person' | 'per_item' };
export const KINDS: Kind[] = ['pass', 'per_slot', 'per_time', 'daily'].flatMap((availability) =>
  (['per_person', 'per_item'] as const).map((pricing) => ({ availability, pricing })),
);

/** The request of an example; `places` has the value for `{word}` in a path or body. */
export type Example = {
  name: string;
  who?: string | null;
  route: string;
  path?: string;
  body?: unknown;
  status?: number;
  /** Undefined for an answer without JSON. */
  shape: z.ZodType | undefined;
};

const list = (entry: z.ZodType) => shapes.data(z.array(entry));
const paged = (entry: z.ZodType) => shapes.data(z.array(entry).max(1)).extend({ meta: shapes.meta });
const POS = 'v1/pos/roles/{role}';
export const nameOf = ({ availability, pricing }: Kind) => `${availability}-${pricing}`;
const guest = (first_name: string) => ({
  first_name,
  last_name: 'Golden',
  gender: 'female',
  phone_number: '612345678',
  phone_country_code: '+31',
  whatsapp_number: '',
  email: 'golden@guest.example',
});
const LOGIN = { email: 'partner@demo.example', password: 'partner-demo' };
const noContent = z.undefined();

const reads: Example[] = [
  { name: 'categories', route: 'GET v1/categories', body: { query: 'bo' }, shape: list(shapes.category) },
  {
    name: 'cities',
    route: 'GET v1/cities',
    body: { per_page: 1, filter: { name: 'Amst' } },
    shape: list(shapes.city),
  },
  {
    name: 'countries',
    route: 'GET v1/countries',
    body: { query: 'ne' },
    shape: list(z.strictObject({ id: z.null(), name: z.string(), code: z.string().length(2) })),
  },
  {
    name: 'destinations',
    who: null,
    route: 'GET v1/destinations',
    body: { query: 'be' },
    shape: list(z.strictObject({ id: z.int(), title: z.string(), type: z.enum(['city', 'country']) })),
  },
  { name: 'labels', route: 'GET v1/labels', shape: list(z.string()) },
  { name: 'profile', route: 'GET v1/profile', shape: shapes.data(shapes.profile) },
  ...['contactpersons', 'drivers', 'issuers', 'tourguides'].map((name) => ({
    name,
    route: `GET v1/${name}`,
    shape: list(shapes.user),
  })),
  { name: 'orders', route: 'GET v1/orders', body: { per_page: 1 }, shape: list(shapes.orderList) },
  { name: 'orders-none', route: 'GET v1/orders', body: { page: 99 }, shape: list(z.never()) },
  {
    name: 'orders-with-transfers',
    route: 'GET v1/orders',
    body: { per_page: 1, filter: { include: 'pickup.driver|dropoff.driver' } },
    shape: list(shapes.orderList.extend({ pickup: shapes.transfer, dropoff: shapes.transfer })),
  },
  { name: 'export', route: 'GET v1/orders/export', body: { per_page: 2 }, shape: undefined },
  { name: 'search', route: `GET ${POS}/products`, body: { per_page: 1 }, shape: paged(shapes.productEntry) },
  {
    name: 'search-in-german',
    route: `GET ${POS}/products`,
    path: `${POS}/products?per_page=1&page=3`,
    shape: paged(shapes.productEntry),
  },
  { name: 'search-none', route: `GET ${POS}/products`, body: { page: 99 }, shape: paged(shapes.productEntry) },
  { name: 'products', route: 'GET v1/pos/products', body: { per_page: 1 }, shape: paged(shapes.productDetail) },
  {
    name: 'pickups',
    route: `GET ${POS}/service_levels/{service_level}/pickups`,
    path: `${POS}/service_levels/{pickup}/pickups`,
    shape: shapes.data(shapes.pickupOptions),
  },
  ...KINDS.flatMap((kind): Example[] => {
    const name = nameOf(kind);
    const days = { start_date: '2026-06-09', end_date: '2026-06-14' };
    const product = `${POS}/products/{product}`;
    const path = `${POS}/products/{product ${name}}`;
    return [
      { name: `product-${name}`, route: `GET ${product}`, path, shape: shapes.data(shapes.productDetail) },
      {
        name: `rates-${name}`,
        route: `GET ${product}/rates/dates`,
        path: `${path}/rates/dates`,
        body: { filter: { ...days, end_date: '2026-06-09' } },
        shape: list(shapes.rateByDate),
      },
      {
        name: `dates-${name}`,
        route: `GET ${product}/rates/dates-availability`,
        path: `${path}/rates/dates-availability`,
        body: { filter: days },
        shape: z.array(shapes.date),
      },
    ];
  }),
];

const writes: Example[] = [
  ...KINDS.flatMap((kind): Example[] => {
    const name = nameOf(kind);
    const full = shapes.data(shapes.orderFull.and(shapes.placement(kind.pricing, kind.availability)));
    return [
      {
        name: `booking-${name}`,
        route: `POST ${POS}/service_levels/{service_level}/orders`,
        path: `${POS}/service_levels/{level ${name}}/orders`,
        body: { leader: guest('Ada'), details: { availability_id: '{departure}', selected_date: '{date}' } },
        shape: full,
      },
      { name: `order-${name}`, route: 'GET v1/orders/{order}', path: 'v1/orders/{last order}', shape: full },
      {
        name: `orders-update-${name}`,
        route: 'PUT v1/orders',
        body: { reference_code: name, orders: { ids: ['{last order}'] } },
        shape: list(shapes.orderList),
      },
    ];
  }),
  {
    name: 'booking-pending',
    route: `POST ${POS}/service_levels/{service_level}/orders`,
    path: `${POS}/service_levels/{level daily-per_person}/orders`,
    body: {
      leader: guest('Grace'),
      details: { availability_id: '{departure}', selected_date: '{date}' },
      additional_information: {
        pickup: {
          date: '2026-06-09T08:00:00+02:00',
          time: '08:15',
          location: { point: { latitude: 52.37, longitude: 4.9, address: 'Damrak 1' } },
        },
      },
      tags: [{ key: 'desk', value: 7 }],
      pending_booking: true,
    },
    shape: shapes.data(shapes.orderFull),
  },
  ...(['PUT', 'PATCH'] as const).map(
    (method): Example => ({
      name: `order-${method.toLowerCase()}`,
      route: `${method} v1/orders/{order}`,
      path: 'v1/orders/{last order}',
      body: { leader: { first_name: method }, dropoff: { date: '2026-06-10', time: '18:00' } },
      shape: shapes.data(shapes.orderFull),
    }),
  ),
  {
    name: 'pos-orders',
    route: 'PUT v1/pos/orders',
    body: { status: 'Cancelled', orders: { ids: ['{last order}'] } },
    shape: list(shapes.orderList),
  },
  ...(['POST', 'PUT', 'DELETE'] as const).map(
    (method): Example => ({
      name: `tags-${method.toLowerCase()}`,
      route: `${method} v1/tags/{tag}/{target}`,
      path: 'v1/tags/any/orders',
      body: { ids: ['{last order}'], tags: [{ key: 'golden', value: 'yes' }] },
      shape: list(z.never()),
    }),
  ),
  { name: 'login', who: null, route: 'POST v1/tokens', body: LOGIN, status: 201, shape: shapes.tokens },
  ...(['PUT', 'PATCH'] as const).map(
    (method): Example => ({
      name: `tokens-${method.toLowerCase()}`,
      who: null,
      route: `${method} v1/tokens/{token}`,
      path: 'v1/tokens/{last token}',
      body: { refresh_token: '{refresh token}' },
      shape: shapes.tokens,
    }),
  ),
  {
    name: 'logout',
    route: 'DELETE v1/tokens/{token}',
    path: 'v1/tokens/{last token}',
    status: 204,
    shape: noContent,
  },
];

const refusals: Example[] = [
  { name: '401', who: null, route: 'GET v1/orders', status: 401, shape: shapes.unauthenticated },
  {
    name: '401-login',
    who: null,
    route: 'POST v1/tokens',
    body: { ...LOGIN, password: 'wrong' },
    status: 401,
    shape: shapes.planned,
  },
  {
    name: '403',
    who: 'admin',
    route: `POST ${POS}/service_levels/{service_level}/orders`,
    path: `v1/pos/roles/{admin role}/service_levels/{level daily-per_person}/orders`,
    body: { leader: guest('Ada') },
    status: 403,
    shape: shapes.planned,
  },
  { name: '404', route: 'GET v1/orders/{order}', path: 'v1/orders/999999', status: 404, shape: shapes.planned },
  {
    name: '409',
    route: `POST ${POS}/service_levels/{service_level}/orders`,
    path: `${POS}/service_levels/{level per_time-per_person}/orders`,
    body: {
      passengers: Array.from({ length: 300 }, (_, index) => guest(`Guest ${index}`)),
      details: { availability_id: '{departure}', selected_date: '{date}' },
    },
    status: 409,
    shape: shapes.planned,
  },
  {
    name: '422',
    route: 'PUT v1/orders/{order}',
    path: 'v1/orders/{last order}',
    body: { leader: { email: 'no address' }, pickup: { date: '2026-02-30', time: '9:5', driver_id: 'x' } },
    status: 422,
    shape: shapes.invalid,
  },
];

/** All examples, in the order of their requests. */
export const EXAMPLES = [...reads, ...writes, ...refusals];
