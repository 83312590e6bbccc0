import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript/v1.js';

/*
 * Books an order with the types that openapi-typescript generates from the published document, and with openapi-fetch.
 */

export async function book(baseUrl: string): Promise<unknown> {
  const api = createClient<paths>({ baseUrl });
  const login = await api.POST('/v1/tokens', { body: { email: 'partner@demo.example', password: 'partner-demo' } });
  if (login.error) throw new Error(login.error.meta.message);
  const headers = { authorization: `Bearer ${login.data.data.access_token}` };

  const profile = await api.GET('/v1/profile', { headers });
  const role = String(profile.data?.data.roles[0]?.id);
  const found = await api.GET('/v1/pos/roles/{role}/products', {
    headers,
    params: { path: { role }, query: { 'filter[title]': 'Canal Ring', per_page: 5 } },
  });
  const product = found.data?.data[0]?.id ?? 0;
  const days = await api.GET('/v1/pos/roles/{role}/products/{product}/rates/dates', {
    headers,
    params: { path: { role, product }, query: { 'filter[number_of_books]': 2 } },
  });
  const offers = days.data?.data.flatMap(({ rates }) => rates) ?? [];
  const offer = offers.find(({ service_level }) => service_level.pricing_type === 'per_person');
  if (!offer) throw new Error('There is no departure.');

  const booked = await api.POST('/v1/pos/roles/{role}/service_levels/{service_level}/orders', {
    headers,
    params: {
      path: { role, service_level: offer.service_level.id },
      header: { 'Idempotency-Key': crypto.randomUUID() },
    },
    body: {
      leader: { first_name: 'Ada', last_name: 'Byron', email: 'ada@guest.example' },
      passengers: [{ first_name: 'Mary', last_name: 'Somerville' }],
      details: { availability_id: offer.availabilities[0]?.id ?? 0 },
    },
  });
  if (booked.error) throw new Error(JSON.stringify(booked.error));
  const order = String(booked.data.data.id);
  const read = await api.GET('/v1/orders/{order}', { headers, params: { path: { order } } });
  const etag = read.response.headers.get('etag') ?? '';
  const changed = await api.PATCH('/v1/orders/{order}', {
    headers,
    params: { path: { order }, header: { 'If-Match': etag } },
    body: { reference_code: 'DESK-7' },
  });
  const tagged = await api.POST('/v1/tags/{tag}/{target}', {
    headers,
    params: { path: { tag: 'order', target: 'orders' } },
    body: { ids: [Number(order)], tags: [{ key: 'desk', value: 'lobby' }] },
  });
  return {
    order: Number(order),
    status: booked.data.data.status,
    sold: booked.data.data.total_prices.sold?.amount,
    reference_code: changed.data?.data.reference_code,
    tagged: tagged.response.status,
  };
}
