import type { Page } from '@playwright/test';
import type { Ask } from './fixtures.ts';

type Guest = { firstName: string; lastName: string; email: string };
type Cancelled = { orders: { id: number; passengers: Guest[] }[] };

/** A cancelled order of the demo data, which no other test uses, by its place among them; its leader has an address. */
export async function cancelledOrder(page: Page, ask: Ask, place: number) {
  const { orders } = await ask<Cancelled>(
    page,
    '{ orders(filter: { status: [Cancelled] }, page: 1, perPage: 50) { id: databaseId passengers { firstName lastName email } } }',
  );
  const found = orders.flatMap(({ id, passengers }) => {
    const guest = passengers.find(({ email }) => email !== '');
    return guest ? [{ id, ...guest }] : [];
  })[place];
  if (!found) throw new Error(`The demo data has only ${orders.length} cancelled orders.`);
  return found;
}
