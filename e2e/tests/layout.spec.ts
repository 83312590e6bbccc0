import type { Locator, Page } from '@playwright/test';
import { quietCities } from '../demo-orders.ts';
import { expect, test } from '../fixtures.ts';
import { arrange, dayOf } from './pickups.ts';

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const widthOf = async (element: Locator) => (await element.boundingBox())?.width ?? 0;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the chart of the overview is not cut at 1280 x 800, in ${colorScheme} mode`, async ({ staffPage: page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const chart = page.getByRole('region', { name: 'Orders by day' }).locator('div[aria-hidden]').first();
    await expect(chart.locator('svg').first()).toBeVisible();
    await expect(chart.getByText('Not booked', { exact: true })).toBeVisible();
    const cut = await chart.evaluate((box) => {
      const { top, bottom, left, right } = box.getBoundingClientRect();
      return [...box.querySelectorAll('text, p, path, rect')]
        .map((element) => ({ text: element.textContent, area: element.getBoundingClientRect() }))
        .filter(
          ({ area }) =>
            area.top < top - 0.5 || area.bottom > bottom + 0.5 || area.left < left - 0.5 || area.right > right + 0.5,
        )
        .map(({ text }) => text);
    });
    expect(cut).toEqual([]);
  });
}

test('the columns of orders share the width of a wide screen', async ({ staffPage: page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/orders');
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveCount(9);
  const [whole, product, passengers, client] = await Promise.all(
    [
      page.getByRole('table'),
      heads.filter({ hasText: 'Product' }),
      heads.filter({ hasText: 'Passengers' }),
      heads.filter({ hasText: 'Client' }),
    ].map(widthOf),
  );
  expect(whole).toBe(1920 - 214);
  expect(product).toBeLessThan(600);
  expect(passengers).toBeGreaterThan(230);
  expect(client).toBeGreaterThan(230);
});

test('a tablet shows the columns of orders that matter, and all that are chosen', async ({ staffPage: page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/orders');
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText(['', 'Order', 'Status', 'Product', 'Starts at', 'Passengers', 'Total sold']);
  const box = page.getByRole('region', { name: 'Table of orders' });
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.goto('/orders?columns=id,product,client,created,guests');
  await expect(heads).toHaveText(['', 'Order', 'Product', 'Client', 'Created at', 'Passengers']);
  await page.goto('/orders?columns=id,product,client,created,guests,pickup,dropoff,tags');
  await heads.filter({ hasText: 'Tags' }).scrollIntoViewIfNeeded();
  await expect(heads.filter({ hasText: 'Tags' })).toBeInViewport({ ratio: 1 });
});

test('no page is wider than its window', async ({ staffPage: page }) => {
  test.setTimeout(120_000);
  for (const path of ['/', '/orders', '/dispatch', '/batches', '/catalogue', '/people', '/tags', '/webhooks/events']) {
    await page.goto(path);
    for (const width of [375, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflowOf(page), `${path} at ${width} px`).toBe(0);
    }
  }
});

test('texts of orders that do not fit are shown in full on hover and on focus', async ({ staffPage: page, ask }) => {
  const { orders } = await ask<{ orders: { id: number; bookedDetails: { product: { title: string } } }[] }>(
    page,
    `query ($ids: [SafeInt!]!) {
      orders(perPage: 50, filter: { status: [Booked], city: { ids: $ids } }) { id: databaseId bookedDetails { product { title } } } }`,
    { ids: await quietCities(page, ask) },
  );
  const byLength = orders.toSorted(
    (a, b) => b.bookedDetails.product.title.length - a.bookedDetails.product.title.length,
  );
  const { id, bookedDetails } = byLength[0] ?? { id: 0, bookedDetails: { product: { title: '' } } };
  await page.setViewportSize({ width: 800, height: 800 });
  await page.goto(`/orders?q=${id}&status=Booked`);
  const full = page.getByRole('tooltip');
  const link = page.getByRole('link', { name: `Order ${id}`, exact: true });
  await link.focus();
  await expect(full).toContainText(bookedDetails.product.title);
  await page.keyboard.press('Escape');
  await expect(full).toHaveCount(0);
  // The link of the row covers the cell.
  await page.getByRole('cell', { name: bookedDetails.product.title }).hover({ force: true });
  await expect(full).toContainText(bookedDetails.product.title);
});

test('a card of the board that is too short for its texts is shown in full by keyboard', async ({
  staffPage: page,
  ask,
}) => {
  const day = dayOf(16);
  await arrange(page, ask, day, [{ time: '08:00' }]);
  await page.goto(`/dispatch?from=${day}`);
  const cards = page.getByRole('button', { name: /^Move / });
  await expect(cards.first()).toBeVisible();
  const areCut = () =>
    cards.evaluateAll((all) =>
      all.map((card) =>
        [card, ...card.querySelectorAll('[class*="_line"]')].some(
          (box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1,
        ),
      ),
    );
  const cut = (await areCut()).indexOf(true);
  expect(cut).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Tab');
  await cards.nth(cut).focus();
  expect((await areCut())[cut]).toBe(false);
});
