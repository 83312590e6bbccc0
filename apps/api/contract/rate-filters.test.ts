import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { day, type Filter, whole } from '../src/testing/filters.ts';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';
import type * as shapes from './shapes.ts';

type Found = z.output<typeof shapes.productEntry>;
type Product = z.output<typeof shapes.productDetail>;
type Day = z.output<typeof shapes.rateByDate>;
type Offer = Day['rates'][number]['availabilities'][number];
type Departure = { date: string; rate: Day['rates'][number]; availability: Offer };

let server: TestServer;
let api: TestClient;
let pos: string;
let found: Found[];
let products: Product[];

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  api = await client(server, 'staff');
  const role = (await api.get('/v1/profile')).data<{ roles: { id: number }[] }>().roles[0]?.id ?? 0;
  pos = `/v1/pos/roles/${role}/products`;
  found = await whole(api, pos, 50);
  products = await whole(api, '/v1/pos/products', 50);
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

const departures = (days: Day[]): Departure[] =>
  days.flatMap(({ date, rates }) =>
    rates.flatMap((rate) => rate.availabilities.map((availability) => ({ date, rate, availability }))),
  );
const known = ({ date, rate, availability }: Departure) => `${date} ${rate.id} ${availability.id}`;

describe('rates by date', () => {
  it('match each filter, and so do the available dates', { timeout: 60_000 }, async () => {
    const product = found.find(({ id }) => (products.find((each) => each.id === id)?.service_levels.length ?? 0) > 1);
    const base = `${pos}/${product?.id}/rates`;
    const all = departures((await api.get(`${base}/dates`)).data<Day[]>());
    const [level, rate] = [all[0]?.rate.service_level.id ?? 0, all.at(-1)?.rate];
    const places = Math.max(...all.map(({ availability }) => availability.remaining));
    const cases: [string, Filter, (departure: Departure) => boolean][] = [
      ['number_of_books', { number_of_books: places }, ({ availability }) => availability.remaining >= places],
      ['rates by id', { rates: [String(rate?.id)] }, (departure) => departure.rate.id === rate?.id],
      ['service levels', { service_level: { ids: String(level) } }, (d) => d.rate.service_level.id === level],
      ['start_date', { start_date: '2026-06-20', end_date: '2026-09-01' }, ({ date }) => date >= '2026-06-20'],
      ['end_date', { start_date: '2026-06-01', end_date: '2026-06-20' }, ({ date }) => date <= '2026-06-20'],
      [
        'all at once',
        { start_date: '2026-06-05', end_date: '2026-07-05', service_level: { ids: String(level) }, number_of_books: 2 },
        (d) =>
          day(d.date, '2026-06-05', '2026-07-05') && d.rate.service_level.id === level && d.availability.remaining >= 2,
      ],
    ];
    for (const [name, filter, meant] of cases) {
      const inside = all.filter(meant).map(known);
      expect(inside.length, `${name} includes no entry`).toBeGreaterThan(0);
      expect(all.length - inside.length, `${name} excludes no entry`).toBeGreaterThan(0);
      for (const form of ['query', 'body']) {
        const answer = await api.get(`${base}/dates`, { [form]: { filter } });
        expect(departures(answer.data<Day[]>()).map(known), name).toEqual(inside);
      }
    }
    const dates: [Filter, (departure: Departure) => boolean][] = [
      [
        { service_level_id: level, start_date: '2026-06-05', end_date: '2026-06-12' },
        (d) => d.rate.service_level.id === level && day(d.date, '2026-06-05', '2026-06-12'),
      ],
      [{ start_date: '2026-06-20', end_date: '2026-07-01' }, ({ date }) => day(date, '2026-06-20', '2026-07-01')],
    ];
    for (const [filter, meant] of dates) {
      const open = all.filter(({ availability }) => availability.remaining > 0);
      const inside = new Set(open.filter(meant).map(({ date }) => date));
      expect(inside.size).toBeGreaterThan(0);
      expect(new Set(all.map(({ date }) => date)).size).toBeGreaterThan(inside.size);
      for (const form of ['query', 'body'])
        expect((await api.get(`${base}/dates-availability`, { [form]: { filter } })).json).toEqual([...inside]);
    }
  });

  it('are found by their titles', async () => {
    for (const { id } of found) {
      const all = departures((await api.get(`${pos}/${id}/rates/dates`)).data<Day[]>());
      const titles = new Set(all.map(({ rate }) => rate.title));
      const [title] = titles;
      if (titles.size < 2 || title === undefined) continue;
      const answer = await api.get(`${pos}/${id}/rates/dates`, { body: { filter: { rates: [title] } } });
      expect(departures(answer.data<Day[]>()).map(known)).toEqual(
        all.filter(({ rate }) => rate.title === title).map(known),
      );
      return;
    }
    throw new Error('No product is sold at rates of several titles.');
  });
});
