import { expect, test } from '../fixtures.ts';
import { arrange, dayOf, driversOf } from './pickups.ts';

test('an order says what its driver cannot do, before and after the driver is saved', async ({
  staffPage: page,
  ask,
  expectAccessible,
}) => {
  test.slow();
  const [ann, ben] = await driversOf(page, ask);
  const day = dayOf(20);
  const [busy = 0, free = 0] = await arrange(page, ask, day, [{ time: '08:00', driver: ann }, { time: '08:10' }]);
  await page.goto(`/orders/${free}`);
  const transfers = page.getByRole('region', { name: 'Transfers' });
  const clashes = transfers.getByRole('list', { name: 'Clashes of the pickup' });
  await expect(transfers).toBeVisible();
  await expect(clashes).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const choose = async (name: string) => {
    const box = page.getByRole('combobox', { name: 'Pickup: driver' });
    await box.click();
    await box.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose(ann.name);
  await expect(clashes).toContainText(`order ${busy}`);
  await expect(clashes).toContainText(ann.name);
  await expectAccessible(page);
  // Another time or another driver resolves it, in place.
  await page.getByLabel('Pickup: time').fill('17:00');
  await expect(clashes).toHaveCount(0);
  await page.getByLabel('Pickup: time').fill('08:10');
  await expect(clashes).toContainText(`order ${busy}`);
  await choose(ben.name);
  await expect(clashes).toHaveCount(0);
  await choose(ann.name);
  await page.getByRole('complementary', { name: 'Changes' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Order ${free} is saved`)).toBeVisible();
  await expect(clashes).toContainText(`order ${busy}`);
});

test('the preview of a batch names each order whose driver would clash', async ({
  staffPage: page,
  ask,
  expectAccessible,
}) => {
  test.slow();
  const [ann] = await driversOf(page, ask);
  const ids = await arrange(page, ask, dayOf(22), [{ time: '08:00' }, { time: '08:10' }, { time: '17:00' }]);
  const [first = 0, second = 0, third = 0] = ids;
  const { batch } = await ask<{ batch: { id: number } }>(
    page,
    `mutation ($ids: [SafeInt!]!, $driver: SafeInt!) {
      batch: planBatch(orders: { ids: $ids }, change: { driver: { of: [pickup], id: $driver } }) { batch { id: databaseId } } }`,
    { ids, driver: ann.id },
  );
  await page.goto(`/batches/${batch.id}`);
  await expect(page.getByText('People would clash')).toBeVisible();
  const clashesOf = (id: number) => page.getByRole('list', { name: `Clashes of order ${id}` });
  await expect(clashesOf(first)).toContainText(`order ${second}`);
  await expect(clashesOf(second)).toContainText(`order ${first}`);
  await expect(clashesOf(third)).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Only the 2 orders with clashes' }).check();
  await expect(page.getByRole('link', { name: `Order ${third}`, exact: true })).toHaveCount(0);
  await expect(clashesOf(second)).toBeVisible();
  await expectAccessible(page);
});

test('the list of orders finds those with a clash among some days', async ({
  staffPage: page,
  ask,
  expectAccessible,
}) => {
  const [ann] = await driversOf(page, ask);
  const busy = ['08:00', '08:10', '08:20'].map((time) => ({ time, driver: ann }));
  const free = ['16:00', '17:00', '18:00'].map((time) => ({ time }));
  const ids = await arrange(page, ask, dayOf(24), [...busy, ...free]);
  const { orders } = await ask<{ orders: { id: number; startsAtLocal: string | null }[] }>(
    page,
    '{ orders(perPage: 1000) { id: databaseId startsAtLocal } }',
  );
  // A pass has no day.
  const dated = ids.map((id) => orders.find((order) => order.id === id && order.startsAtLocal));
  const [clashing, other] = [dated.slice(0, 3).find(Boolean), dated.slice(3).find(Boolean)];
  const panel = page.getByRole('dialog', { name: 'More filters' });
  for (const [order, found] of [
    [clashing, '1 match'],
    [other, 'none match'],
  ] as const) {
    await page.goto(`/orders?q=${order?.id}&activity=${order?.startsAtLocal?.slice(0, 10)}`);
    await page.getByRole('button', { name: 'More filters' }).click();
    await panel.getByRole('switch', { name: 'Has a clash' }).press('Space');
    await expect(page).toHaveURL(/clash=true/);
    await expect(page.getByRole('main').getByRole('status')).toContainText(found);
  }
  await expectAccessible(page);
  await page.goto('/orders?clash=true&activity=2026-01-01..');
  await expect(page.getByRole('heading', { name: 'Clashes are found for at most 31 days' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the coming 7 days' }).click();
  await expect(page).toHaveURL('/orders?clash=true');
  await expect(page.getByRole('button', { name: /^Takes place \d/ })).toBeVisible();
});
