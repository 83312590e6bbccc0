import { growOrders } from '@channel/prisma/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { startProcess, type TestProcess } from '../testing/start-process.ts';

/*
 * Reports over 200,000 orders (REPORT_ORDERS makes them fewer) in analysed tables: they say what a plain statement says,
 * whose time is printed beside theirs.
 */

const ORDERS = Number(process.env.REPORT_ORDERS ?? 200_000);

let api: TestProcess;
let observer: pg.Client;
let authorization: string;

beforeAll(async () => {
  let connectionString = '';
  api = await startProcess({ GRAPHQL_COST_PER_MINUTE: '0' }, async (database) => {
    ({ connectionString } = database);
    await growOrders(connectionString, ORDERS);
  });
  observer = new pg.Client({ connectionString });
  await observer.connect();
  const { data } = await exchange(new URL('/v1/tokens', api.url), 'POST', {
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: { email: 'admin@demo.example', password: 'admin-demo' },
  });
  authorization = `Bearer ${data<{ access_token: string }>().access_token}`;
}, 600_000);
afterAll(async () => {
  await observer?.end();
  await api?.close();
}, 600_000);

/** Runs it once, and then five times. @returns what it found, and the median of its milliseconds */
async function timed<Found>(run: () => Promise<Found>): Promise<{ found: Found; median: number }> {
  const times: number[] = [];
  let found = await run();
  for (let time = 0; time < 5; time += 1) {
    const began = performance.now();
    found = await run();
    times.push(performance.now() - began);
  }
  return { found, median: times.sort((a, b) => a - b)[2] ?? 0 };
}

async function report<Answer>(query: string, variables: object = {}): Promise<Answer> {
  const { json } = await exchange(new URL('/graphql', api.url), 'POST', {
    headers: { 'content-type': 'application/json', authorization },
    body: { query, variables },
  });
  const { data, errors } = json as { data?: Answer; errors?: unknown };
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
}

const plainly = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
  (await observer.query<Row>(text)).rows;

type Times = { ours: { median: number }; plain: { median: number } };
const print = (what: string, { ours, plain }: Times) =>
  console.log(`${what}: ${ours.median.toFixed(0)} ms; the plain statement ${plain.median.toFixed(0)} ms`);

const HOME = 'organization_id = (SELECT min(id) FROM organization)';
const thousandths = (amount: number) => Math.round(amount * 1_000) / 1_000;

type Sum = { currencyCode: string; orders: number; sold: number };
type Statistics = {
  orderStatistics: { groupCount: number; total: { orders: number; passengers?: number; sums?: Sum[] } };
};

/** Groupings with the columns of a plain statement, and its condition. */
const GROUPINGS: [groupBy: string, columns: string, where: string][] = [
  ['', 'NULL', "status = 'Booked'"],
  ['DAY', 'starts_at_local::date', "status = 'Booked'"],
  ['MONTH, PRODUCT', "date_trunc('month', starts_at_local), product_id", "status = 'Booked'"],
  ['CLIENT, ISSUER', 'client_id, issuer_id', "status = 'Booked'"],
  ['CITY, STATUS, ROLE', 'city_id, status, role_id', 'true'],
];

it.each(GROUPINGS)('statistics by [%s]', async (groupBy, columns, where) => {
  const statistics = (figures: string) => () =>
    report<Statistics>(`{ orderStatistics(groupBy: [${groupBy}]) { groupCount total { ${figures} } } }`);
  const key = `row(${columns})::text`;
  const plain = await timed(() =>
    plainly<{ key: string; code: string; all: number; orders: number; sold: string | null }>(
      `SELECT ${key} AS key, trim(currency_code) AS code, count(*)::int AS all, count(total_sold)::int AS orders, sum(total_sold) AS sold
      FROM orders WHERE ${where} AND ${HOME} GROUP BY 1, 2`,
    ),
  );
  const ours = await timed(statistics('orders sums { currencyCode orders sold }'));
  const counted = await timed(statistics('orders passengers seats { booked }'));
  print(`statistics by [${groupBy}]`, { ours, plain });
  print(`statistics by [${groupBy}] with passengers and seats`, { ours: counted, plain });
  const { groupCount, total } = ours.found.orderStatistics;
  const sumOf = (rows: typeof plain.found, member: 'all' | 'orders' | 'sold') =>
    rows.reduce((sum, row) => sum + Number(row[member]), 0);
  expect(groupCount).toBe(new Set(plain.found.map((row) => row.key)).size);
  expect(total.orders).toBe(sumOf(plain.found, 'all'));
  expect(total.orders).toBeGreaterThan(ORDERS / 3);
  const byCode = [...Map.groupBy(plain.found, ({ code }) => code)]
    .map(([currencyCode, rows]) => ({
      currencyCode,
      orders: sumOf(rows, 'orders'),
      sold: thousandths(sumOf(rows, 'sold')),
    }))
    .filter(({ orders }) => orders > 0)
    .sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1));
  expect(total.sums).toEqual(byCode);
  expect(counted.found.orderStatistics.total.passengers).toBeGreaterThan(total.orders / 2);
});

it('repeat customers', async () => {
  type Customers = { repeatCustomers: { total: number; customers: { figures: { orders: number } }[] } };
  const ours = await timed(() =>
    report<Customers>('{ repeatCustomers(perPage: 100) { total customers { name figures { orders } } } }'),
  );
  const plain = await timed(() =>
    plainly<{ orders: number }>(
      `SELECT count(*)::int AS orders FROM orders o JOIN passenger p ON p.order_id = o.id AND p.is_leader
      WHERE o.status = 'Booked' AND o.${HOME} AND p.email LIKE '%@%' GROUP BY lower(btrim(p.email)) HAVING count(*) > 1 ORDER BY 1 DESC`,
    ),
  );
  print('repeat customers', { ours, plain });
  const { total, customers } = ours.found.repeatCustomers;
  // The plain statement knows no phone numbers.
  expect(total).toBeGreaterThanOrEqual(plain.found.length);
  expect(customers[0]?.figures.orders).toBe(plain.found[0]?.orders);
});

it('the utilisation of departures', async () => {
  type Utilisation = {
    departureUtilisation: { groupCount: number; total: { departures: number; capacity: number; remaining: number } };
  };
  const [{ start = '', end = '' } = {}] = await plainly<{ start: string; end: string }>(
    'SELECT min(date)::text AS start, (min(date) + 365)::text AS end FROM availability WHERE date IS NOT NULL',
  );
  const query = `query ($start: Date!, $end: Date!) { departureUtilisation(filter: { start: $start, end: $end }, groupBy: [MONTH, PRODUCT]) {
    groupCount total { departures capacity remaining } } }`;
  const ours = await timed(() => report<Utilisation>(query, { start, end }));
  const plain = await timed(() =>
    plainly<{ departures: number; capacity: number; remaining: number }>(
      `SELECT count(*)::int AS departures, sum(a.capacity)::int AS capacity, sum(a.capacity - a.booked)::int AS remaining
      FROM availability a JOIN service_level s ON s.id = a.service_level_id JOIN product p ON p.id = s.product_id
      WHERE p.${HOME} AND a.date BETWEEN '${start}' AND '${end}' GROUP BY date_trunc('month', a.date), p.id`,
    ),
  );
  print('utilisation of departures by [MONTH, PRODUCT]', { ours, plain });
  const sum = (member: 'departures' | 'capacity' | 'remaining') =>
    plain.found.reduce((all, row) => all + row[member], 0);
  expect(ours.found.departureUtilisation).toEqual({
    groupCount: plain.found.length,
    total: { departures: sum('departures'), capacity: sum('capacity'), remaining: sum('remaining') },
  });
  expect(plain.found.length).toBeGreaterThan(10);
});

it('a page in the middle of all orders by its cursor takes as long as the first one, unlike its number', async () => {
  type Connection = { ordersConnection: { nodes: { databaseId: number }[]; pageInfo: { endCursor: string } } };
  const page = (after: string | null) =>
    report<Connection>(
      'query ($after: String) { ordersConnection(first: 100, after: $after, sort: { by: created }) { nodes { databaseId } pageInfo { endCursor } } }',
      { after },
    );
  const numbered = (number: number) =>
    report<{ orders: { databaseId: number }[] }>(
      'query ($page: Int!) { orders(page: $page, perPage: 100, sort: { by: created }) { databaseId } }',
      { page: number },
    );
  const [{ count = 0 } = {}] = await plainly<{ count: number }>(
    `SELECT count(*)::int AS count FROM orders WHERE ${HOME}`,
  );
  // By large pages to the page before the middle one.
  const middle = Math.floor(count / 2_000) * 10;
  let after: string | null = null;
  for (let passed = 0; passed < middle * 100; passed += 1_000)
    after = (
      await report<Connection>(
        'query ($after: String) { ordersConnection(first: 1000, after: $after, sort: { by: created }) { nodes { databaseId } pageInfo { endCursor } } }',
        { after },
      )
    ).ordersConnection.pageInfo.endCursor;
  const first = await timed(() => page(null));
  const deep = await timed(() => page(after));
  const byNumber = await timed(() => numbered(middle + 1));
  expect(deep.found.ordersConnection.nodes).toEqual(byNumber.found.orders);
  console.log(
    `page ${middle + 1} of 100 orders: by cursor ${deep.median.toFixed(1)} ms (the first page ${first.median.toFixed(1)}), by number ${byNumber.median.toFixed(1)}`,
  );
});
