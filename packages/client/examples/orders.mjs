import { answered, createClient } from '@channel/client';

const { CHANNEL_URL = 'http://localhost:4000' } = process.env;

const api = createClient({ baseUrl: CHANNEL_URL, language: 'nl' });
await api.login({ email: 'partner@demo.example', password: 'partner-demo' });

const { data: orders } = await answered(
  api.GET('/v1/orders', {
    params: { query: { filter: { status: 'Booked|InCart', order_date: { start: '2020-01-01' } }, per_page: 5 } },
  }),
);
console.log(`${orders.length} orders`);
await api.logout();
