import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routesOf } from '../http/v1.ts';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';
import * as shapes from './shapes.ts';

/*
 * One example of every endpoint and variant, byte for byte, from a server of its own: clock, seed, base address and secret
 * key are fixed. `GOLDEN_UPDATE=1` writes them anew. Whatever is in the files is judged by shapes.ts, too, which was
 * written by hand from the specification: examples made from the server's own answers alone would prove nothing.
 */

const FOLDER = new URL('./golden/', import.meta.url);
const UPDATE = process.env.GOLDEN_UPDATE === '1';

type Kind = { availability: string; pricing: 'per_person' | 'per_item' };
const KINDS: Kind[] = ['pass', 'per_slot', 'per_time', 'daily'].flatMap((availability) =>
  (['per_person', 'per_item'] as const).map((pricing) => ({ availability, pricing })),
);

/** What an example asks; `{word}` in a path stands for what `places` found in the world. */
type Example = {
  name: string;
  who?: string | null;
  route: string;
  path?: string;
  body?: unknown;
  status?: number;
  /** Undefined where the answer has no JSON. */
  shape: z.ZodType | undefined;
};

const list = (entry: z.ZodType) => shapes.data(z.array(entry));
const paged = (entry: z.ZodType) => shapes.data(z.array(entry).max(1)).extend({ meta: shapes.meta });
const POS = 'v1/pos/roles/{role}';
const nameOf = ({ availability, pricing }: Kind) => `${availability}-${pricing}`;
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
    who: 'staff',
    route: `POST ${POS}/service_levels/{service_level}/orders`,
    path: `v1/pos/roles/{staff role}/service_levels/{level daily-per_person}/orders`,
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

const EXAMPLES = [...reads, ...writes, ...refusals];

let server: TestServer;
const clients = new Map<string | null, TestClient>();
/** What stands in braces: of the world, and of the answers so far. */
const places = new Map<string, string | number>();

beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { API_URL: 'http://api.example' } });
  const { db } = server;
  const roleOf = async (username: string) =>
    (await db.userRole.findFirstOrThrow({ where: { user: { username } }, orderBy: { roleId: 'asc' } })).roleId;
  const role = await roleOf('partner');
  places.set('role', role).set('staff role', await roleOf('staff'));
  for (const kind of KINDS) {
    const [found] = await db.$queryRaw<{ product: number; level: number; departure: number; date: string }[]>`
      SELECT o.product_id AS product, o.service_level_id AS level, o.id AS departure, '2026-06-09' AS date
      FROM offer o JOIN service_level sl ON sl.id = o.service_level_id JOIN role_product rp ON rp.product_id = o.product_id
      JOIN product p ON p.id = o.product_id
      WHERE rp.role_id = ${role} AND sl.availability_type = ${kind.availability} AND sl.pricing_type = ${kind.pricing}
        AND o.date = '2026-06-09' AND o.remaining > 4 AND p.is_published IS NOT FALSE
      ORDER BY o.product_id, o.service_level_id, o.id LIMIT 1`;
    if (!found) throw new Error(`nothing that is ${nameOf(kind)} leaves on that day`);
    for (const [what, value] of Object.entries(found)) places.set(`${what} ${nameOf(kind)}`, value);
  }
  const pickup = await db.serviceLevel.findFirstOrThrow({
    where: { pickupOptions: { isNot: null }, product: { isPublished: true, roles: { some: { roleId: role } } } },
    orderBy: { id: 'asc' },
  });
  places.set('pickup', pickup.id);
  for (const who of [null, 'partner', 'staff']) clients.set(who, await client(server, who));
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

/** A path or body with what its braces stand for; departures are those of the service level in the path. */
function filled(text: string, kind: string): string {
  return text.replace(/"?\{([\w -]+)\}"?/g, (whole, word: string) => {
    const value = places.get(word) ?? places.get(`${word} ${kind}`);
    if (value === undefined) throw new Error(`${whole} stands for nothing`);
    const quoted = whole.startsWith('"') && typeof value === 'string';
    return quoted ? JSON.stringify(value) : String(value);
  });
}

async function ask({ who = 'partner', route, path, body, name }: Example) {
  const [method = '', template = ''] = route.split(' ');
  const kind = /\{level ([\w-]+)\}/.exec(path ?? '')?.[1] ?? '';
  const api = clients.get(who);
  if (!api) throw new Error(`${who} is nobody`);
  const sent = body === undefined ? {} : { raw: filled(JSON.stringify(body), kind) };
  const language = name.endsWith('german') ? 'de' : 'en';
  return api.send(method, `/${filled(path ?? template, kind)}`, { ...sent, headers: { 'x-lang': language } });
}

/** Keeps what later examples name. */
function remember({ name }: Example, json: unknown): void {
  const { data } = z.looseObject({ data: z.looseObject({ id: z.int().optional() }) }).safeParse(json).data ?? {};
  if (name.startsWith('booking-') && data?.id) places.set('last order', data.id);
  const pair = shapes.tokens.safeParse(json).data?.data;
  if (!pair) return;
  places.set('refresh token', pair.refresh_token).set('last token', Number(pair.refresh_token.split('|')[0]));
}

/** Secrets of tokens are random. */
const masked = (text: string) => text.replace(/(\d+\|)[\w-]{20,}/g, '$1…');

const fileOf = ({ name, shape }: Example) => new URL(`${name}.${shape === undefined ? 'csv' : 'json'}`, FOLDER);

describe('examples', () => {
  it.each(EXAMPLES.map((example) => [example.name, example] as const))('%s', async (_name, example) => {
    const answer = await ask(example);
    expect(answer.status, answer.text.slice(0, 400)).toBe(example.status ?? 200);
    remember(example, answer.json);
    const text = masked(answer.text);
    if (UPDATE) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(fileOf(example), text);
    }
    expect(text, 'GOLDEN_UPDATE=1 writes what is meant to be so').toBe(readFileSync(fileOf(example), 'utf8'));
  });
});

describe('what is kept in the files', () => {
  it.each(EXAMPLES.map((example) => [example.name, example] as const))(
    '%s has the shape of the text',
    (_name, example) => {
      const file = fileOf(example);
      expect(existsSync(file)).toBe(true);
      const text = readFileSync(file, 'utf8');
      if (example.shape === undefined) expect(text.split('\r\n').length).toBeGreaterThan(1);
      else example.shape.parse(text === '' ? undefined : JSON.parse(text));
    },
  );

  it('is one example or more of every endpoint, and no file is left over', () => {
    const rows = routesOf({ settings: server.settings });
    const routes = rows.flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${path.slice(1).replace(/:(\w+)/g, '{$1}')}`),
    );
    expect(new Set(EXAMPLES.map(({ route }) => route))).toEqual(new Set(routes));
    const names = EXAMPLES.map((example) => fileOf(example).pathname.split('/').at(-1));
    expect(readdirSync(FOLDER).sort()).toEqual(names.sort());
  });
});
