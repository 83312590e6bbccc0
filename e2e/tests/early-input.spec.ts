import type { Page } from '@playwright/test';
import { codeOf, expect, test } from '../webhooks.ts';

/** Opens a path and uses the page that the server rendered, before its scripts arrive. */
async function useEarly(page: Page, path: string, use: () => Promise<void>): Promise<void> {
  const used = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await used.promise;
    await route.continue();
  });
  await Promise.all([page.goto(path), use().finally(used.resolve)]);
}

test('applies a search that was typed before hydration', async ({ adminPage: page }) => {
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await useEarly(page, '/orders', () => search.pressSequentially('no-such-guest-anywhere'));
  await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible();
  await expect(search).toHaveValue('no-such-guest-anywhere');
  await expect(page).toHaveURL(/q=no-such-guest-anywhere/);
});

test('applies a selection that was clicked before hydration', async ({ adminPage: page }) => {
  const row = page.getByRole('checkbox', { name: /^Select order/ });
  await useEarly(page, '/orders?status=Booked', async () => {
    await row.nth(0).click();
    await row.nth(2).click();
  });
  await expect(page.getByRole('toolbar', { name: 'Selected orders' })).toContainText('2 selected');
  await expect(row.nth(2)).toBeChecked();
});

test('applies statuses that were clicked before hydration', async ({ adminPage: page }) => {
  const statuses = page.getByRole('group', { name: 'Status' });
  await useEarly(page, '/orders', async () => {
    await statuses.getByText('Booked', { exact: true }).click();
    await statuses.getByText('Cancelled', { exact: true }).click();
  });
  await expect(page).toHaveURL(/status=Booked,Cancelled/);
});

test('applies a selection of all deliveries that was clicked before hydration', async ({
  adminPage: page,
  endpoint,
  orderId,
  change,
  received,
}) => {
  const code = await change();
  await received((one) => codeOf(one) === code);
  await useEarly(page, `/webhooks/deliveries?order=${orderId}&endpoint=${endpoint.id}`, () =>
    page.getByRole('checkbox', { name: 'Select all on this page' }).click(),
  );
  await expect(page.getByRole('toolbar', { name: 'Selected deliveries' })).toContainText('1 selected');
});
