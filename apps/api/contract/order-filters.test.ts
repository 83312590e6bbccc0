import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { among, type Case, day, filtered, frequent, holds, split, tagged, whole } from '../src/testing/filters.ts';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';
import * as shapes from './shapes.ts';

type Order = z.output<typeof shapes.orderList> & { clientId: number; createdAt: string; productId: number | null };

let server: TestServer;
let api: TestClient;
let orders: Order[];

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  api = await client(server, 'staff');
  const hidden = await server.db.order.findMany({
    select: { id: true, clientId: true, createdAt: true, productId: true },
  });
  orders = (await whole<z.output<typeof shapes.orderList>>(api, '/v1/orders', 100)).map((order) => {
    const { clientId, createdAt, productId } = hidden.find(({ id }) => id === order.id) ?? {};
    return {
      ...order,
      clientId: clientId ?? 0,
      createdAt: createdAt?.toISOString() ?? '',
      productId: productId ?? null,
    };
  });
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

describe('orders', () => {
  const search = (order: Order, text: string) =>
    String(order.id) === text ||
    order.tags.some(({ value }) => holds(String(value), text)) ||
    order.passengers.some(({ first_name, last_name }) => holds(`${first_name} ${last_name}`, text));

  const cases = (): Case<Order>[] => {
    const product = frequent(
      orders.map((order) => order.productId),
      2,
    );
    const supplier = frequent(
      orders.map((order) => order.supplier?.id),
      2,
    );
    const clients = frequent(
      orders.map((order) => order.clientId),
      2,
    );
    const city = frequent(
      orders.map((order) => order.city.id),
      2,
    );
    const [tag] = frequent(
      orders.flatMap(({ tags }) => tags.map(({ key, value }) => `${key}:${value}`)),
      1,
    );
    const cityTag = frequent(
      orders.flatMap((order) => order.city.tags.map(({ value }) => String(value))),
      1,
    );
    const lastName = orders.at(-1)?.passengers[0]?.last_name ?? '';
    const tagValue = tag?.split(':')[1] ?? '';
    const ids = (of: readonly number[]) => ({ ids: of.join('|') });
    return [
      ['today_orders', { today_orders: true }, ({ starts_at }) => day(starts_at, '2026-06-01', '2026-06-01')],
      ['one product', { product: ids(product.slice(0, 1)) }, (o) => among(o.productId, product.slice(0, 1))],
      ['products', { product: ids(product) }, (o) => among(o.productId, product)],
      ['suppliers', { supplier: ids(supplier) }, (o) => among(o.supplier?.id, supplier)],
      ['clients', { client: ids(clients) }, (o) => among(o.clientId, clients)],
      ['cities', { city: ids(city) }, (o) => among(o.city.id, city)],
      ['tags of cities', { city: { tags: cityTag } }, (o) => tagged(o.city.tags, cityTag[0] ?? '')],
      [
        'order_date',
        { order_date: { start: '2026-04-01', end: '2026-05-15' } },
        (o) => day(o.createdAt, '2026-04-01', '2026-05-15'),
      ],
      ['order_date from', { order_date: { start: '2026-05-20' } }, (o) => day(o.createdAt, '2026-05-20', '9')],
      ['order_date to', { order_date: { end: '2026-05-20' } }, (o) => day(o.createdAt, '0', '2026-05-20')],
      [
        'book_date',
        { book_date: { start: '2026-04-01', end: '2026-05-15' } },
        (o) => day(o.booked_at, '2026-04-01', '2026-05-15'),
      ],
      ['book_date to', { book_date: { end: '2026-05-20' } }, (o) => day(o.booked_at, '0', '2026-05-20')],
      [
        'activity_date',
        { activity_date: { start: '2026-05-25', end: '2026-06-20' } },
        (o) => day(o.starts_at, '2026-05-25', '2026-06-20'),
      ],
      [
        'one day of activity',
        { activity_date: { start: '2026-06-02', end: '2026-06-02' } },
        (o) => day(o.starts_at, '2026-06-02', '2026-06-02'),
      ],
      ['one status', { status: 'Cancelled' }, ({ status }) => status === 'Cancelled'],
      ['statuses', { status: 'InCart|Deleted' }, ({ status }) => status === 'InCart' || status === 'Deleted'],
      ['search for a name', { search: lastName.toUpperCase() }, (o) => search(o, lastName)],
      ['search for an id', { search: String(orders[7]?.id) }, (o) => search(o, String(orders[7]?.id))],
      ['search for a tag', { search: tagValue.slice(1) }, (o) => search(o, tagValue.slice(1))],
      ['a tag by key and value', { tags: [tag] }, (o) => tagged(o.tags, tag ?? '')],
      ['a tag by its value', { tags: [tagValue] }, (o) => tagged(o.tags, tagValue)],
      [
        'all at once',
        { status: 'Booked', product: ids(product), activity_date: { start: '2026-05-01' } },
        (o) => o.status === 'Booked' && among(o.productId, product) && day(o.starts_at, '2026-05-01', '9'),
      ],
    ];
  };

  it('are listed and exported by each filter', { timeout: 120_000 }, async () => {
    for (const [name, filter, meant] of cases()) {
      const inside = split(orders, meant);
      expect(await filtered(api, '/v1/orders', filter, 100), name).toEqual(inside);
      for (const form of ['query', 'body']) {
        const { text } = await api.get('/v1/orders/export', { [form]: { filter } });
        expect(
          [...text.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id)),
          `${name}, exported`,
        ).toEqual(inside);
      }
    }
  });

  it('are listed newest first, whatever their status, so that carts do not hide the newest booking', async () => {
    const newestFirst = orders.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
    expect(orders.map(({ id }) => id)).toEqual(newestFirst.map(({ id }) => id));
    const page = (await api.get('/v1/orders')).data<Order[]>();
    expect(orders.filter(({ status }) => status === 'InCart').length).toBeGreaterThan(page.length);
    expect(page.some(({ status }) => status === 'Booked')).toBe(true);
  });

  it('accept the filter names of the specification, too', async () => {
    const [day] = frequent(
      orders.flatMap(({ booked_at }) => booked_at?.slice(0, 10) ?? []),
      1,
    );
    const [city] = frequent(
      orders.map(({ city: { id } }) => id),
      1,
    );
    const dotted = { 'book_date.start': day, 'book_date.end': day, 'city.ids': String(city) };
    const inside = split(orders, (order) => order.booked_at?.slice(0, 10) === day && order.city.id === city);
    expect(await filtered(api, '/v1/orders', dotted, 100)).toEqual(inside);
    const refused = await api.get('/v1/orders', {
      body: { filter: { 'book_date.end': '2026-02-30', 'city.ids': 'x' } },
    });
    expect(refused.status).toBe(422);
    expect(Object.keys(shapes.invalid.parse(refused.json).errors).sort()).toEqual([
      'filter.book_date.end',
      'filter.city.ids',
    ]);
  });
});
