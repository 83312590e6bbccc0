import { readFileSync } from 'node:fs';
import { cancelledOrder } from '../cancelled-order.ts';
import { ADMIN, expect, STAFF, test } from '../fixtures.ts';

test('administrators find a guest, export the data, and erase it after a typed confirmation', async ({
  page,
  enter,
  ask,
  expectAccessible,
}) => {
  await enter(page, ADMIN);
  await page.goto('/people');
  const guest = await cancelledOrder(page, ask, 0);
  await page.getByRole('link', { name: 'Personal data' }).click();
  await page.getByLabel('Whole name').fill(`${guest.firstName} ${guest.lastName}`);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('requires an e-mail address or a phone number');
  await page.getByLabel('E-mail address').fill(guest.email);
  await page.getByLabel('Ids of orders').fill(String(guest.id));
  await page.getByRole('button', { name: 'Find' }).click();
  const found = page.getByRole('region', { name: '1 order found' });
  await expect(found).toContainText(guest.email);
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await found.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d-\d+\.json$/);
  const document = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(document).toMatchObject({ format: 'channel-booking.personal-data/1', orders: [{ id: guest.id }] });
  expect(JSON.stringify(document)).toContain(guest.email);

  await found.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog');
  const erase = dialog.getByRole('button', { name: 'Erase', exact: true });
  await dialog.getByLabel(/^Type the number of orders/).fill('2');
  await expect(erase).toBeDisabled();
  await dialog.getByLabel(/^Type the number of orders/).fill('1');
  await expectAccessible(page);
  await erase.click();
  const erasures = page.getByRole('list', { name: 'Erasures, newest first' });
  await expect(erasures.getByRole('listitem').filter({ hasText: `Orders ${guest.id}` })).toContainText('Erased');
  await page.goto(`/orders/${guest.id}`);
  await expect(page.getByText(guest.email)).toHaveCount(0);
  await page.goto('/audit');
  await expect(page.getByText(/Erased the personal data of/).first()).toBeVisible();
});

test('staff who do not administer see neither the tab nor the data', async ({ page, enter }) => {
  await enter(page, STAFF);
  await page.goto('/people');
  await expect(page.getByRole('link', { name: 'Roles' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Personal data' })).toHaveCount(0);
  await page.goto('/people/personal-data');
  await expect(page.getByText('This page is for administrators.')).toBeVisible();
});
