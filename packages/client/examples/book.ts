import { answered, createClient } from '../src/index.ts';

/*
 * Logs in, searches, reads the available dates, books, and lists the orders of the guest. Against a started demo:
 *
 *   node packages/client/examples/book.ts
 */

const { CHANNEL_URL = 'http://localhost:4000' } = process.env;

const api = createClient({ baseUrl: CHANNEL_URL, language: 'en' });
await api.login({ email: 'partner@demo.example', password: 'partner-demo' });

const profile = await answered(api.GET('/v1/profile'));
const [desk] = profile.data.roles;
const role = String(desk?.id);
console.log(`${profile.data.name} sells as ${desk?.name}`);

const search = await answered(
  api.GET('/v1/pos/roles/{role}/products', {
    params: { path: { role }, query: { filter: { title: 'Canal Ring' }, per_page: 5 } },
  }),
);
const [product] = search.data;
if (!product) throw new Error('There is no product with this title.');
const from = product.price.starting_from;
console.log(`${search.meta.total} found: ${product.title}, from ${from?.currency.symbol}${from?.amount}`);

const days = await answered(
  api.GET('/v1/pos/roles/{role}/products/{product}/rates/dates', {
    params: { path: { role, product: product.id }, query: { filter: { number_of_books: 2 } } },
  }),
);
const departures = days.data.flatMap(({ date, rates }) =>
  rates.flatMap(({ service_level, availabilities }) =>
    availabilities.map(({ id, start_time }) => ({ id, date, start_time, level: service_level })),
  ),
);
const departure = departures.at(10) ?? departures.at(-1);
if (!departure) throw new Error('The product has no departure in the coming three months.');
console.log(
  `${departures.length} departures; ${departure.level.title} on ${departure.date} at ${departure.start_time}`,
);

const { data: order } = await answered(
  api.POST('/v1/pos/roles/{role}/service_levels/{service_level}/orders', {
    params: {
      path: { role, service_level: departure.level.id },
      // With this key the request can be repeated after a lost answer: it is executed once.
      header: { 'Idempotency-Key': crypto.randomUUID() },
    },
    body: {
      leader: { first_name: 'Ada', last_name: 'Byron', email: 'ada@guest.example' },
      passengers: [{ first_name: 'Mary', last_name: 'Somerville' }],
      details: { availability_id: departure.id },
    },
  }),
);
const price = order.total_prices.sold;
console.log(`Order ${order.id} is ${order.status}: ${price?.currency.symbol}${price?.amount}`);

const found = await answered(api.GET('/v1/orders', { params: { query: { filter: { search: 'Byron' } } } }));
console.log(`Orders of this guest: ${found.data.map(({ id }) => id).join(', ')}`);

// Without `answered`, an error response is a value.
const { error, response } = await api.GET('/v1/orders/{order}', { params: { path: { order: 'no such tag' } } });
console.log(`${response.status}: ${error && 'meta' in error ? error.meta.message : ''}`);

await api.logout();
