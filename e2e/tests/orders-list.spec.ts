import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { quietCities } from '../demo-orders.ts';
import { ADMIN, expect, test } from '../fixtures.ts';

/* Outputs of an order list: a saved view, a CSV file, a v1 request. */

type Ids = { orders: { id: number }[] };
const IDS = `query Ids($filter: OrderFilter, $sort: OrderSort) {
  orders(filter: $filter, sort: $sort, perPage: 1000) { id: databaseId }
}`;
const api = () => `${process.env.E2E_API_URL}`;

test('saves filters, sort and columns as a view, and shares it', async ({
  staffPage: page,
  browser,
  baseURL,
  enter,
}) => {
  const list = '/orders?status=Cancelled&sort=starts&columns=id,starts,client';
  const name = `Cancelled ${Date.now()}`;
  await page.goto(list);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this list as a view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this list as a view' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Save the view' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'is saved' })).toBeVisible();
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible();

  await page.getByRole('button', { name: `View: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Save this list as a view' }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Save the view' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const colleague = await (await browser.newContext({ baseURL })).newPage();
  await enter(colleague, ADMIN);
  await colleague.goto('/orders');
  await colleague.getByRole('button', { name: 'Views' }).click();
  await expect(colleague.getByRole('menuitem', { name: 'All orders, newest first' })).toBeVisible();
  await expect(colleague.getByRole('menuitem', { name })).toHaveCount(0);

  await page.getByRole('button', { name: `View: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Change views' }).click();
  const view = page.getByRole('dialog', { name: 'Change views' }).getByRole('region', { name });
  await view.getByRole('switch').press('Space');
  await expect(view.getByRole('switch')).toBeChecked();

  await colleague.reload();
  await colleague.getByRole('button', { name: 'Views' }).click();
  await colleague.getByRole('menuitem', { name }).click();
  await expect(colleague).toHaveURL(list);
  await expect(colleague.getByRole('columnheader')).toHaveText(['', 'Order', 'Starts at', 'Client']);
  await colleague.context().close();

  await view.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /^Delete the view/ })
    .getByRole('button', { name: 'Delete it' })
    .click();
  await expect(view).toHaveCount(0);
});

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this list' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('exports exactly the filtered orders, in the sort order of the list', async ({ staffPage: page, ask }) => {
  const ids = await quietCities(page, ask);
  const filter = { status: ['Booked'], city: { ids }, quickSearch: 'p' };
  const sort = { by: 'leader', descending: true };
  const { orders } = await ask<Ids>(page, IDS, { filter, sort });
  expect(orders.length).toBeGreaterThan(50);
  // More orders than on one page.
  await page.goto(`/orders?status=Booked&city=${ids}&q=p&sort=-leader&perPage=50`);
  await choose(page, 'Export as CSV');
  const dialog = page.getByRole('dialog', { name: 'Export as CSV' });
  await expect(dialog).toContainText(`all ${orders.length} orders`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ]);
  await expect(dialog.getByRole('status')).toHaveText(`${orders.length} orders are in the file.`);
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect([...text.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id))).toEqual(orders.map(({ id }) => id));
});

test('exports the columns of the list, or those of the v1 export', async ({ staffPage: page }) => {
  await page.goto('/orders?status=Cancelled&columns=id,tags,guide,total');
  await choose(page, 'Export as CSV');
  const dialog = page.getByRole('dialog', { name: 'Export as CSV' });
  const titles = async () => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: /^Export/ }).click();
    return readFileSync(await (await download).path(), 'utf8').split('\r\n')[0];
  };
  expect(await titles()).toBe('id,reference_code,tags,tour_guide,sold,currency');
  await dialog.getByRole('radio', { name: /^The columns of the v1 export/ }).check();
  expect(await titles()).toMatch(/^id,status,booked_at,.*,phone_number,/);
});

test('reports a failed export and saves no file', async ({ staffPage: page, pageErrors }) => {
  await page.goto('/orders');
  await page.route('**/exports/orders', (route) => route.abort());
  await choose(page, 'Export as CSV');
  const dialog = page.getByRole('dialog', { name: 'Export as CSV' });
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The server can’t be reached');
  await page.unroute('**/exports/orders');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByRole('status')).toContainText('are in the file');
  pageErrors.splice(0);
});

test('shows a v1 request that returns the same orders', async ({ staffPage: page, ask }) => {
  const ids = await quietCities(page, ask);
  await page.goto(
    `/orders?status=Booked,Cancelled&activity=2026-01-01..2027-12-31&client=1,2,3,4,5&city=${ids}&search=v&sort=-created&perPage=50`,
  );
  await choose(page, 'Equivalent v1 request');
  const dialog = page.getByRole('dialog', { name: 'Equivalent v1 request' });
  await expect(dialog).toContainText('the same orders in the same order');
  const path = `${await dialog.getByLabel('Request', { exact: true }).textContent()}`.replace('GET ', '');
  const login = await page.request.post(`${api()}/v1/tokens`, {
    data: { username: 'staff', password: 'staff-demo' },
  });
  const { access_token: token } = (await login.json()).data;
  const answer = await page.request.get(`${api()}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(200);
  const filter = {
    status: ['Booked', 'Cancelled'],
    activityDate: { start: '2026-01-01', end: '2027-12-31' },
    client: { ids: [1, 2, 3, 4, 5] },
    city: { ids },
    search: 'v',
  };
  const { orders } = await ask<Ids>(page, IDS, { filter, sort: { by: 'created', descending: true } });
  const listed = (await answer.json()).data.map(({ id }: { id: number }) => id);
  expect(orders.length).toBeGreaterThan(50);
  expect(listed).toEqual(orders.slice(0, 50).map(({ id }) => id));
});

test('lists the parts of the list that v1 does not support', async ({ staffPage: page }) => {
  await page.goto('/orders?q=byron&sort=total&perPage=1000');
  await choose(page, 'Equivalent v1 request');
  const missing = page.getByRole('dialog').getByRole('listitem');
  await expect(missing).toHaveCount(3);
  await expect(missing.first()).toContainText('quick search for “byron”');
});
