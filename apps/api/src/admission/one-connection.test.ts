import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../testing/index.ts';

/*
 * The minimum number of connections: one for each entry point. No request may need a second connection while it holds
 * one.
 */

let server: TestServer;
let partner: TestClient;
beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { DATABASE_POOL_SIZE: '3' } });
  const login = await (await client(server)).post('/v1/tokens', {
    body: { email: 'partner@demo.example', password: 'partner-demo' },
  });
  partner = await client(server, { token: login.data<{ access_token: string }>().access_token });
}, DEMO_TIMEOUT);
afterAll(() => server.close());

async function succeeded<Data>(sent: Promise<Answer>): Promise<Data> {
  const answer = await sent;
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.data<Data>();
}

type Day = {
  date: string;
  rates: { service_level: { id: number }; availabilities: { id: number; remaining: number }[] }[];
};

it('is enough to book, change, tag and cancel an order', async () => {
  const { roles } = await succeeded<{ roles: { id: number }[] }>(partner.get('/v1/profile'));
  const pos = `/v1/pos/roles/${roles[0]?.id}`;
  const products = await succeeded<{ id: number }[]>(partner.get(`${pos}/products`));
  const days: Day[] = [];
  for (const { id } of products) {
    if (days.length > 0) break;
    await succeeded(partner.get(`${pos}/products/${id}`));
    const query = { filter: { start_date: '2026-06-08' } };
    days.push(...(await succeeded<Day[]>(partner.get(`${pos}/products/${id}/rates/dates`, { query }))));
  }
  const offers = days.flatMap(({ date, rates }) =>
    rates.flatMap(({ service_level, availabilities }) =>
      availabilities.map(({ id, remaining }) => ({ level: service_level.id, id, date, remaining })),
    ),
  );
  const offer = offers.find(({ remaining }) => remaining > 3);
  const person = { first_name: 'Ada', last_name: 'Byron' };
  const order = await succeeded<{ id: number }>(
    partner.post(`${pos}/service_levels/${offer?.level}/orders`, {
      headers: { 'idempotency-key': 'one-connection' },
      body: {
        leader: person,
        passengers: [person],
        details: { availability_id: offer?.id, selected_date: offer?.date },
      },
    }),
  );
  const patch = (body: unknown) => succeeded(partner.patch(`/v1/orders/${order.id}`, { body }));
  await patch({ reference_code: 'one' });
  const tagged = { ids: [order.id], tags: [{ key: 'desk', value: 'lobby' }] };
  expect((await partner.post('/v1/tags/any/orders', { body: tagged })).status).toBeLessThan(300);
  await patch({ status: 'Cancelled' });
});
