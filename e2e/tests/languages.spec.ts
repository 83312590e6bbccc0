import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { quietOrders } from '../demo-orders.ts';
import { ADMIN, expect, signIn, takenOver, test } from '../fixtures.ts';
import { driversOf } from './pickups.ts';

const TEXTS = join(import.meta.dirname, '..', '..', 'apps', 'console', 'src', 'texts');

/** The messages without values of all catalogues in a language, by id. */
function messagesIn(language: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync(`*/${language}.ts`, { cwd: TEXTS })) {
    const literal = /JSON\.parse\((".*")\)/s.exec(readFileSync(join(TEXTS, file), 'utf8'))?.[1] ?? '"{}"';
    for (const [id, message] of Object.entries<unknown[]>(JSON.parse(JSON.parse(literal)))) {
      if (typeof message[0] === 'string' && message.length === 1) found.set(id, message[0].trim());
    }
  }
  return found;
}

const english = messagesIn('en');

/** English texts that are also names: of the product and of the demo world's roles. */
const DATA = new Set(['Channel', 'Tour guide', 'Contact person', 'Driver', 'Administrator', 'Partner']);

/** The texts of a page, each as one element, attribute or option shows it, but for those that are marked as data. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [document.title];
    const nodes = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (node.parentElement?.translate && !['SCRIPT', 'STYLE'].includes(node.parentElement.tagName))
        texts.push(node.nodeValue ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.trim());
  });

/** The texts of a page that are English, or ids of texts whose catalogue is not loaded. */
async function untranslated(page: Page, language: string): Promise<string[]> {
  const translated = messagesIn(language);
  // A word may be another one in the language, such as “Was” in German.
  const own = new Set(translated.values());
  const foreign = new Set([...english.values()].filter((text) => !own.has(text)));
  return (await textsOf(page)).filter((text) => english.has(text) || (foreign.has(text) && !DATA.has(text)));
}

type Ids = { orders: { id: number }[]; catalogue: { product: { id: number } }[]; viewer: { id: number } };
const IDS = `{ orders(perPage: 1, filter: { status: [Booked] }) { id: databaseId } catalogue(perPage: 1) { product { id: databaseId } } viewer { id: databaseId } }`;

for (const [language, heading] of [
  ['nl', 'Overzicht'],
  ['de', 'Übersicht'],
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });

    test('every page is in the language of the browser', async ({ page, enter, ask }) => {
      test.slow();
      await page.goto('/login');
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
      expect(await untranslated(page, language)).toEqual([]);
      await enter(page, ADMIN);
      await page.goto('/');
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      const { orders, catalogue, viewer } = await ask<Ids>(page, IDS);
      const paths = [
        '/',
        '/orders',
        `/orders/${orders[0]?.id}`,
        '/batches',
        `/batches/new?ids=${orders[0]?.id}`,
        '/dispatch?days=3',
        `/dispatch/hand-over?person=${viewer.id}`,
        '/orders/new',
        '/dispatch/rules',
        '/dispatch/manifest?view=guides',
        '/catalogue',
        `/catalogue/${catalogue[0]?.product.id}`,
        '/people',
        `/people/${viewer.id}`,
        '/people/roles',
        '/tags',
        '/webhooks/endpoints',
        '/webhooks/deliveries',
        '/webhooks/events',
        '/audit',
      ];
      const found: Record<string, string[]> = {};
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        const left = await untranslated(page, language);
        if (left.length > 0) found[path] = left;
      }
      expect(found).toEqual({});
    });

    test('statuses and heads of the order list are not cut', async ({ staffPage: page }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      const cut = () =>
        page.evaluate(() =>
          Array.from(document.querySelectorAll('thead th, tbody td:nth-child(3) *'))
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        );
      for (const status of ['Booked', 'Cancelled', 'Deleted', 'InCart']) {
        await page.goto(`/orders?status=${status}`);
        await expect(page.locator('tbody tr').first()).toBeVisible();
        expect(await cut(), status).toEqual([]);
      }
      await page.addStyleTag({ content: 'tbody td:nth-child(3) * { max-width: 30px }' });
      expect((await cut()).length).toBeGreaterThan(0);
    });

    test('the button that runs a batch is not cut on a phone', async ({ staffPage: page, ask }) => {
      const [driver] = await driversOf(page, ask);
      const { batch } = await ask<{ batch: { id: number } }>(
        page,
        `mutation ($ids: [SafeInt!]!, $driver: SafeInt!) {
          batch: planBatch(orders: { ids: $ids }, change: { driver: { of: [pickup, dropoff], id: $driver } }) { batch { id: databaseId } } }`,
        { ids: await quietOrders(page, ask), driver: driver.id },
      );
      await page.setViewportSize({ width: 375, height: 800 });
      await page.goto(`/batches/${batch.id}`);
      const run = page.getByRole('main').getByRole('button').filter({ hasText: driver.name });
      const isCut = () =>
        run.evaluate((button) =>
          [button, ...button.querySelectorAll('*')].some(
            (box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1,
          ),
        );
      await expect(run).toBeVisible();
      expect(await isCut()).toBe(false);
      const { x, width } = (await run.boundingBox()) ?? { x: 0, width: 376 };
      expect(x + width).toBeLessThanOrEqual(375);
      await page.addStyleTag({ content: 'main button * { white-space: nowrap !important }' });
      expect(await isCut()).toBe(true);
      await ask(page, 'mutation ($id: SafeInt!) { cancelBatch(id: $id) { batch { id: databaseId } } }', {
        id: batch.id,
      });
    });
  });
}

test('an English page is found untranslated', async ({ staffPage: page }) => {
  await page.goto('/orders');
  expect((await untranslated(page, 'nl')).length).toBeGreaterThan(10);
});

test('a person chooses a language, which holds wherever the person signs in', async ({
  page,
  hire,
  enter,
  browser,
  baseURL,
}) => {
  const colleague = await hire('Back office');
  await enter(page, colleague);
  await page.goto('/orders');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Nederlands' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl-NL');
  await takenOver(page);
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(
    /\d+ (jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec)/,
  );

  const elsewhere = await browser.newContext({ baseURL, locale: 'en-US' });
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await expect(other.locator('html')).toHaveAttribute('lang', 'en-US');
  await signIn(other, colleague);
  await expect(other.getByRole('heading', { name: 'Overzicht', level: 1 })).toBeVisible();
  await takenOver(other);
  await other.getByRole('button', { name: new RegExp(colleague.name) }).click();
  await other.getByRole('menuitemradio', { name: 'Taal van de browser' }).click();
  await expect(other.locator('html')).toHaveAttribute('lang', 'en-US');
  await elsewhere.close();
});
