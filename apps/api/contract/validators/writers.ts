import type { PrismaClient } from '@channel/prisma';
import { type Answer, exchange } from '../../src/testing/http.ts';
import type { Scene } from './scene.ts';

/** A change; it resolves when the change is acknowledged, to whether it was made. */
export type Write = (random: (count: number) => number) => Promise<boolean>;

/** What a writer may do: changes by v1, by GraphQL, and by SQL of what no API writes. */
export type Writes = Readonly<Record<string, Write>>;

type Places = { db: PrismaClient; bases: readonly string[]; authorization: string; scene: Scene };

const TARGETS = ['products', 'roles', 'cities', 'users', 'transfers', 'orders', 'categories', 'bookings'] as const;

/** Changes of columns that no API writes, or seldom. */
const BY_SQL = [
  `UPDATE "user" SET name = name || '.' WHERE id = (SELECT min(id) FROM "user")`,
  'UPDATE availability SET capacity = capacity + 1 WHERE id = (SELECT min(id) FROM availability)',
  'UPDATE cancellation_penalty SET percentage = percentage / 2',
  `UPDATE category SET title = title || '.'`,
  `UPDATE city SET translations = jsonb_build_object('nl', jsonb_build_object('name', random()::text))`,
  `UPDATE client SET description = random()::text`,
  `UPDATE country SET name = name || '.' WHERE code = 'NL'`,
  `UPDATE currency SET symbol = symbol || '.' WHERE code = 'USD'`,
  `UPDATE language SET name = name || '.'`,
  `UPDATE media SET filename = random()::text || '.jpg'`,
  `UPDATE organization SET name = name || '.' WHERE name LIKE 'Home%'`,
  'UPDATE organization_language SET position = 9 - position',
  'UPDATE permission SET description = random()::text',
  'UPDATE pickup_options SET time_window = time_window + 1',
  `UPDATE pickup_place SET time_before = time_before + 1`,
  `UPDATE pickup_time SET time = time + interval '1 second'`,
  'UPDATE point SET address = random()::text WHERE id = (SELECT min(location_id) FROM product)',
  `UPDATE price_category SET title = title || '.'`,
  `UPDATE product SET title = title || '.', labels = ARRAY[random()::text]`,
  'UPDATE product_currency SET position = 5 - position',
  'UPDATE product_point SET position = position + 1',
  'UPDATE product_video SET video_code = random()::text',
  `UPDATE rate SET title = title || '.'`,
  'UPDATE rate_price SET sold = sold + 1',
  `UPDATE role SET description = random()::text`,
  'UPDATE service_level SET description = random()::text',
  'UPDATE supplier SET description = random()::text',
  `UPDATE tag SET value = to_jsonb(random()::text) WHERE order_id IS NULL AND booking_id IS NULL AND transfer_id IS NULL`,
  `UPDATE tag SET value = to_jsonb(random()::text) WHERE supplier_id IS NOT NULL OR client_id IS NOT NULL`,
  'DELETE FROM product_category WHERE product_id = 1',
  'INSERT INTO product_category (product_id, category_id) VALUES (1, 1), (1, 2) ON CONFLICT DO NOTHING',
  `DELETE FROM role_permission WHERE permission_name = 'guests.insure'`,
  `INSERT INTO role_permission (role_id, permission_name) SELECT id, 'guests.insure' FROM role ON CONFLICT DO NOTHING`,
  'DELETE FROM role_city WHERE city_id = 2',
  'INSERT INTO role_city (role_id, city_id) SELECT id, 2 FROM role ON CONFLICT DO NOTHING',
  'SELECT fold_change_stamps(10000)',
];

export function writesOf({ db, bases, authorization, scene }: Places): Writes {
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json' };
  let turn = 0;
  const send = (method: string, path: string, body: unknown): Promise<Answer> => {
    turn += 1;
    return exchange(new URL(path, bases[turn % bases.length]), method, { headers, body });
  };
  const isDone = ({ status, text }: Answer) => {
    if (status >= 500 && status !== 503) throw new Error(text);
    return status < 300;
  };
  const graphql = async (field: string) => {
    const answer = await send('POST', '/graphql', { query: `mutation { ${field} { userErrors { message } } }` });
    const body = answer.json as { errors?: unknown; data?: Record<string, { userErrors: unknown[] }> };
    return !body.errors && Object.values(body.data ?? {}).every(({ userErrors }) => userErrors.length === 0);
  };
  const { staff } = scene.users;
  const orders = scene.orders.filter(({ organizationId }) => organizationId === scene.home.id).map(({ id }) => id);
  const oneOf = <Value>(values: readonly Value[], random: (count: number) => number) =>
    values[random(values.length)] as Value;
  const texts = (random: (count: number) => number) => `x${random(1_000_000)}`;
  const id = (random: (count: number) => number) => oneOf(orders, random);
  const patch = (order: number, body: unknown) => send('PATCH', `/v1/orders/${order}`, body).then(isDone);
  const target: Record<(typeof TARGETS)[number], (random: (count: number) => number) => number> = {
    products: (random) => oneOf(scene.offers, random).product.id,
    roles: () => staff.role.id,
    cities: () => scene.amsterdam.id,
    users: () => staff.id,
    transfers: (random) => oneOf(scene.orders.slice(0, 4), random).pickupId,
    orders: id,
    categories: () => scene.category.id,
    bookings: (random) => oneOf(scene.orders.slice(0, 4), random).bookings[0]?.id ?? 0,
  };
  const tagging =
    (method: string): Write =>
    (random) => {
      const on = oneOf(TARGETS, random);
      const tags = [{ key: `k${random(3)}`, ...(method === 'DELETE' ? {} : { value: texts(random) }) }];
      return send(method, `/v1/tags/any/${on}`, { ids: [target[on](random)], tags }).then(isDone);
    };
  return {
    'update of an order': (random) => patch(id(random), { reference_code: texts(random) }),
    'update of a leader': (random) => patch(id(random), { leader: { first_name: texts(random) } }),
    'update of a pickup': (random) =>
      patch(id(random), {
        pickup: { time: `0${random(10)}:15`, location: { point: ['52.1', '4.9', texts(random)] } },
      }),
    'update of a driver': (random) => patch(id(random), { dropoff: { driver: { id: random(2) ? staff.id : null } } }),
    'update of the people': (random) => patch(id(random), { tour_guide: { id: random(2) ? staff.id : null } }),
    'update of a status': (random) => patch(id(random), { status: oneOf(['Cancelled', 'Booked'], random) }),
    'batch of orders': (random) =>
      send('PUT', '/v1/orders', { orders: { ids: orders }, leader: { last_name: texts(random) } }).then(isDone),
    booking: (random) => {
      const { level, departure } = oneOf(scene.offers.slice(0, 3), random);
      const path = `/v1/pos/roles/${staff.role.id}/service_levels/${level.id}/orders`;
      const passengers = [{ first_name: texts(random), last_name: 'Booked' }];
      const body = { passengers, details: { availability_id: departure.id }, pending_booking: random(2) === 1 };
      return send('POST', path, body).then(isDone);
    },
    'tags assigned': tagging('POST'),
    'tags synchronised': tagging('PUT'),
    'tags removed': tagging('DELETE'),
    'category by GraphQL': (random) =>
      graphql(`updateCategory(id: ${scene.category.id}, input: { title: "${texts(random)}" })`),
    'product by GraphQL': (random) =>
      graphql(
        `updateProduct(id: ${oneOf(scene.offers, random).product.id}, input: { shortDescription: "${texts(random)}" })`,
      ),
    'supplier by GraphQL': (random) =>
      graphql(`updateSupplier(id: ${scene.supplier.id}, input: { description: "${texts(random)}" })`),
    'client by GraphQL': (random) =>
      graphql(`updateClient(id: ${scene.agency.id}, input: { description: "${texts(random)}" })`),
    'rate by GraphQL': (random) =>
      graphql(`updateRate(id: ${oneOf(scene.offers, random).rate.id}, input: { title: "${texts(random)}" })`),
    'service level by GraphQL': (random) =>
      graphql(
        `updateServiceLevel(id: ${oneOf(scene.offers, random).level.id}, input: { businessHours: "${texts(random)}" })`,
      ),
    'departure by GraphQL': (random) =>
      graphql(
        `updateDeparture(id: ${oneOf(scene.offers, random).departure.id}, input: { isClosed: ${random(2) === 1} })`,
      ),
    'user by GraphQL': (random) =>
      graphql(`updateUser(id: ${scene.users.partner.id}, input: { name: "${texts(random)}" })`),
    SQL: async (random) => {
      await db.$executeRawUnsafe(oneOf(BY_SQL, random));
      return true;
    },
    'more SQL': async (random) => {
      await db.$executeRawUnsafe(oneOf(BY_SQL, random));
      return true;
    },
  };
}
