import type { Page } from '@playwright/test';
import type { Ask } from './fixtures.ts';

type Made = { id: number; status: string; timeZone: string; createdAt: string; city: { id: number } };

/** Tests sell, cancel and rebook orders in these time zones only: see `sell.ts` and `tests/sell.spec.ts`. */
const CHANGED = ['Europe/Amsterdam', 'Europe/Brussels', 'Europe/Berlin'];
const isQuiet = ({ timeZone }: Made) => !CHANGED.includes(timeZone);

/** Of the orders of every time zone, tests change the newest (`webhooks.ts`) and the oldest (`tests/batches.spec.ts`). */
const NEWEST = 100;
const OLDEST = 80;
/** The newest orders between these and in a quiet time zone may each be changed by one test: see `takeOrder`. */
const TAKEN = 13;

/** The orders of the demo data, and those that tests have sold; newest first. */
async function ordersOf(page: Page, ask: Ask): Promise<{ demo: Made[]; sold: Made[] }> {
  const { orders } = await ask<{ orders: Made[] }>(
    page,
    '{ orders(perPage: 1000) { id status timeZone createdAt city { id } } }',
  );
  const start = Date.parse(process.env.E2E_STARTED_AT ?? '');
  const isOfDemo = ({ createdAt }: Made) => Date.parse(createdAt) < start;
  const newestFirst = orders.toSorted((one, other) => other.id - one.id);
  return { demo: newestFirst.filter(isOfDemo), sold: newestFirst.filter((order) => !isOfDemo(order)) };
}

/** The booked orders of the demo data, newest first, without those that tests have sold. */
export const demoOrders = async (page: Page, ask: Ask): Promise<Made[]> =>
  (await ordersOf(page, ask)).demo.filter(({ status }) => status === 'Booked');

/** Ids of the booked orders in quiet time zones that are neither among the newest nor the oldest, newest first. */
const between = async (page: Page, ask: Ask): Promise<number[]> =>
  (await demoOrders(page, ask))
    .slice(NEWEST, -OLDEST)
    .filter(isQuiet)
    .map(({ id }) => id);

/** Ids of booked orders that no test changes, newest first: at least 20. */
export async function quietOrders(page: Page, ask: Ask): Promise<number[]> {
  const quiet = (await between(page, ask)).slice(TAKEN);
  if (quiet.length < 20) throw new Error(`The demo data has only ${quiet.length} orders that no test changes`);
  return quiet;
}

/**
 * An order that one test may change. Indices are given here: 0 to 7 to `pages/order.ts`, 8 to 11 to `keyboard.spec.ts`,
 * 12 to `notes.spec.ts`.
 */
export async function takeOrder(page: Page, ask: Ask, index: number): Promise<number> {
  const id = (await between(page, ask)).slice(0, TAKEN)[index];
  if (id === undefined)
    throw new Error(`Tests take ${TAKEN} orders, and the demo data has no order ${index + 1} of them`);
  return id;
}

/**
 * The ids of the cities in which no test sells, cancels or rebooks an order, nor changes its pickup, of about 120 orders.
 * While other tests run, lists of their orders keep their rows, whatever the state, the start or the price that they are
 * filtered and sorted by. Other members, such as tags, may change: use `quietOrders` where one counts.
 * @throws if a test has made an order there
 */
export async function quietCities(page: Page, ask: Ask): Promise<number[]> {
  const { demo, sold } = await ordersOf(page, ask);
  const wrong = sold.find(isQuiet);
  if (wrong)
    throw new Error(`A test has made order ${wrong.id} in ${wrong.timeZone}, where lists of orders are tested`);
  return [...new Set(demo.filter(isQuiet).map(({ city }) => city.id))];
}
