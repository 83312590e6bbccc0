import type { BrowserContext } from '@playwright/test';

const LISTS = [
  '/orders',
  '/batches',
  '/catalogue',
  '/people',
  '/webhooks/endpoints',
  '/webhooks/deliveries',
  '/webhooks/events',
];
const OTHERS = [
  '/',
  '/batches/new',
  '/crew',
  '/dispatch',
  '/dispatch/hand-over',
  '/dispatch/rules',
  '/dispatch/manifest',
  '/orders/new',
  '/people/roles',
  '/tags',
  '/audit',
];

/** The paths of the console's pages: each list, the first entry of each, and the others. */
export async function pagesOf(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  const entries: string[] = [];
  for (const list of LISTS) {
    await page.goto(list);
    const link = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`).first();
    // A list may be empty.
    const href = await link.getAttribute('href', { timeout: 5_000 }).catch(() => null);
    if (href) entries.push(href);
  }
  await page.close();
  return [...OTHERS, ...LISTS, ...entries];
}
