import { PARTNER } from './fixtures.ts';
import { logIn } from './stack/partner.ts';

/**
 * Products of the demo data that depart every day, in the time zones in which tests may sell (`demo-orders.ts`).
 */
export const CRUISE = 'Amsterdam Canal Ring';
export const RIDE = 'Waterland';
export const BERLIN = 'Berlin Wall';
export const HAMBURG = 'Hamburg Harbour';
export const MUNICH = 'Neuschwanstein';

/** Places: 2 for an order, and 2 for one that another worker sells meanwhile. */
const ROOM = 4;
/** Days. Tests of the sale itself sell earlier departures. */
const AHEAD = 60;

/** An order that a test has sold. */
export type Sold = { id: number; productId: number; day: string };

type Data<Item> = { data: Item };
type Day = {
  date: string;
  rates: {
    service_level: { id: number };
    per_person_prices: { price_category: { id: number } }[];
    availabilities: { id: number; remaining: number }[];
  }[];
};

/**
 * Sells orders for two passengers each as a partner would, every order for another departure of a product: guests of one
 * departure may share a driver.
 */
export async function sell(title: string, count: number): Promise<Sold[]> {
  const partner = await logIn(PARTNER);
  const profile = await partner.get<Data<{ roles: { id: number }[] }>>('profile');
  const role = `pos/roles/${profile.data.roles[0]?.id}`;
  const { data: products } = await partner.get<Data<{ id: number }[]>>(
    `${role}/products?filter[title]=${encodeURIComponent(title)}`,
  );
  const [product, ...others] = products;
  if (!product || others.length > 0) throw new Error(`The demo data needs one product with “${title}” in its title`);
  const from = new Date(Date.now() + AHEAD * 86_400_000).toISOString().slice(0, 10);
  const { data: days } = await partner.get<Data<Day[]>>(
    `${role}/products/${product.id}/rates/dates?filter[start_date]=${from}`,
  );
  const departures = days.flatMap(({ date, rates: [rate] }) =>
    (rate?.availabilities ?? [])
      .filter(({ remaining }) => remaining >= ROOM)
      .map(({ id }) => ({ date, id, level: rate?.service_level.id, category: rate?.per_person_prices[0] })),
  );
  if (departures.length < count) throw new Error(`The demo data needs ${count} departures of “${title}” with room`);
  const sold: Sold[] = [];
  for (const { date, id, level, category } of departures.slice(0, count)) {
    const price_category_id = category?.price_category.id;
    const order = {
      leader: { first_name: 'Ada', last_name: 'Tester', price_category_id },
      passengers: [{ first_name: 'Mary', last_name: 'Tester', price_category_id }],
      details: { availability_id: id, selected_date: date },
    };
    const path = `${role}/service_levels/${level}/orders`;
    const { data } = await partner.change<Data<{ id: number }>>('POST', path, order);
    sold.push({ id: data.id, productId: product.id, day: date });
  }
  return sold;
}
