import { takeOrder } from '../demo-orders.ts';
import { expect, test } from '../fixtures.ts';

const ADD = `mutation ($orderId: SafeInt!, $input: OrderNoteInput!) { addOrderNote(orderId: $orderId, input: $input) { note { id: databaseId } } }`;
const VERSION = 'query ($id: String!) { orderVersion(reference: $id) }';

type Version = { orderVersion: number };

test('staff write notes on an order for each other, by keyboard, and see new ones at once', async ({
  staffPage: page,
  hire,
  enter,
  ask,
  browser,
  expectAccessible,
}) => {
  const colleague = await hire('Back office');
  const id = await takeOrder(page, ask, 12);
  const { orderVersion: version } = await ask<Version>(page, VERSION, { id: String(id) });
  await page.goto(`/orders/${id}`);
  const notes = page.getByRole('region', { name: 'Notes', exact: true });
  await expect(notes).toContainText('Partners and clients never see them');

  await page.keyboard.press('a');
  await expect(notes.getByLabel('Note', { exact: true })).toBeFocused();
  await page.keyboard.press('Control+a');
  await notes.getByRole('button', { name: 'Add the note' }).click();
  await expect(notes).toContainText('The note is required');
  await notes.getByLabel('Note', { exact: true }).fill('Wheelchair\nCalled twice');
  await notes.getByRole('combobox', { name: 'Mention colleagues' }).fill(colleague.name);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await notes.getByLabel('Show it to the driver and the guide').check();
  await expectAccessible(page);
  await notes.getByRole('button', { name: 'Add the note' }).click();
  const first = notes.getByRole('listitem').first();
  await expect(first).toContainText('Wheelchair');
  await expect(first).toContainText(`@Test ${colleague.name}`);
  await expect(first).toContainText('Shown to the crew');
  await expect(notes.getByRole('button', { name: 'Add note' })).toBeFocused();
  await notes.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(first).toContainText('Pinned');
  expect(await ask(page, VERSION, { id: String(id) })).toEqual({ orderVersion: version });

  const other = await (await browser.newContext({ viewport: { width: 375, height: 740 } })).newPage();
  await enter(other, colleague);
  await other.goto('/');
  const mentions = other.getByRole('region', { name: 'Notes that mention you' });
  await expect(mentions).toContainText('1 unread');
  await mentions.getByRole('link', { name: `Order ${id}` }).click();
  await expect(other).toHaveURL(`/orders/${id}`);
  await expect(other.getByRole('region', { name: 'Notes', exact: true })).toContainText('Wheelchair');
  await expect(other.getByRole('button', { name: 'Edit the note' })).toHaveCount(0);
  await ask(other, ADD, { orderId: id, input: { text: 'Seen, thank you' } });
  await expect(notes.getByRole('listitem')).toHaveCount(2);
  await other.goto('/');
  await expect(mentions).not.toContainText('unread');
  await other.context().close();

  await first.getByRole('button', { name: 'Edit the note' }).click();
  await first.getByLabel('Note', { exact: true }).fill('Wheelchair, folded');
  await first.getByRole('button', { name: 'Save the note' }).click();
  await expect(first).toContainText('edited');
  await first.getByRole('button', { name: 'Delete the note' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the note' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(1);
});
