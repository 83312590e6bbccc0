import type { Page } from '@playwright/test';
import { demoOrders } from '../../demo-orders.ts';
import type { Ask } from '../../fixtures.ts';

/** Other tests change orders of these time zones, the newest and the oldest orders. */
const CHANGED = ['Europe/Amsterdam', 'Europe/Berlin'];
const NEWEST = 100;
const OLDEST = 80;

/** An order that no other test changes. */
export async function quietOrder(page: Page, ask: Ask, index: number): Promise<number> {
  const quiet = (await demoOrders(page, ask))
    .slice(NEWEST, -OLDEST)
    .filter(({ timeZone }) => !CHANGED.includes(timeZone));
  const order = quiet[index];
  if (!order) throw new Error(`The demo data has ${quiet.length} orders for tests of pages, not ${index + 1}`);
  return order.id;
}
