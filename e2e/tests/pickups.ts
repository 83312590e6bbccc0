import type { Page } from '@playwright/test';
import { demoOrders } from '../demo-orders.ts';
import type { Ask } from '../fixtures.ts';

/** A driver. */
export type Person = { id: number; name: string };
/** Far in the future, where the demo data has no jobs; each test uses its own days. */
export const dayOf = (test: number) => `2031-03-${String(test).padStart(2, '0')}`;

/** Tests of other pages change the orders before this index. */
const FIRST = 60;

/** A single time zone, because jobs at the same local time in two time zones do not overlap. */
const ZONE = 'Europe/Amsterdam';

/** Sets the pickups of orders on a day through the API. */
export async function arrange(
  page: Page,
  ask: Ask,
  from: number,
  day: string,
  pickups: { time: string; driver?: Person }[],
) {
  const ids = (await demoOrders(page, ask)).filter(({ timeZone }) => timeZone === ZONE).map(({ id }) => id);
  const chosen = ids.slice(FIRST + from, FIRST + from + pickups.length);
  for (const [index, id] of chosen.entries()) {
    const { time, driver } = pickups[index] ?? { time: '08:00' };
    await ask(
      page,
      'mutation ($id: String!, $pickup: TransferInput!) { updateOrder(reference: $id, input: { pickup: $pickup }) { id } }',
      { id: String(id), pickup: { date: day, time, driverId: driver?.id ?? null } },
    );
  }
  return chosen;
}

/** Two drivers of the demo data. */
export async function driversOf(page: Page, ask: Ask): Promise<[Person, Person]> {
  const { drivers } = await ask<{ drivers: Person[] }>(page, '{ drivers { id name } }');
  const [one, two] = drivers;
  if (!one || !two) throw new Error('The demo data needs at least two drivers');
  return [one, two];
}
