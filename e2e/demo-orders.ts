import type { Page } from '@playwright/test';
import type { Ask } from './fixtures.ts';

type Booked = { id: number; timeZone: string; createdAt: string; city: { id: number } };

/** Tests sell, cancel and rebook orders in these time zones only. */
const SOLD_IN = ['Europe/Amsterdam', 'Europe/Brussels', 'Europe/Berlin'];
const isQuiet = ({ timeZone }: Booked) => !SOLD_IN.includes(timeZone);

/** Tests change other members of the newest and of the oldest orders. */
const NEWEST = 100;
const OLDEST = 80;
/** The first of those between are each changed by one test. */
const TAKEN = 20;

/** The booked orders of the demo data, newest first, and those that tests have sold. */
async function bookedOrders(page: Page, ask: Ask): Promise<{ demo: Booked[]; sold: Booked[] }> {
  const { orders } = await ask<{ orders: Booked[] }>(
    page,
    '{ orders(perPage: 1000, filter: { status: [Booked] }) { id timeZone createdAt city { id } } }',
  );
  const start = Date.parse(process.env.E2E_STARTED_AT ?? '');
  const { true: demo = [], false: sold = [] } = Object.groupBy(
    orders.toSorted((one, other) => other.id - one.id),
    ({ createdAt }) => `${Date.parse(createdAt) < start}` as const,
  );
  return { demo, sold };
}

/** The booked orders of the demo data, newest first, without those that tests have sold. */
export const demoOrders = async (page: Page, ask: Ask): Promise<Booked[]> => (await bookedOrders(page, ask)).demo;

const between = async (page: Page, ask: Ask): Promise<number[]> =>
  (await demoOrders(page, ask))
    .slice(NEWEST, -OLDEST)
    .filter(isQuiet)
    .map(({ id }) => id);

/** Ids of booked orders that no test changes, newest first. */
export const quietOrders = async (page: Page, ask: Ask): Promise<number[]> => (await between(page, ask)).slice(TAKEN);

/** An order that is changed by one test only: the one that takes it by this index. */
export async function takeOrder(page: Page, ask: Ask, index: number): Promise<number> {
  const id = (await between(page, ask)).slice(0, TAKEN)[index];
  if (id === undefined)
    throw new Error(`Tests take ${TAKEN} orders, and the demo data has no order ${index + 1} of them`);
  return id;
}

/**
 * The ids of the cities in which no test sells, cancels or rebooks an order. While other tests run, a list of the orders of
 * these cities keeps its rows, if it depends only on when they were made, their city and whether they are booked.
 * @throws if a test has sold an order there
 */
export async function quietCities(page: Page, ask: Ask): Promise<number[]> {
  const { demo, sold } = await bookedOrders(page, ask);
  const wrong = sold.find(isQuiet);
  if (wrong)
    throw new Error(`A test has sold order ${wrong.id} in ${wrong.timeZone}, where lists of orders are tested`);
  return [...new Set(demo.filter(isQuiet).map(({ city }) => city.id))];
}
