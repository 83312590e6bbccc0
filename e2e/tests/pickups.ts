import type { Page } from '@playwright/test';
import type { Ask } from '../fixtures.ts';
import { CRUISE, sell } from '../sell.ts';

/** A driver. */
export type Person = { id: number; name: string };
/** Far in the future, where the demo data has no jobs; each test uses its own days. */
export const dayOf = (test: number) => `2031-03-${String(test).padStart(2, '0')}`;

const UPDATE =
  'mutation ($id: String!, $pickup: TransferInput!) { updateOrder(reference: $id, input: { pickup: $pickup }) { order { id: databaseId } } }';

/** Changes the pickup of an order as the user of the page. */
export const changePickup = (page: Page, ask: Ask, id: number, pickup: object) =>
  ask(page, UPDATE, { id: String(id), pickup });

/** Sells an order for each of these pickups, and sets the pickups on a day. @returns the ids of the orders, in order */
export async function arrange(
  page: Page,
  ask: Ask,
  day: string,
  pickups: { time: string; driver?: { id: number } }[],
): Promise<number[]> {
  const ids = (await sell(CRUISE, pickups.length)).map(({ id }) => id);
  for (const [index, { time, driver }] of pickups.entries())
    await changePickup(page, ask, ids[index] ?? 0, { date: day, time, driverId: driver?.id ?? null });
  return ids;
}

/** Two drivers of the demo data. */
export async function driversOf(page: Page, ask: Ask): Promise<[Person, Person]> {
  const { drivers } = await ask<{ drivers: Person[] }>(page, '{ drivers { id: databaseId name } }');
  const [one, two] = drivers;
  if (!one || !two) throw new Error('The demo data needs at least two drivers');
  return [one, two];
}
