import { expect, pagesOf, test } from '../fixtures.ts';

type Named = { orders: { id: number; passengers: { firstName: string; lastName: string }[] }[] };
type Counted = { ordersMeta: { total: number } };

const NAMES = 'query Names { orders(perPage: 40) { id passengers { firstName lastName } } }';
const COUNT = 'query Count($filter: OrderFilter) { ordersMeta(filter: $filter) { total } }';

test('finds an order by the name of a guest, from the keyboard', async ({ staffPage: page, ask }) => {
  const { orders } = await ask<Named>(page, NAMES);
  const sought = orders.find(({ passengers }) => passengers.length > 1) ?? orders[0];
  const guest = sought?.passengers.at(-1);
  const { ordersMeta } = await ask<Counted>(page, COUNT, { filter: { search: guest?.lastName } });

  await page.goto('/orders?perPage=100');
  await page.keyboard.press('/');
  await page.keyboard.type(`${guest?.lastName}`);
  await expect(page.getByRole('status')).toHaveText(new RegExp(`^${ordersMeta.total} match`));
  await expect(page).toHaveURL(/q=/);
  await page.getByRole('link', { name: `Order ${sought?.id}`, exact: true }).click();
  await expect(page.getByRole('heading', { name: `Order ${sought?.id}`, level: 1 })).toBeVisible();
  await expect(page.getByRole('cell', { name: `${guest?.firstName} ${guest?.lastName}` })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue(`${guest?.lastName}`);
  await expect(page.getByRole('status')).toHaveText(new RegExp(`^${ordersMeta.total} match`));
});

test('narrows to states', async ({ staffPage: page, ask }) => {
  const { ordersMeta } = await ask<Counted>(page, COUNT, { filter: { status: ['Cancelled'] } });
  await page.goto('/orders');
  const states = page.getByRole('group', { name: 'Status' });
  await states.getByText('Cancelled').click();
  await expect(page.getByRole('status')).toHaveText(`${ordersMeta.total} match`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Booked' }).filter({ hasNotText: 'Booked at' })).toHaveCount(0);
  await states.getByRole('checkbox', { name: 'Deleted' }).press(' ');
  await expect(page).toHaveURL('/orders?status=Cancelled,Deleted');
  await page.goBack();
  await expect(page.getByRole('status')).toHaveText(`${ordersMeta.total} match`);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL('/orders');
});

test('narrows to days', async ({ staffPage: page, ask }) => {
  const day = (offset: number) => {
    const date = new Date(Date.now() + offset * 86_400_000);
    return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam', dateStyle: 'short' }).format(date);
  };
  const activityDate = { start: day(0), end: day(29) };
  const { ordersMeta } = await ask<Counted>(page, COUNT, { filter: { activityDate } });
  await page.goto('/orders');
  await page.getByRole('button', { name: 'Any day' }).click();
  await page.getByRole('button', { name: 'Next 30 days' }).click();
  await expect(page).toHaveURL(`/orders?from=${activityDate.start}&to=${activityDate.end}`);
  await expect(page.getByRole('status')).toHaveText(`${ordersMeta.total} match`);

  await page.goto('/orders?from=2026-11-10');
  await page.getByRole('button', { name: 'From 10 Nov 2026' }).click();
  await page.getByRole('button', { name: '12 November 2026' }).click();
  await page.getByRole('button', { name: '14 November 2026' }).click();
  await expect(page).toHaveURL('/orders?from=2026-11-12&to=2026-11-14');
});

test('turns pages', async ({ staffPage: page, ask }) => {
  const { ordersMeta } = await ask<Counted>(page, COUNT);
  await page.goto('/orders');
  await expect(pagesOf(page)).toContainText(`1–25 of ${ordersMeta.total}`);
  const first = await page
    .getByRole('link', { name: /^Order \d+$/ })
    .first()
    .textContent();
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(pagesOf(page)).toContainText(`26–50 of ${ordersMeta.total}`);
  await expect(page.getByRole('link', { name: `Order ${first}`, exact: true })).toHaveCount(0);
  await expect(page).toHaveURL('/orders?page=2');

  await page.reload();
  await expect(pagesOf(page)).toContainText(`26–50 of ${ordersMeta.total}`);
  await page.goBack();
  await expect(page.getByRole('link', { name: `Order ${first}`, exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Orders on a page' }).selectOption('100 a page');
  await expect(pagesOf(page)).toContainText(`1–100 of ${ordersMeta.total}`);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(101);
});

test('says what to do when nothing matches or a page lies past the end', async ({ staffPage: page }) => {
  await page.goto('/orders?q=no-such-guest-anywhere');
  await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters' }).last().click();
  await expect(pagesOf(page)).toContainText('1–25 of');

  await page.goto('/orders?page=9999');
  await page.getByRole('button', { name: /^Go to page/ }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('passes over an address that makes no sense', async ({ staffPage: page }) => {
  await page.goto('/orders?page=-3&status=Lost&from=2026-02-30&perPage=7');
  await expect(pagesOf(page)).toContainText('1–25 of');
});

test('shows amounts and days as the visitor writes them', async ({ browser, baseURL, ask }) => {
  const german = await browser.newContext({ baseURL, locale: 'de-DE' });
  const page = await german.newPage();
  await ask(page, 'mutation { signIn(emailOrUsername: "staff", password: "staff-demo") { expiresAt } }');
  await page.goto('/orders?status=Booked');
  await expect(page.getByRole('cell', { name: /^\d+,\d\d\s€$/ }).first()).toBeVisible();
  await german.close();
});
