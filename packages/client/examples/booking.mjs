import { answered, createClient } from '@channel/client';

// The address of the server, without `/v1`.
const { CHANNEL_URL = 'http://localhost:4000' } = process.env;

const api = createClient({ baseUrl: CHANNEL_URL, language: 'en' });
await api.login({ email: 'partner@demo.example', password: 'partner-demo' });

// A user sells in a role of the profile.
const { data: profile } = await answered(api.GET('/v1/profile'));
const role = String(profile.roles[0]?.id);

const { data: products } = await answered(
  api.GET('/v1/pos/roles/{role}/products', {
    params: { path: { role }, query: { filter: { title: 'Canal Ring' }, per_page: 5 } },
  }),
);
const [product] = products;
if (!product) throw new Error('There is no product with this title.');

// Each date has rates, and each rate the departures that have places left.
const { data: dates } = await answered(
  api.GET('/v1/pos/roles/{role}/products/{product}/rates/dates', {
    params: { path: { role, product: product.id }, query: { filter: { number_of_books: 1 } } },
  }),
);
const rate = dates.at(-1)?.rates.find(({ availabilities }) => availabilities.length > 0);
const availability = rate?.availabilities[0];
if (!availability) throw new Error('The product has no departure.');

const { data: order } = await answered(
  api.POST('/v1/pos/roles/{role}/service_levels/{service_level}/orders', {
    params: {
      path: { role, service_level: rate.service_level.id },
      // With this key the request can be repeated after a lost answer: it is executed once.
      header: { 'Idempotency-Key': crypto.randomUUID() },
    },
    body: {
      leader: { first_name: 'Ada', last_name: 'Byron', email: 'ada@guest.example' },
      details: { availability_id: availability.id },
    },
  }),
);
console.log(`The order is ${order.status}.`);
await api.logout();
