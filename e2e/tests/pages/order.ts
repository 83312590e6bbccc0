import { expect } from '@playwright/test';
import { quietOrders, takeOrder } from '../../demo-orders.ts';
import { enter } from '../../stack/session.ts';
import type { Scene, Shown } from './shown.ts';

const CRUISES =
  'query ($orderId: SafeInt!) { sellableProducts(orderId: $orderId, search: "Canal Ring") { product { id: databaseId } } }';
const CHANGE =
  'mutation ($id: String!, $code: String!) { updateOrder(reference: $id, input: { referenceCode: $code }) { order { id: databaseId } } }';

const unchanged = async ({ page, ask }: Scene) => (await quietOrders(page, ask))[0];

/** An order of a role that also sells the cruise which `chooseProduct` chooses. */
async function soldWithCruises({ page, ask }: Scene): Promise<number> {
  for (const orderId of await quietOrders(page, ask)) {
    const { sellableProducts } = await ask<{ sellableProducts: object[] }>(page, CRUISES, { orderId });
    if (sellableProducts.length > 0) return orderId;
  }
  throw new Error('The demo data needs an order of a role that sells the cruise');
}

/** Chooses the cruise of the demo data, of which there is a departure every day. */
async function chooseProduct({ page }: Scene): Promise<void> {
  await page.getByRole('combobox', { name: 'Product' }).fill('Canal Ring');
  await page
    .getByRole('option', { name: /Canal Ring/ })
    .first()
    .click();
}

const order = { at: '/orders/[reference]' };

/** The page of an order, and the page of a new one. */
export const orderPages: Shown[] = [
  {
    ...order,
    name: 'the order page',
    show: async (scene) => {
      await scene.page.goto(`/orders/${await unchanged(scene)}`);
      await expect(scene.page.getByRole('region', { name: 'Experience' })).toBeVisible();
    },
  },
  {
    ...order,
    name: 'an order being edited, and the question before it is left',
    dialogs: ['components/leaving/leaving.tsx', 'components/confirm/confirm-dialog.tsx'],
    show: async (scene) => {
      const { page, check } = scene;
      await page.goto(`/orders/${await unchanged(scene)}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: 'Reference code' }).fill('not saved');
      await check();
      await page.getByRole('main').getByRole('link', { name: 'Orders' }).click();
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    },
  },
  {
    ...order,
    name: 'an order that somebody else changed',
    dialogs: ['features/orders/edit/merge-dialog.tsx'],
    show: async ({ page, ask, turn, check }) => {
      const id = await takeOrder(page, ask, turn);
      await page.goto(`/orders/${id}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: 'Reference code' }).fill('mine');
      await ask(page, CHANGE, { id: `${id}`, code: `theirs ${Date.now()}` });
      const bar = page.getByRole('complementary', { name: 'Changes' });
      await expect(bar).toContainText('Somebody changed this order');
      await check();
      await bar.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog').getByRole('row', { name: 'Reference code' })).toContainText('theirs');
    },
  },
  {
    ...order,
    name: 'the notes of an order, as they are written, changed and deleted',
    dialogs: ['features/notes/note-item.tsx'],
    show: async ({ page, ask, turn, check }) => {
      await page.goto(`/orders/${await takeOrder(page, ask, 4 + turn)}`);
      const notes = page.getByRole('region', { name: 'Notes' });
      await notes.getByRole('button', { name: 'Add note' }).click();
      await notes.getByRole('button', { name: 'Add the note' }).click();
      await expect(notes).toContainText('The note is required');
      await notes.getByRole('combobox', { name: 'Mention colleagues' }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await check();
      await page.getByRole('option').first().click();
      await page.keyboard.press('Escape');
      await notes.getByLabel('Note', { exact: true }).fill('A wheelchair');
      await notes.getByLabel('Show it to the driver and the guide').check();
      await notes.getByRole('button', { name: 'Add the note' }).click();
      const note = notes.getByRole('listitem').first();
      await note.getByRole('button', { name: 'Pin', exact: true }).click();
      await expect(note).toContainText('Pinned');
      await check();
      await note.getByRole('button', { name: 'Edit the note' }).click();
      await expect(notes.getByRole('button', { name: 'Save the note' })).toBeVisible();
      await check();
      await notes.getByRole('button', { name: 'Cancel' }).click();
      await note.getByRole('button', { name: 'Delete the note' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete this note?' })).toBeVisible();
    },
  },
  {
    ...order,
    name: 'the dialogs to rebook and to cancel an order',
    dialogs: ['features/orders/rebook/rebook-dialog.tsx', 'features/orders/cancel/cancel-dialog.tsx'],
    show: async (scene) => {
      const { page, check } = scene;
      await page.goto(`/orders/${await soldWithCruises(scene)}`);
      await page.getByRole('button', { name: 'Rebook' }).click();
      await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Product' })).toBeVisible();
      await check();
      await chooseProduct(scene);
      await page.getByRole('dialog').getByLabel('Day').selectOption({ index: 3 });
      const changes = page.getByRole('dialog').getByRole('region', { name: 'What changes' });
      await expect(changes.getByRole('row', { name: /^After/ })).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Close without rebooking' }).click();
      await page.getByRole('button', { name: 'Discard the changes' }).click();
      await page.getByRole('button', { name: 'Cancel the order' }).click();
      await expect(page.getByRole('region', { name: /Cancellation policy/ })).toBeVisible();
    },
  },
  {
    ...order,
    name: 'an unknown order',
    show: async ({ page }) => {
      await page.goto('/orders/999999999');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    at: '/orders/new',
    name: 'a new order, empty and with held places',
    show: async (scene) => {
      const { page, hire, check } = scene;
      await enter(page.context(), await hire('Back office', 'Partner desk'));
      await page.goto('/orders/new');
      await expect(page.getByRole('combobox', { name: 'Product' })).toBeVisible();
      await check();
      await chooseProduct(scene);
      await expect(page.getByText('The places are held for you')).toBeVisible();
      await page.getByRole('button', { name: 'Book' }).click();
      await expect(page.getByText('The name is required')).toBeVisible();
    },
  },
];
