import type { Page } from '@playwright/test';
import { ADMIN, STAFF, signIn } from '../fixtures.ts';
import { verified } from '../stack/receiver.ts';
import { codeOf, expect, test } from '../webhooks.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const changes = (page: Page) => page.getByRole('complementary', { name: 'Changes' });
const save = (page: Page) => changes(page).getByRole('button', { name: 'Save' });

type Wire = {
  reference_code: string | null;
  pickup: { time: string | null; driver: { name: string } | null };
  tour_guide: { name: string } | null;
  tags: { key: string; value: string | number }[];
  passengers: { is_leader: boolean; whatsapp_number: string }[];
};

async function choose(page: Page, field: string, isAnybody: (name: string) => boolean): Promise<string> {
  const box = page.getByRole('combobox', { name: field });
  await box.click();
  const list = page.locator(`[id="${await box.getAttribute('aria-controls')}"]`);
  const options = list.getByRole('option');
  await expect(options.first()).toBeVisible();
  const names = await options.allInnerTexts();
  const name = names.find(isAnybody) ?? names[0] ?? '';
  await list.getByRole('option', { name, exact: true }).click();
  return name;
}

// Order pages are large, and some tests open two of them.
test.slow();

test('opens the forms of an order that are loaded after its page, also offline', async ({
  adminPage: page,
  orderId,
  context,
  pageErrors,
}) => {
  const waiting = new Set<unknown>();
  page.on('request', (one) => one.resourceType() === 'script' && waiting.add(one));
  page.on('requestfinished', (one) => waiting.delete(one));
  await page.goto(`/orders/${orderId}`);
  await expect(part(page, 'Notes')).toContainText('No notes yet');
  // Timers of the same duration end in the order of their start: after this one, all the forms are requested.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  await expect.poll(() => waiting.size).toBe(0);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Reference code' })).toBeVisible();
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('combobox', { name: 'Mention colleagues' })).toBeVisible();
  await context.setOffline(false);
  // Requests sent while offline have failed.
  pageErrors.splice(0);
});

test('edits an order in place, as v1 returns it, and sends webhooks', async ({
  adminPage: page,
  orderId,
  endpoint,
  received,
  readOrder,
}) => {
  const code = `edit-${orderId}-${Date.now()}`;
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(changes(page)).toContainText('No changes yet');
  await page.getByRole('textbox', { name: 'Reference code' }).fill(code);
  const driver = await choose(page, 'Pickup: driver', () => true);
  const guide = await choose(page, 'Guide', (name) => name !== driver);
  await page.getByLabel('Pickup: time').fill('07:45');
  await page.getByRole('group', { name: 'Leader' }).getByLabel('WhatsApp').fill('+31 6 1234 5678');
  await expect(changes(page)).toContainText(/\d changes/);
  await save(page).click();
  await expect(page.getByText(`Order ${orderId} is saved`)).toBeVisible();
  await expect(changes(page)).toHaveCount(0);
  await expect(part(page, 'Transfers')).toContainText(driver);
  await expect(part(page, 'Timeline').getByRole('listitem').first()).toContainText(code);

  const order = (await readOrder()) as Wire;
  expect(order).toMatchObject({
    reference_code: code,
    pickup: { time: '07:45:00', driver: { name: driver } },
    tour_guide: { name: guide },
  });
  expect(order.passengers.find((passenger) => passenger.is_leader)?.whatsapp_number).toBe('+31 6 1234 5678');
  const request = await received((one) => codeOf(one) === code);
  expect(verified(endpoint.secret, request)).toMatchObject({ event: 'order-updated', data: { reference_code: code } });
  await expect(part(page, 'Webhooks').getByText('Delivered').first()).toBeVisible();
});

test('shows a field error of the server at its field, and keeps the edits', async ({
  adminPage: page,
  orderId,
  readOrder,
}) => {
  const before = (await readOrder()) as Wire;
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const leader = page.getByRole('group', { name: 'Leader' });
  await leader.getByLabel('E-mail').fill('no address');
  await page.getByRole('textbox', { name: 'Reference code' }).fill('not yet');
  await save(page).click();
  await expect(leader.getByLabel('E-mail')).toHaveAccessibleDescription(/e-mail/i);
  await expect(page.getByRole('textbox', { name: 'Reference code' })).toHaveValue('not yet');
  // Browsers take the focus from a button that is disabled while it is busy.
  await expect(save(page)).toBeFocused();
  expect(((await readOrder()) as Wire).reference_code).toBe(before.reference_code);

  // The edits are restored after visiting another page, as the question says.
  await page.getByRole('main').getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('dialog')).toContainText('it is here again when you come back');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Reference code' })).toHaveValue('not yet');
  await expect(changes(page)).toContainText('What you had not saved is restored');
  await changes(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('textbox', { name: 'Reference code' })).toHaveCount(0);
});

test('keeps the edits when the session ends and a link leads to the sign-in page', async ({
  adminPage: page,
  orderId,
}) => {
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Reference code' }).fill('typed before');
  await page.context().clearCookies();
  await page.getByRole('main').getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, ADMIN);
  await expect(page).toHaveURL(/\/orders$/);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole('textbox', { name: 'Reference code' })).toHaveValue('typed before');
  await expect(changes(page)).toContainText('1 change');
  await changes(page).getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await expect(changes(page)).toHaveCount(0);
});

test('compares concurrent changes of two users field by field', async ({
  adminPage: page,
  browser,
  enter,
  orderId,
  readOrder,
  expectAccessible,
}) => {
  const context = await browser.newContext();
  const other = await context.newPage();
  await enter(other, STAFF);
  for (const one of [page, other]) {
    await one.goto(`/orders/${orderId}`);
    await one.getByRole('button', { name: 'Edit', exact: true }).click();
  }
  await other.getByRole('textbox', { name: 'Reference code' }).fill('theirs');
  await other.getByLabel('Drop-off: time').fill('21:15');
  await save(other).click();
  await expect(other.getByText(`Order ${orderId} is saved`)).toBeVisible();

  await page.getByRole('textbox', { name: 'Reference code' }).fill('mine');
  await page.getByLabel('Pickup: time').fill('06:20');
  await expect(changes(page)).toContainText('Somebody changed this order');
  await save(page).click();
  const merge = page.getByRole('dialog', { name: 'Somebody changed this order' });
  const row = (field: string) => merge.getByRole('row', { name: field });
  await expect(row('Drop-off: time')).toContainText('21:15');
  await expect(row('Reference code')).toContainText(/theirs.*mine/s);
  await expect(row('Reference code')).toContainText('Console');
  await expect(merge.getByRole('button', { name: 'Save as chosen' })).toBeDisabled();
  await expectAccessible(page);
  await merge.getByRole('radio', { name: 'Take theirs: Reference code' }).check();
  await merge.getByRole('button', { name: 'Save as chosen' }).click();
  await expect(page.getByText(`Order ${orderId} is saved`)).toBeVisible();

  expect(await readOrder()).toMatchObject({
    reference_code: 'theirs',
    pickup: { time: '06:20:00' },
    dropoff: { time: '21:15:00' },
  });
  // The other window shows it without a reload.
  await expect(part(other, 'Transfers')).toContainText('06:20');
  await context.close();
});

test('changes tags as previewed', async ({ adminPage: page, orderId, ask, readOrder, expectAccessible }) => {
  const tags = [
    { key: 'room', value: '12' },
    { key: 'desk', value: 'lobby' },
  ];
  await ask(
    page,
    'mutation ($ids: [SafeInt!]!, $tags: [TagInput!]!) { synchroniseTags(target: orders, ids: $ids, tags: $tags) { count } }',
    { ids: [orderId], tags },
  );
  await page.goto(`/orders/${orderId}`);
  const section = part(page, 'Tags');
  await section.getByRole('button', { name: 'Edit tags' }).click();
  await section.getByLabel('Value of tag room').fill('14');
  await section.getByRole('button', { name: 'Remove tag desk' }).click();
  await section.getByRole('button', { name: 'Add a tag' }).click();
  await section.getByLabel('Key of tag 2').fill('vip');
  await section.getByLabel('Value of tag vip').fill('yes');
  const preview = section.getByRole('list', { name: 'What will change' }).getByRole('listitem');
  await expect(preview).toHaveText(['adds vip yes', 'changes room from 12 to 14', 'removes desk lobby']);
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Save tags' }).click();
  await expect(section.getByRole('list', { name: `Tags of order ${orderId}` })).toContainText('vip');
  const { tags: now } = (await readOrder()) as Wire;
  expect(now).toEqual([
    { key: 'room', value: '14' },
    { key: 'vip', value: 'yes' },
  ]);
});

test('keeps concurrent tag changes of others, and asks if both changed the same tag', async ({
  adminPage: page,
  browser,
  ask,
  enter,
  orderId,
  readOrder,
  expectAccessible,
}) => {
  const synchronise =
    'mutation ($ids: [SafeInt!]!, $tags: [TagInput!]!) { synchroniseTags(target: orders, ids: $ids, tags: $tags) { count } }';
  const tagged = (tags: Record<string, string>) => ({
    ids: [orderId],
    tags: Object.entries(tags).map(([key, value]) => ({ key, value })),
  });
  await ask(page, synchronise, tagged({ room: '12', desk: 'lobby' }));
  await page.goto(`/orders/${orderId}`);
  const section = part(page, 'Tags');
  await section.getByRole('button', { name: 'Edit tags' }).click();
  await section.getByLabel('Value of tag room').fill('14');

  const context = await browser.newContext({ baseURL: page.url() });
  const other = await context.newPage();
  await enter(other, STAFF);
  await ask(other, synchronise, tagged({ room: '13', desk: 'bar', late: 'yes' }));
  await context.close();

  const theirs = section.getByRole('list', { name: 'Changed by others' });
  await expect(theirs.getByRole('listitem')).toHaveCount(3);
  await expect(theirs.getByRole('listitem').filter({ hasText: 'room' })).toContainText(/from 12 to 13.*GraphQL/s);
  await expect(section.getByRole('button', { name: 'Save tags' })).toBeDisabled();
  await expectAccessible(page);
  await section.getByRole('radio', { name: 'Keep mine: 14' }).check();
  const preview = section.getByRole('list', { name: 'What will change' }).getByRole('listitem');
  await expect(preview).toHaveText(['changes room from 13 to 14']);
  await section.getByRole('button', { name: 'Save tags' }).click();
  await expect(section.getByRole('list', { name: `Tags of order ${orderId}` })).toContainText('14');
  const { tags } = (await readOrder()) as Wire;
  expect(Object.fromEntries(tags.map(({ key, value }) => [key, value]))).toEqual({
    room: '14',
    desk: 'bar',
    late: 'yes',
  });
});

test('finds, edits and saves an order by keyboard only', async ({ adminPage: page, orderId, readOrder }) => {
  const code = `keys-${orderId}-${Date.now()}`;
  await page.goto('/orders');
  await page.keyboard.press('/');
  await page.keyboard.type(String(orderId));
  const link = page.getByRole('link', { name: `Order ${orderId}`, exact: true });
  await expect(link).toBeVisible();
  // The URL is updated after a pause in typing.
  await expect(page).toHaveURL(new RegExp(`q=${orderId}`));
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Order ${orderId}`, level: 1 })).toBeVisible();
  await page.keyboard.press('e');
  const field = page.getByRole('textbox', { name: 'Reference code' });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(code);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText(`Order ${orderId} is saved`)).toBeVisible();
  expect(((await readOrder()) as Wire).reference_code).toBe(code);
});

test('shows the order as partners receive it, with the operation behind it', async ({
  adminPage: page,
  orderId,
  readOrder,
  expectAccessible,
}) => {
  await page.goto(`/orders/${orderId}`);
  const view = part(page, 'As the partner sees it');
  await view.getByRole('button', { name: 'Show' }).click();
  await view.getByText('As sent').click();
  const text = (await view.locator('pre').textContent()) ?? '';
  expect(JSON.parse(text).data).toEqual(await readOrder());
  await expectAccessible(page);
  await view.getByRole('tab', { name: 'Operation' }).click();
  await expect(view.getByRole('region', { name: 'Text of the operation' })).toContainText('query GetOrder');
});
