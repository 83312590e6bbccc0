import type { Page } from '@playwright/test';
import { quietCities } from '../demo-orders.ts';
import { STAFF } from '../fixtures.ts';
import { hold, pathOf } from '../hold.ts';
import { codeOf, expect, test } from '../webhooks.ts';

/** Opens a path and uses the page that the server rendered, before its scripts arrive. */
async function useEarly(page: Page, path: string, use: () => Promise<void>): Promise<void> {
  const release = await hold(page, (route) => pathOf(route).endsWith('.js'));
  await Promise.all([page.goto(path), use().finally(release)]);
}

test('applies a search that was typed before hydration', async ({ adminPage: page }) => {
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await useEarly(page, '/orders', () => search.pressSequentially('no-such-guest-anywhere'));
  await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible();
  await expect(search).toHaveValue('no-such-guest-anywhere');
  await expect(page).toHaveURL(/q=no-such-guest-anywhere/);
});

test('applies a selection that was clicked before hydration', async ({ adminPage: page, ask }) => {
  const row = page.getByRole('checkbox', { name: /^Select order/ });
  await useEarly(page, `/orders?status=Booked&city=${await quietCities(page, ask)}`, async () => {
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

test('keeps the keys that open the palette, and what is typed for it, before hydration', async ({
  adminPage: page,
}) => {
  await useEarly(page, '/orders', async () => {
    await page.getByRole('button', { name: 'Search everything' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('audit logg');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
  });
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
});

test('focuses the search by / and moves through rows by j before hydration', async ({ adminPage: page, ask }) => {
  await useEarly(page, '/catalogue', async () => {
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('no-such-product');
  });
  await expect(page.getByRole('searchbox')).toHaveValue('no-such-product');
  await expect(page).toHaveURL(/q=no-such-product/);
  await useEarly(page, `/orders?city=${await quietCities(page, ask)}`, async () => {
    await page.getByRole('table').waitFor();
    for (const key of ['j', 'j', 'x']) await page.keyboard.press(key);
  });
  await expect(page.getByRole('checkbox', { name: /^Select order/ }).nth(1)).toBeChecked();
});

test('applies a choice and a number that were entered before hydration', async ({ adminPage: page }) => {
  await useEarly(page, '/catalogue', async () => {
    await page.getByLabel('Offered', { exact: true }).selectOption('no');
  });
  await expect(page).toHaveURL(/offered=no/);
  await useEarly(page, '/webhooks/deliveries', () => page.getByRole('textbox', { name: 'Order number' }).fill('123'));
  await expect(page).toHaveURL(/order=123/);
});

test('signs in with what was typed before hydration', async ({ page }) => {
  await useEarly(page, '/login', async () => {
    await page.getByLabel('E-mail or username').fill(STAFF.name);
    await page.getByLabel('Password').fill(STAFF.password);
  });
  await expect(page.getByLabel('E-mail or username')).toHaveValue(STAFF.name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
});
