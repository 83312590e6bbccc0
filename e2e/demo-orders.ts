import type { Page } from '@playwright/test';
import type { Ask } from './fixtures.ts';

type Made = { id: number; status: string; timeZone: string; createdAt: string; city: { id: number } };

/** Tests sell, cancel and rebook orders in these time zones only (`sell.ts`, `tests/sell.spec.ts`). */
const CHANGED = ['Europe/Amsterdam', 'Europe/Brussels', 'Europe/Berlin'];
const isQuiet = ({ timeZone }: Pick<Made, 'timeZone'>) => !CHANGED.includes(timeZone);

/** Of the orders of every time zone, tests change the newest (`webhooks.ts`) and the oldest (`tests/batches.spec.ts`). */
const NEWEST = 100;
const OLDEST = 80;
/** The newest orders between these and in a quiet time zone may each be changed by one test: see `takeOrder`. */
const TAKEN = 13;
/** How many must be left that no test changes. */
const NEEDED = 20;

/** The orders of the demo data, and those that tests have sold; newest first. */
async function ordersOf(page: Page, ask: Ask): Promise<{ demo: Made[]; sold: Made[] }> {
  const { orders } = await ask<{ orders: Made[] }>(
    page,
    '{ orders(perPage: 1000) { id: databaseId status timeZone createdAt city { id: databaseId } } }',
  );
  const start = Date.parse(process.env.E2E_STARTED_AT ?? '');
  const isOfDemo = ({ createdAt }: Made) => Date.parse(createdAt) < start;
  const newestFirst = orders.toSorted((one, other) => other.id - one.id);
  return { demo: newestFirst.filter(isOfDemo), sold: newestFirst.filter((order) => !isOfDemo(order)) };
}

/** The booked orders of the demo data, newest first, without those that tests have sold. */
export const demoOrders = async (page: Page, ask: Ask): Promise<Made[]> =>
  (await ordersOf(page, ask)).demo.filter(({ status }) => status === 'Booked');

/**
 * Divides booked orders, newest first, in quiet time zones that are neither among the newest nor the oldest: into those
 * that one test may change each, and those that no test changes.
 *
 * @throws if these are fewer than tests need
 */
export function partitionBooked(booked: Pick<Made, 'id' | 'timeZone'>[]): { taken: number[]; quiet: number[] } {
  const between = booked.slice(NEWEST, -OLDEST).filter(isQuiet);
  const ids = between.map(({ id }) => id);
  const [taken, quiet] = [ids.slice(0, TAKEN), ids.slice(TAKEN)];
  if (quiet.length < NEEDED) throw new Error(`The demo data has only ${quiet.length} orders that no test changes`);
  return { taken, quiet };
}

/** Ids of booked orders that no test changes, newest first: at least 20. */
export const quietOrders = async (page: Page, ask: Ask): Promise<number[]> =>
  partitionBooked(await demoOrders(page, ask)).quiet;

/**
 * An order that one test may change. Indices are given here: 0 to 7 to `pages/order.ts`, 8 to 11 to `keyboard.spec.ts`,
 * 12 to `notes.spec.ts`.
 */
export async function takeOrder(page: Page, ask: Ask, index: number): Promise<number> {
  const id = partitionBooked(await demoOrders(page, ask)).taken[index];
  if (id === undefined) throw new Error(`Tests take ${TAKEN} orders, not ${index + 1}`);
  return id;
}

/**
 * The ids of the cities in which no test sells, cancels or rebooks an order, of about 120 orders. While other tests run,
 * lists of their orders keep their rows, whatever the state, the start or the price that they are filtered and sorted by.
 * Other members, such as tags and pickups, may change: use `quietOrders` where one counts.
 * @throws if a test has made an order there
 */
export async function quietCities(page: Page, ask: Ask): Promise<number[]> {
  const { demo, sold } = await ordersOf(page, ask);
  const wrong = sold.find(isQuiet);
  if (wrong)
    throw new Error(`A test has made order ${wrong.id} in ${wrong.timeZone}, where lists of orders are tested`);
  return [...new Set(demo.filter(isQuiet).map(({ city }) => city.id))];
}
