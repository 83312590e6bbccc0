import { startServer, type TestServer } from '@channel/api/testing';
import { createFactories, type Factories } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, scopesOf, tokenWith } from './testing/tool.ts';

const TIMEOUT = 60_000;

/** As many orders at the largest price have a sum that JSON rounds. */
const LARGE = '99999999999.999';
const LARGE_ORDERS = 93;

let server: TestServer;
let make: Factories;
let token: string;
let walk: { id: number };
let formula: { id: number };

beforeAll(async () => {
  server = await startServer();
  make = createFactories(server.db);
  token = await tokenWith(server, make, scopesOf('Revenue of each month'));
  const [first, second] = [await make.offer([]), await make.offer([])];
  walk = first.product;
  formula = second.product;
  const sell = (offer: typeof first, bookedAt: string, sold: string, more: object = {}) =>
    make.order({
      offer,
      booking: { placesHeld: 0 },
      // What was sold is frozen in the order.
      bookedDetails: { product: { title: offer === first ? 'Walk, "by night"' : '=HYPERLINK("http://evil.example")' } },
      bookedAt: new Date(bookedAt),
      totalOriginal: '1.5',
      totalAgent: '2.125',
      totalSold: sold,
      ...more,
    });
  // In Amsterdam the first of these is booked in June, and the last one in August.
  await sell(first, '2026-05-31T22:30:00Z', '10.1');
  await sell(first, '2026-06-30T21:30:00Z', '20.2');
  await sell(first, '2026-06-15T10:00:00Z', '7', { currencyCode: 'USD' });
  await sell(first, '2026-06-15T10:00:00Z', '99', { status: 'Cancelled' });
  await sell(second, '2026-07-31T21:59:59Z', LARGE, { totalOriginal: '1', totalAgent: '2' });
  for (let sold = 0; sold < LARGE_ORDERS; sold += 1) await sell(second, '2026-10-05T10:00:00Z', LARGE);
  await sell(second, '2026-07-31T22:00:00Z', '5');
});
afterAll(() => server.close());

const report = (...months: string[]) => run(server, token, ['monthly-revenue.ts', ...months]);

describe('the revenue of each month', { timeout: TIMEOUT }, () => {
  it('is CSV with exact sums by month, product and currency, which no spreadsheet runs', async () => {
    const { code, printed, errors } = await report('2026-05', '2026-07');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(printed.split('\r\n')).toEqual([
      'month,product_id,product,currency,orders,original,agent,sold',
      `2026-06,${walk.id},"Walk, ""by night""",EUR,2,3,4.25,30.3`,
      `2026-06,${walk.id},"Walk, ""by night""",USD,1,1.5,2.125,7`,
      `2026-07,${formula.id},"'=HYPERLINK(""http://evil.example"")",EUR,1,1,2,${LARGE}`,
      '',
    ]);
  });

  it('refuses a sum that JSON may round', async () => {
    const { code, errors } = await report('2026-10');
    expect(code).toBe(1);
    expect(errors).toContain('may be rounded');
  });

  it('has one month where one is named, and every order in exactly one', async () => {
    const one = (await report('2026-08')).printed.trimEnd().split('\r\n');
    expect(one.slice(1)).toEqual([expect.stringMatching(/^2026-08,\d+,.*,EUR,1,1\.5,2\.125,5$/)]);
    const rows = (await report('2025-12', '2026-09')).printed.trimEnd().split('\r\n').slice(1);
    const orders = rows.map((row) => Number(row.split(',').at(-4)));
    expect(orders.reduce((sum, count) => sum + count, 0)).toBe(
      (await server.db.order.count({ where: { status: 'Booked' } })) - LARGE_ORDERS,
    );
  });

  it.each([[[]], [['2026-13']], [['June']], [['2026-01', '12']]])('refuses the months %j', async (months) => {
    const { code, printed, errors } = await report(...months);
    expect({ code, printed }).toEqual({ code: 1, printed: '' });
    expect(errors).toContain('Name the first and the last month');
  });
});
