import type { Page } from '@playwright/test';
import type { Ask } from './fixtures.ts';

type Booked = { id: number; timeZone: string; createdAt: string };

/** The booked orders of the demo data, newest first, without those that tests have sold. */
export async function demoOrders(page: Page, ask: Ask): Promise<Booked[]> {
  const { orders } = await ask<{ orders: Booked[] }>(
    page,
    '{ orders(perPage: 1000, filter: { status: [Booked] }) { id timeZone createdAt } }',
  );
  const start = Date.parse(process.env.E2E_STARTED_AT ?? '');
  return orders.filter(({ createdAt }) => Date.parse(createdAt) < start).sort((one, other) => other.id - one.id);
}
