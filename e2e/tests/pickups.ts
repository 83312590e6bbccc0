import type { Page } from '@playwright/test';
import type { Ask } from '../fixtures.ts';
import { CRUISE, type Sold, sell } from '../sell.ts';

/** A driver. */
export type Person = { id: number; name: string };
/** Far in the future, where the demo data has no jobs; each test uses its own days. */
export const dayOf = (test: number) => `2031-03-${String(test).padStart(2, '0')}`;

/** Sells orders, one for each of these pickups, and sets the pickups on a day. @returns their ids */
export async function arrange(
  page: Page,
  ask: Ask,
  day: string,
  pickups: { time: string; driver?: { id: number } }[],
): Promise<number[]> {
  const sold = await sell(CRUISE, pickups.length);
  for (const [index, { time, driver }] of pickups.entries()) await setPickup(page, ask, sold[index], day, time, driver);
  return sold.map(({ id }) => id);
}

/** Sets the pickup of an order through the API. */
export const setPickup = (
  page: Page,
  ask: Ask,
  order: Pick<Sold, 'id'> | undefined,
  date: string,
  time: string,
  driver?: { id: number },
) =>
  ask(
    page,
    'mutation ($id: String!, $pickup: TransferInput!) { updateOrder(reference: $id, input: { pickup: $pickup }) { id } }',
    { id: String(order?.id), pickup: { date, time, driverId: driver?.id ?? null } },
  );

/** Two drivers of the demo data. */
export async function driversOf(page: Page, ask: Ask): Promise<[Person, Person]> {
  const { drivers } = await ask<{ drivers: Person[] }>(page, '{ drivers { id name } }');
  const [one, two] = drivers;
  if (!one || !two) throw new Error('The demo data needs at least two drivers');
  return [one, two];
}
