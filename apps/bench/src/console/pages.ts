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
    const links = page.locator(`main a[href^="${list}/"]`);
    // A list may be empty.
    await links
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(() => {});
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const href = hrefs.find((each) => /\/[\w-]*\d[\w-]*(\?|$)/.test(each));
    if (href) entries.push(href);
  }
  await page.close();
  return [...OTHERS, ...LISTS, ...entries];
}
