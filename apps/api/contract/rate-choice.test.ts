import type { Schemas } from '@channel/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';

/* A departure that the demo world lists under a rate is sold at that rate, with its price and its policies. */

type Rate = Schemas['OfferedRate'];
type Slot = Rate['availabilities'][number];
type Printed = { product: number; level: number; date: string; rate: Rate; slot: Slot };
type Order = {
  total_prices: { sold: { amount: number } };
  bookings: { availability: { id: number; date: string } }[];
  booked_details: { rates: Pick<Rate, 'id' | 'title' | 'cancellation_policies'>[] };
};
type Refused = { errors: Record<string, string[]> };

let server: TestServer;
let partner: TestClient;
let role: number;
const printed: Printed[] = [];

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  partner = await client(server, 'partner');
  const { roles } = (await partner.get('/v1/profile')).data<{ roles: { id: number }[] }>();
  role = roles[0]?.id ?? 0;
  for (let page = 1; ; page += 1) {
    const query = { page, per_page: 50 };
    const found = (await partner.get(`/v1/pos/roles/${role}/products`, { query })).data<{ id: number }[]>();
    if (found.length === 0) break;
    for (const { id } of found) printed.push(...(await printedOf(id, { start_date: '2026-06-08' })));
  }
}, DEMO_TIMEOUT);
afterAll(() => server.close());

async function printedOf(product: number, filter: object): Promise<Printed[]> {
  const days = (await partner.get(`/v1/pos/roles/${role}/products/${product}/rates/dates`, { body: { filter } })).data<
    { date: string; rates: Rate[] }[]
  >();
  return days.flatMap(({ date, rates }) =>
    rates.flatMap((rate) =>
      rate.availabilities.map((slot) => ({ product, level: rate.service_level.id, date, rate, slot })),
    ),
  );
}

const departureOf = ({ level, date, slot }: Printed) => `${level} ${date} ${slot.start_time}`;

/** For each service level with several rates on a day, the first departure with places at all of them. */
function choices(): Printed[][] {
  const byLevel = new Map<number, Printed[]>();
  for (const offered of Map.groupBy(printed, departureOf).values()) {
    const [first] = offered;
    if (first && offered.length > 1 && first.slot.remaining > 2 && !byLevel.has(first.level))
      byLevel.set(first.level, offered);
  }
  return [...byLevel.values()];
}

const post = (level: number, details: object, category: number | undefined) =>
  partner.post(`/v1/pos/roles/${role}/service_levels/${level}/orders`, {
    body: { leader: { first_name: 'Ada', last_name: 'Byron', price_category_id: category ?? null }, details },
  });

describe('an availability that is listed under a rate', () => {
  it('has an id of its rate alone, and shares its places with other rates', () => {
    const rates = new Map<number, number>();
    for (const { rate, slot } of printed) {
      expect(rates.get(slot.id) ?? rate.id).toBe(rate.id);
      rates.set(slot.id, rate.id);
    }
    expect(choices().length).toBeGreaterThan(10);
    for (const offered of Map.groupBy(printed, departureOf).values())
      expect(new Set(offered.map(({ slot }) => slot.remaining)).size).toBe(1);
  });

  it('is booked at that rate, with the listed price, policies and id', async () => {
    for (const { level, date, rate, slot } of choices().flat()) {
      const [person] = rate.per_person_prices;
      const prices = person?.prices ?? rate.per_item_prices;
      const price = prices.find(({ currency }) => currency.code === 'EUR') ?? prices[0];
      const details = { availability_id: slot.id, selected_date: date };
      const answer = await post(level, details, person?.price_category.id);
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
      const order = answer.data<Order>();
      expect(order.bookings[0]?.availability).toMatchObject({ id: slot.id, date });
      expect(order.total_prices.sold.amount).toBe(price?.amount);
      const { id, title, cancellation_policies } = rate;
      expect(order.booked_details.rates).toEqual([{ id, title, cancellation_policies }]);
    }
  }, 60_000);

  it('must be named if its departure is sold at several rates: without its id, the error names them', async () => {
    const [offered = []] = choices();
    const [first] = offered;
    if (!first) throw new Error('The demo world has no choice of rates.');
    const { level, date, slot, rate } = first;
    const details = { selected_date: date, ...(slot.start_time === null ? {} : { start_time: slot.start_time }) };
    const answer = await post(level, details, rate.per_person_prices[0]?.price_category.id);
    expect(answer.status).toBe(422);
    const { errors } = answer.json as Refused;
    expect(Object.keys(errors)).toEqual(['details.availability_id']);
    for (const each of offered)
      expect(errors['details.availability_id']?.[0]).toContain(`${each.slot.id} (${each.rate.title})`);
  });

  it('keeps its id when rates are filtered by id or title', async () => {
    const [[saver] = []] = choices();
    if (!saver) throw new Error('The demo world has no choice of rates.');
    const range = { start_date: saver.date, end_date: saver.date };
    for (const name of [String(saver.rate.id), saver.rate.title]) {
      const found = await printedOf(saver.product, { ...range, rates: [name] });
      const again = found.filter((each) => departureOf(each) === departureOf(saver));
      expect(again.map(({ rate, slot }) => [rate.id, slot.id])).toEqual([[saver.rate.id, saver.slot.id]]);
    }
  });
});
