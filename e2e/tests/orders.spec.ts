import { quietCities, quietOrders } from '../demo-orders.ts';
import { pagesOf, STAFF, takenOver } from '../fixtures.ts';
import { expect, test } from '../webhooks.ts';

type Named = { orders: { id: number; passengers: { firstName: string; lastName: string }[] }[] };
type Counted = { ordersMeta: { total: number } };
type Ids = { orders: { id: number }[] };

const NAMES =
  'query Names($ids: [SafeInt!]) { orders(perPage: 200, filter: { city: { ids: $ids } }) { id: databaseId passengers { firstName lastName } } }';
const COUNT = 'query Count($filter: OrderFilter) { ordersMeta(filter: $filter) { total } }';
const IDS = `query Ids($filter: OrderFilter, $sort: OrderSort) {
  orders(filter: $filter, sort: $sort, perPage: 1000) { id: databaseId }
}`;

test('finds an order by the name of a passenger and opens it by keyboard only', async ({ staffPage: page, ask }) => {
  const { orders } = await ask<Named>(page, NAMES, { ids: await quietCities(page, ask) });
  const quiet = await quietOrders(page, ask);
  const sought = orders.find(({ id, passengers }) => quiet.includes(id) && passengers.length > 1);
  const guest = sought?.passengers.at(-1);
  const words = `${guest?.lastName} ${sought?.id}`;
  const { ordersMeta } = await ask<Counted>(page, COUNT, { filter: { quickSearch: words } });

  await page.goto('/orders');
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${ordersMeta.total} match`));
  await expect(page).toHaveURL(/q=/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: `Order ${sought?.id}`, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Order ${sought?.id}`, level: 1 })).toBeVisible();
  await expect(page.getByRole('cell', { name: `${guest?.firstName} ${guest?.lastName}` })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue(words);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${ordersMeta.total} match`));
});

test('moves through rows by j and k, selects by x, and selects all that match', async ({ staffPage: page, ask }) => {
  const ids = await quietCities(page, ask);
  const filter = { status: ['Booked'], city: { ids } };
  const { orders } = await ask<Ids>(page, IDS, { filter, sort: { by: 'created', descending: true } });
  const [first, second, third, fourth] = orders.map(({ id }) => id);
  await page.goto(`/orders?status=Booked&city=${ids}&perPage=50`);
  await expect(page.getByRole('table')).toBeVisible();
  for (const key of ['j', 'j', 'j', 'k', 'x']) await page.keyboard.press(key);
  const box = (id: number | undefined) => page.getByRole('checkbox', { name: `Select order ${id}`, exact: true });
  await expect(page.getByRole('link', { name: `Order ${second}`, exact: true })).toBeFocused();
  await expect(box(second)).toBeChecked();
  const bar = page.getByRole('toolbar', { name: 'Selected orders' });
  await expect(bar).toContainText('1 selected');

  await box(fourth).click({ modifiers: ['Shift'] });
  await expect(box(third)).toBeChecked();
  await expect(box(first)).not.toBeChecked();
  await expect(bar).toContainText('3 selected');
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).click();
  await expect(bar).toContainText('50 selected');
  await bar.getByRole('button', { name: `Select all ${orders.length} that match` }).click();
  await expect(bar).toContainText(`All ${orders.length} that match are selected`);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'Select all orders on this page' })).toBeChecked();
  await page.getByRole('group', { name: 'Status' }).getByText('In cart').click();
  await expect(bar).toHaveCount(0);
});

test('a row is selected by x as soon as it has the focus', async ({ staffPage: page }) => {
  await page.goto('/orders?status=Booked&perPage=50');
  await takenOver(page);
  const row = page.getByRole('link', { name: /^Order \d+$/ }).nth(1);
  // The page is not rendered between the two.
  await row.evaluate(
    (link) =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => {
          link.focus();
          link.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', code: 'KeyX', bubbles: true }));
          resolve();
        }),
      ),
  );
  await expect(page.getByRole('toolbar', { name: 'Selected orders' })).toContainText('1 selected');
});

test('filters by status', async ({ staffPage: page, ask }) => {
  const ids = await quietCities(page, ask);
  const { ordersMeta } = await ask<Counted>(page, COUNT, { filter: { status: ['Cancelled'], city: { ids } } });
  await page.goto(`/orders?city=${ids}`);
  const states = page.getByRole('group', { name: 'Status' });
  await states.getByText('Cancelled').click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${ordersMeta.total} match`));
  const badges = page.getByRole('table').getByText('Booked', { exact: true });
  await expect(badges).toHaveCount(0);
  await states.getByRole('checkbox', { name: 'Deleted' }).press(' ');
  await expect(page).toHaveURL(`/orders?city=${ids}&status=Cancelled,Deleted`);
  await page.goBack();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${ordersMeta.total} match`));
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL('/orders');
});

test('filters by day', async ({ staffPage: page, ask }) => {
  const day = (offset: number) => {
    const date = new Date(Date.now() + offset * 86_400_000);
    return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam', dateStyle: 'short' }).format(date);
  };
  const activityDate = { start: day(0), end: day(29) };
  const ids = await quietCities(page, ask);
  const { ordersMeta } = await ask<Counted>(page, COUNT, { filter: { activityDate, city: { ids } } });
  await page.goto(`/orders?city=${ids}`);
  await page.getByRole('button', { name: 'Takes place' }).click();
  await page.getByRole('button', { name: 'Next 30 days' }).click();
  await expect(page).toHaveURL(`/orders?city=${ids}&activity=${activityDate.start}..${activityDate.end}`);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${ordersMeta.total} match`));

  await page.goto('/orders?activity=2026-11-10..');
  await page.getByRole('button', { name: 'Takes place from 10 Nov 2026' }).click();
  await page.getByRole('button', { name: '12 November 2026' }).click();
  await page.getByRole('button', { name: '14 November 2026' }).click();
  await expect(page).toHaveURL('/orders?activity=2026-11-12..2026-11-14');
});

test('supports every other filter of the specification', async ({ staffPage: page, ask }) => {
  type World = {
    orders: {
      id: number;
      client: { id: number; name: string };
      city: { id: number; name: string };
      supplier: { id: number; name: string } | null;
      bookedDetails: { product: { id: number; title: string } } | null;
      tags: { key: string; value: string }[];
    }[];
  };
  const { orders } = await ask<World>(
    page,
    `query ($ids: [SafeInt!]) { orders(perPage: 200, filter: { status: [Booked], city: { ids: $ids } }) {
      id: databaseId client { id: databaseId name } city { id: databaseId name } supplier { id: databaseId name } bookedDetails { product { id: productId title } } tags { key value }
    } }`,
    { ids: await quietCities(page, ask) },
  );
  const quiet = await quietOrders(page, ask);
  // Other orders have the other tags, too, and tests change those of some.
  const voucherOf = ({ tags }: World['orders'][number]) => tags.find(({ key }) => key === 'voucher');
  const order = orders.find((one) => quiet.includes(one.id) && one.supplier && voucherOf(one));
  const tag = order && voucherOf(order);
  const text = `${tag?.key}:${tag?.value}`;
  await page.goto('/orders');
  await page.getByRole('button', { name: 'More filters' }).click();
  const panel = page.getByRole('dialog', { name: 'More filters' });
  const narrow = async (label: string, name: string | undefined) => {
    await panel.getByRole('combobox', { name: label }).fill(`${name}`);
    await page.getByRole('option', { name: `${name}`, exact: true }).click();
  };
  await narrow('Products', order?.bookedDetails?.product.title);
  await narrow('Cities', order?.city.name);
  await narrow('Clients', order?.client.name);
  await narrow('Suppliers', order?.supplier?.name);
  await panel.getByRole('combobox', { name: 'Tags of the order' }).fill(text);
  await page.keyboard.press('Enter');
  const filter = {
    product: { ids: [order?.bookedDetails?.product.id] },
    city: { ids: [order?.city.id] },
    client: { ids: [order?.client.id] },
    supplier: { ids: [order?.supplier?.id] },
    tags: [{ text }],
  };
  const { ordersMeta } = await ask<Counted>(page, COUNT, { filter });
  expect(ordersMeta.total).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${ordersMeta.total} match`));
  await expect(page.getByRole('button', { name: 'More filters: 5' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${ordersMeta.total} match`));

  await page.goto('/orders');
  await page.getByRole('button', { name: 'More filters' }).click();
  await panel.getByRole('switch', { name: 'Takes place today' }).press('Space');
  await panel.getByRole('textbox', { name: 'Contains' }).fill('a');
  await panel.getByRole('button', { name: 'Created' }).click();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await expect(page).toHaveURL(/today=true.*|search=a/);
  await expect(page).toHaveURL(/ordered=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
});

test('sorts by column headers, newest first by default', async ({ staffPage: page, ask }) => {
  const ids = await quietCities(page, ask);
  const firstOf = async (sort: object) =>
    (await ask<Ids>(page, IDS, { filter: { city: { ids } }, sort })).orders[0]?.id;
  const firstLink = page.getByRole('table').getByRole('link').first();
  await page.goto(`/orders?city=${ids}`);
  await expect(firstLink).toHaveAccessibleName(`Order ${await firstOf({ by: 'created', descending: true })}`);
  await expect(page.getByRole('columnheader', { name: 'Created at' })).toHaveAttribute('aria-sort', 'descending');
  const total = page.getByRole('columnheader', { name: 'Total sold' });
  await total.getByRole('button').click();
  await expect(page).toHaveURL(`/orders?city=${ids}&sort=-total`);
  await expect(firstLink).toHaveAccessibleName(`Order ${await firstOf({ by: 'total', descending: true })}`);
  await total.getByRole('button').click();
  await expect(total).toHaveAttribute('aria-sort', 'ascending');
  await expect(firstLink).toHaveAccessibleName(`Order ${await firstOf({ by: 'total', descending: false })}`);
});

test('shows the chosen columns in the chosen order', async ({ staffPage: page }) => {
  await page.goto('/orders?columns=id,status,product');
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText(['', 'Order', 'Status', 'Product']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Tags' }).check();
  await page.getByRole('checkbox', { name: 'Status' }).uncheck();
  await page.getByRole('button', { name: 'Move Tags to the left' }).click();
  await expect(heads).toHaveText(['', 'Order', 'Tags', 'Product']);
  await expect(page).toHaveURL('/orders?columns=id,tags,product');
  await expect(page.getByRole('checkbox', { name: 'Order', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Default columns' }).click();
  await expect(page).toHaveURL('/orders');
});

test('paginates', async ({ staffPage: page, ask }) => {
  const cities = await quietCities(page, ask);
  const { orders } = await ask<Ids>(page, IDS, { filter: { city: { ids: cities } } });
  const total = orders.length;
  const oldest = Math.min(...orders.map(({ id }) => id));
  await page.goto(`/orders?city=${cities}&perPage=50`);
  await expect(pagesOf(page)).toContainText(`1–50 of ${total}`);
  const first = await page.getByRole('table').getByRole('link').first().textContent();
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(pagesOf(page)).toContainText(`51–${Math.min(100, total)} of ${total}`);
  await expect(page.getByRole('link', { name: `Order ${first}`, exact: true })).toHaveCount(0);
  await expect(page).toHaveURL(`/orders?city=${cities}&perPage=50&page=2`);

  await page.reload();
  await expect(pagesOf(page)).toContainText(`51–${Math.min(100, total)} of ${total}`);
  await page.goBack();
  await expect(page.getByRole('link', { name: `Order ${first}`, exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Orders per page' }).selectOption('1,000 per page');
  await expect(pagesOf(page)).toContainText(`1–${total} of ${total}`);
  const table = page.getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', String(total + 1));
  // Only the visible rows are rendered, whatever the page size.
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await page
    .getByRole('region', { name: 'Table of orders' })
    .evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  await expect(page.getByRole('link', { name: `Order ${oldest}`, exact: true })).toBeVisible();
  expect(await table.getByRole('row').count()).toBeLessThan(60);
});

test('steps from order to order through the list', async ({ staffPage: page, ask }) => {
  const sort = { by: 'starts', descending: false };
  const ids = await quietCities(page, ask);
  const { orders } = await ask<Ids>(page, IDS, { filter: { status: ['Cancelled'], city: { ids } }, sort });
  const [first, second] = orders.map(({ id }) => id);
  await page.goto(`/orders?status=Cancelled&city=${ids}&sort=starts`);
  await page.getByRole('link', { name: `Order ${first}`, exact: true }).click();
  const steps = page.getByRole('navigation', { name: 'Orders of the list' });
  await expect(steps.getByRole('button', { name: 'Previous order' })).toBeDisabled();
  await steps.getByRole('link', { name: 'Next order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${second}`, level: 1 })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: `Order ${first}`, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/orders/${first}?status=Cancelled&city=${ids}&sort=starts`);
});

test('undoes one filter change with the Back button, and counts typing as one change', async ({ staffPage: page }) => {
  const box = page.getByRole('searchbox', { name: 'Search orders' });
  await page.goto('/orders?status=Booked');
  await box.pressSequentially('ann', { delay: 30 });
  await expect(page).toHaveURL('/orders?status=Booked&q=ann');
  await box.pressSequentially('a', { delay: 30 });
  await expect(page).toHaveURL('/orders?status=Booked&q=anna');
  await page.getByRole('search').getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL('/orders');
  await page.goBack();
  await expect(page).toHaveURL('/orders?status=Booked&q=anna');
  await expect(box).toHaveValue('anna');
  await page.goBack();
  await expect(page).toHaveURL('/orders?status=Booked');
  await expect(box).toHaveValue('');
  await page.goForward();
  await expect(box).toHaveValue('anna');
});

test('offers a way out when nothing matches or the page is past the end', async ({ staffPage: page }) => {
  await page.goto('/orders?q=no-such-guest-anywhere');
  await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters' }).last().click();
  await expect(pagesOf(page)).toContainText('1–100 of');

  await page.goto('/orders?page=9999');
  await page.getByRole('button', { name: /^Go to page/ }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('names the values in the URL that it ignores, and removes them', async ({ staffPage: page, ask }) => {
  const ids = await quietCities(page, ask);
  const { ordersMeta } = await ask<Counted>(page, COUNT, { filter: { status: ['Booked'], city: { ids } } });
  await page.goto(
    `/orders?page=-3&status=Lost,Booked&city=${ids}&activity=2026-02-30&perPage=7&sort=x&columns=y&product=-1&today=maybe`,
  );
  const ignored = page.getByRole('list', { name: 'Ignored filters' });
  await expect(ignored.getByRole('listitem')).toHaveCount(5);
  await expect(ignored).toContainText('“Lost” is not a status; it is ignored.');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${ordersMeta.total} match`));
  const remove = ignored.getByRole('button');
  for (let left = 8; left > 0; left -= 1) {
    const name = `${await remove.first().getAttribute('aria-label')}`;
    await remove.first().click();
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(ignored).toHaveCount(0);
  await expect(page).toHaveURL(`/orders?status=Booked&city=${ids}`);
});

test('every page with filters names a value that it ignores', async ({ adminPage: page }) => {
  for (const [path, sentence] of [
    ['/people?state=x', '“x” is not a value of “state”'],
    ['/catalogue?city=Funchal', '“Funchal” is not a value of “city”'],
    ['/tags?on=x', '“x” is not a value of “on”'],
    ['/audit?from=yesterday', '“yesterday” is not a date'],
    ['/webhooks/deliveries?status=x', '“x” is not a status'],
    ['/webhooks/events?page=0', '“0” is not a page number'],
    ['/batches?page=x', '“x” is not a page number'],
    ['/dispatch?from=2026-02-30', '“2026-02-30” is not a date'],
    ['/dispatch/manifest?day=x', '“x” is not a date'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('list', { name: 'Ignored filters' })).toContainText(`${sentence}; it is ignored.`);
  }
});

test('formats amounts and days in the locale of the visitor', async ({ browser, baseURL, enter }) => {
  const german = await browser.newContext({ baseURL, locale: 'de-DE' });
  const page = await german.newPage();
  await enter(page, STAFF);
  await page.goto('/orders?status=Booked');
  await expect(page.getByRole('cell', { name: /^\d+,\d\d\s€$/ }).first()).toBeVisible();
  await german.close();
});
