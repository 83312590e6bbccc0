import { expect, test } from '../fixtures.ts';
import { CRUISE, sell } from '../sell.ts';

const ONE_BOOKED = '{ orders(perPage: 1, filter: { status: [Booked] }) { id: databaseId passengers { lastName } } }';
type Booked = { orders: { id: number; passengers: { lastName: string }[] }[] };

test('opens an order from the palette by keyboard only', async ({ staffPage: page, ask, expectAccessible }) => {
  const order = (await ask<Booked>(page, ONE_BOOKED)).orders[0];
  await page.goto('/orders');
  await page.getByRole('searchbox', { name: 'Search orders' }).focus();
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  const field = palette.getByRole('combobox');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(`${order?.id}`);
  const found = palette.getByRole('group', { name: 'Orders' }).getByRole('option', { name: `Order ${order?.id}` });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Order ${order?.id}`, level: 1 })).toBeVisible();
  await expect(palette).toHaveCount(0);
});

test('runs actions from the palette', async ({ staffPage: page }) => {
  await page.goto('/orders');
  await page.getByRole('button', { name: 'Search everything' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  const options = page.getByRole('dialog').getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.type('dark');
  await options.filter({ hasText: 'Dark appearance' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('no such thing at all');
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Nothing found');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('keeps the entry under the pointer when the palette finds more', async ({ staffPage: page }) => {
  await page.goto('/orders');
  await expect(page.getByRole('table')).toBeVisible();
  const search = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"da"')) await search.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  const options = page.getByRole('dialog').getByRole('option');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('da');
  await options.filter({ hasText: 'Dark appearance' }).hover();
  search.resolve();
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Orders' })).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('lists the keyboard shortcuts on ?, and disables single-key shortcuts', async ({
  staffPage: page,
  expectAccessible,
}) => {
  await page.goto('/orders');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('region', { name: 'Everywhere' })).toContainText('Show the keyboard shortcuts');
  await expectAccessible(page);
  await help.getByRole('switch').press('Space');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(help).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Search everything' })).toBeVisible();
});

test('requests a page when its link is followed, not before', async ({ staffPage: page }) => {
  const requested: string[] = [];
  page.on('request', (one) => one.url().includes('_rsc=') && requested.push(new URL(one.url()).pathname));
  await page.goto('/people');
  const row = page.getByRole('row').nth(1).getByRole('link').first();
  await row.hover();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(requested).toEqual([]);
  await row.click();
  await expect(page).toHaveURL(/\/people\/\d+$/);
  expect(requested).toEqual([new URL(page.url()).pathname]);
});

test('warns when offline, and keeps the shown data', async ({ staffPage: page, context, pageErrors }) => {
  await page.goto('/orders');
  await expect(page.getByRole('table')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  // Requests sent while offline have failed.
  pageErrors.splice(0);
});

test.describe('live updates', () => {
  const CHANGE = `mutation Change($id: String!, $code: String!) {
    updateOrder(reference: $id, input: { referenceCode: $code }) { order { id: databaseId } }
  }`;

  test('reach every window without a reload', async ({ staffPage: page, ask, context }) => {
    const [order] = await sell(CRUISE, 1);
    const id = order?.id;
    const other = await context.newPage();
    const watched = [page, other];
    for (const window of watched) {
      await window.goto(`/orders?q=${id}`);
      await expect(window.getByRole('link', { name: `Order ${id}`, exact: true })).toBeVisible();
    }
    for (const code of ['LIVE-1', 'LIVE-2']) {
      await ask(page, CHANGE, { id: `${id}`, code });
      for (const window of watched) await expect(window.getByRole('table')).toContainText(code);
    }
    // One window holds the stream for all; when it closes, the other one takes over.
    await page.close();
    await expect(async () => {
      await ask(other, CHANGE, { id: `${id}`, code: 'LIVE-3' });
      await expect(other.getByRole('table')).toContainText('LIVE-3', { timeout: 1_000 });
    }).toPass();
  });
});
