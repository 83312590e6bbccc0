import type { Page } from '@playwright/test';
import { demoOrders } from '../demo-orders.ts';
import { ADMIN, type Ask, expect, STAFF, test } from '../fixtures.ts';
import { hearOfOrders } from '../stack/order-news.ts';
import { logIn } from '../stack/partner.ts';
import { untilReceived, verified } from '../stack/receiver.ts';

type Tag = { key: string; value: string | number };
type Wire = { data: { id: number; status: string; tags: Tag[]; tour_guide: { name: string } | null } };

/** Far from the order that is booked around midnight (`stack/main.ts`). */
const FIRST = 60;

/** Orders that no other test changes: each test uses its own range, counted from the oldest. */
async function ordersFrom(page: Page, ask: Ask, from: number, count: number): Promise<number[]> {
  const ids = (await demoOrders(page, ask)).map(({ id }) => id).reverse();
  return ids.slice(FIRST + from, FIRST + from + count);
}

const tagMap = (tags: Tag[]) => Object.fromEntries(tags.map(({ key, value }) => [key, value]));
const rowOf = (page: Page, id: number) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Order ${id}`, exact: true }) });
const changesOf = (page: Page, id: number) => page.getByRole('list', { name: `Changes of order ${id}` });

test('synchronises tags as previewed, sends webhooks, and is undone by a new batch', async ({
  staffPage: page,
  ask,
  browser,
  expectAccessible,
}) => {
  test.slow();
  const ids = await ordersFrom(page, ask, 0, 3);
  const [first = 0] = ids;
  await ask(
    page,
    'mutation ($ids: [SafeInt!]!) { assignTags(target: orders, ids: $ids, tags: [{ key: "season", value: "old" }, { key: "lane", value: 4 }]) { count } }',
    { ids },
  );
  const partner = await logIn(STAFF);
  const before = tagMap((await partner.get<Wire>(`orders/${first}`)).data.tags);
  const receiver = await hearOfOrders(browser, ask);

  await page.goto(`/batches/new?ids=${ids.join(',')}`);
  await expect(page.getByRole('status').filter({ hasText: '3 orders chosen' })).toBeVisible();
  await page.getByRole('radio', { name: /^Synchronise/ }).check();
  await page.getByRole('textbox', { name: 'Key of tag 1' }).fill('season');
  await page.getByRole('textbox', { name: 'Value of tag 1' }).fill('winter');
  await page.getByRole('button', { name: 'Add a tag' }).click();
  await page.getByRole('textbox', { name: 'Key of tag 2' }).fill('round');
  await page.getByRole('textbox', { name: 'Value of tag 2' }).fill('7');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Preview' }).click();

  await expect(page).toHaveURL(/\/batches\/\d+$/);
  await expect(page.getByText('Nothing has been changed yet')).toBeVisible();
  const changes = changesOf(page, first);
  await expect(
    changes.getByRole('listitem').filter({ hasText: 'removed' }).filter({ hasText: '“lane”' }),
  ).toContainText('4');
  await expect(changes.getByRole('listitem').filter({ hasText: '“season”' })).toContainText(/old.*becomes winter/);
  await expect(changes.getByRole('listitem').filter({ hasText: 'added' })).toContainText('“round” 7');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect(tagMap((await partner.get<Wire>(`orders/${first}`)).data.tags)).toEqual(before);
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Synchronise: removes \d+ tags of 3 orders, adds 3, changes 3$/ }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 orders changed.' })).toBeVisible({ timeout: 15_000 });
  await expect(rowOf(page, first)).toContainText('Changed');
  for (const id of ids) {
    expect(tagMap((await partner.get<Wire>(`orders/${id}`)).data.tags)).toEqual({ season: 'winter', round: 7 });
    const request = await untilReceived(receiver, ({ body }) => JSON.parse(body).data.id === id);
    expect(tagMap((verified(receiver.secret, request) as Wire).data.tags)).toEqual({ season: 'winter', round: 7 });
  }
  await expectAccessible(page);

  const batchUrl = page.url();
  await page.getByRole('button', { name: 'Undo…' }).click();
  await expect(page.getByText('It undoes batch')).toBeVisible();
  expect(page.url()).not.toBe(batchUrl);
  await expect(changesOf(page, first)).toContainText('“lane” 4');
  expect(tagMap((await partner.get<Wire>(`orders/${first}`)).data.tags)).toEqual({ season: 'winter', round: 7 });
  await page.getByRole('button', { name: 'Undo: change 3 orders' }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 orders changed.' })).toBeVisible({ timeout: 15_000 });
  expect(tagMap((await partner.get<Wire>(`orders/${first}`)).data.tags)).toEqual(before);
  await untilReceived(receiver, ({ body }) => {
    const { data } = JSON.parse(body) as Wire;
    return data.id === first && tagMap(data.tags).lane === 4;
  });
  await page.goto(batchUrl);
  await expect(page.getByRole('main').getByText(/Undone by batch \d+/)).toBeVisible();
  await receiver.stop();
});

test('skips orders that others changed concurrently, until the user confirms', async ({ staffPage: page, ask }) => {
  const [mine = 0, theirs = 0] = await ordersFrom(page, ask, 3, 2);
  const partner = await logIn(STAFF);
  await page.goto(`/batches/new?ids=${mine},${theirs}`);
  await page.getByRole('textbox', { name: 'Key of tag 1' }).fill('hall');
  await page.getByRole('textbox', { name: 'Value of tag 1' }).fill('B');
  await page.getByRole('button', { name: 'Preview' }).click();
  const run = page.getByRole('button', { name: 'Assign 2 tags to 2 orders', exact: true });
  await expect(run).toBeVisible();
  await partner.change('PATCH', `orders/${theirs}`, { reference_code: `meanwhile-${theirs}` });
  await run.click();
  await expect(rowOf(page, theirs)).toContainText('Changed since by', { timeout: 15_000 });
  await expect(rowOf(page, theirs)).toContainText('Changed by others');
  expect(tagMap((await partner.get<Wire>(`orders/${theirs}`)).data.tags).hall).toBeUndefined();
  expect(tagMap((await partner.get<Wire>(`orders/${mine}`)).data.tags).hall).toBe('B');
  await page.getByRole('button', { name: 'Change 1 order anyway' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 orders changed.' })).toBeVisible({ timeout: 15_000 });
  const after = await partner.get<{ data: Wire['data'] & { reference_code: string } }>(`orders/${theirs}`);
  expect(tagMap(after.data.tags).hall).toBe('B');
  expect(after.data.reference_code).toBe(`meanwhile-${theirs}`);
});

test('shows the reason of a refused order, and retries it once the reason is resolved', async ({
  staffPage: page,
  ask,
  browser,
  hire,
  enter,
}) => {
  test.slow();
  const ids = await ordersFrom(page, ask, 5, 2);
  const hired = await hire('Tour guide');
  const guide = { id: hired.id, name: `Test ${hired.name}` };
  const admin = await browser.newPage();
  await enter(admin, ADMIN);
  await page.goto(`/batches/new?ids=${ids.join(',')}`);
  await page.getByRole('radiogroup', { name: 'What to change' }).getByText('Guide').click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Choose a person or “Unassigned”.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Guide' }).click();
  await page.getByRole('option', { name: guide.name, exact: true }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(changesOf(page, ids[0] ?? 0)).toContainText(`Guide`);

  await ask(admin, 'mutation ($id: SafeInt!) { disableUser(id: $id) { person { user { id: databaseId } } } }', {
    id: guide.id,
  });
  await page.getByRole('button', { name: /^Assign Test .* as guide of \d orders/ }).click();
  await expect(rowOf(page, ids[0] ?? 0)).toContainText('The guide does not exist or is not available to you.', {
    timeout: 15_000,
  });
  await expect(page.getByRole('status').filter({ hasText: '2 refused' })).toBeVisible();
  await ask(admin, 'mutation ($id: SafeInt!) { enableUser(id: $id) { person { user { id: databaseId } } } }', {
    id: guide.id,
  });
  await page.getByRole('button', { name: 'Try 2 orders again' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 orders changed.' })).toBeVisible({ timeout: 15_000 });
  const partner = await logIn(STAFF);
  for (const id of ids) expect((await partner.get<Wire>(`orders/${id}`)).data.tour_guide?.name).toBe(guide.name);
  await admin.context().close();
});

test('changes all orders that match a filter at preview time, and none that match later', async ({
  staffPage: page,
  ask,
}) => {
  const [one = 0, two = 0, later = 0] = await ordersFrom(page, ask, 7, 3);
  await ask(
    page,
    'mutation ($ids: [SafeInt!]!) { assignTags(target: orders, ids: $ids, tags: [{ key: "group", value: "filtered-batch" }]) { count } }',
    { ids: [one, two] },
  );
  await page.goto('/orders?q=filtered-batch');
  await expect(page.getByRole('link', { name: `Order ${one}`, exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: `Select order ${one}` }).check();
  const selected = page.getByRole('toolbar', { name: 'Selected orders' });
  await expect(selected.getByRole('link', { name: 'Change…' })).toHaveAttribute('href', `/batches/new?ids=${one}`);
  await selected.getByRole('button', { name: 'Select all 2 that match' }).click();
  await selected.getByRole('link', { name: 'Change…' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'All 2 orders that match the filter.' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Key of tag 1' }).fill('seen');
  await page.getByRole('textbox', { name: 'Value of tag 1' }).fill('yes');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('button', { name: 'Assign 2 tags to 2 orders' })).toBeVisible();
  await ask(
    page,
    'mutation ($ids: [SafeInt!]!) { assignTags(target: orders, ids: $ids, tags: [{ key: "group", value: "filtered-batch" }]) { count } }',
    { ids: [later] },
  );
  await page.getByRole('button', { name: 'Assign 2 tags to 2 orders' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 orders changed.' })).toBeVisible({ timeout: 15_000 });
  const partner = await logIn(STAFF);
  expect(tagMap((await partner.get<Wire>(`orders/${later}`)).data.tags).seen).toBeUndefined();
  expect(tagMap((await partner.get<Wire>(`orders/${one}`)).data.tags).seen).toBe('yes');
});

test('lists batches, and does not run a discarded one', async ({ staffPage: page, ask, expectAccessible }) => {
  const [id = 0] = await ordersFrom(page, ask, 10, 1);
  await page.goto(`/batches/new?ids=${id}`);
  await page.getByRole('radiogroup', { name: 'What to change' }).getByText('Status').click();
  await page.getByRole('radio', { name: 'Cancelled' }).check();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(changesOf(page, id)).toContainText(/Booked.*becomes Cancelled/);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(rowOf(page, id)).toContainText('Not processed', { timeout: 15_000 });
  const partner = await logIn(STAFF);
  expect((await partner.get<Wire>(`orders/${id}`)).data.status).toBe('Booked');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Batches' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Status becomes Cancelled' })).toContainText('Stopped');
  await expectAccessible(page);
});

test('shows a not-found page for an unknown batch, and instructions for a URL without orders', async ({
  staffPage: page,
  pageErrors,
}) => {
  await page.goto('/batches/999999');
  await expect(page.getByRole('heading', { name: 'No such batch' })).toBeVisible();
  // The browser logs the expected 404 response.
  expect(pageErrors.splice(0)).toHaveLength(1);
  await page.goto('/batches/new');
  await expect(page.getByRole('heading', { name: 'No orders chosen' })).toBeVisible();
  await page.goto('/batches/new?ids=999999');
  await page.getByRole('textbox', { name: 'Key of tag 1' }).fill('a');
  await page.getByRole('textbox', { name: 'Value of tag 1' }).fill('b');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Some of these orders don’t exist' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Value of tag 1' })).toHaveValue('b');
});
