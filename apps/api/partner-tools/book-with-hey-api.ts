import { createClient } from './generated/hey-api/client/index.js';
import {
  assignTags,
  bookOrder,
  createTokens,
  getOrder,
  getProfile,
  listRatesByDate,
  searchProducts,
  updateOrderPatch,
} from './generated/hey-api/index.js';

/* Books an order with the client that @hey-api/openapi-ts generates from the published document. */

export async function book(baseUrl: string): Promise<unknown> {
  let token = '';
  const client = createClient({ baseUrl, throwOnError: true, auth: () => token });
  const call = { client, throwOnError: true } as const;
  const login = await createTokens({ ...call, body: { email: 'partner@demo.example', password: 'partner-demo' } });
  token = login.data.data.access_token;

  const profile = await getProfile(call);
  const role = String(profile.data.data.roles[0]?.id);
  const found = await searchProducts({
    ...call,
    path: { role },
    query: { 'filter[title]': 'Canal Ring', per_page: 5 },
  });
  const product = found.data.data[0]?.id ?? 0;
  const days = await listRatesByDate({ ...call, path: { role, product }, query: { 'filter[number_of_books]': 2 } });
  const offers = days.data.data.flatMap(({ rates }) => rates);
  const offer = offers.find(({ service_level }) => service_level.pricing_type === 'per_person');
  if (!offer) throw new Error('There is no departure.');

  const booked = await bookOrder({
    ...call,
    path: { role, service_level: offer.service_level.id },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: {
      leader: { first_name: 'Ada', last_name: 'Byron', email: 'ada@guest.example' },
      passengers: [{ first_name: 'Mary', last_name: 'Somerville' }],
      details: { availability_id: offer.availabilities[0]?.id ?? 0 },
    },
  });
  const order = booked.data.data.id;
  const read = await getOrder({ ...call, path: { order: String(order) } });
  const changed = await updateOrderPatch({
    ...call,
    path: { order: String(order) },
    headers: { 'If-Match': read.response.headers.get('etag') ?? '' },
    body: { reference_code: 'DESK-7' },
  });
  const tagged = await assignTags({
    ...call,
    path: { tag: 'order', target: 'orders' },
    body: { ids: [order], tags: [{ key: 'desk', value: 'lobby' }] },
  });
  return {
    order,
    status: booked.data.data.status,
    sold: booked.data.data.total_prices.sold?.amount,
    reference_code: changed.data.data.reference_code,
    tagged: tagged.response.status,
  };
}
