import { quietOrders, takeOrder } from '../demo-orders.ts';
import { ADMIN, STAFF } from '../fixtures.ts';
import { expectFocusKept, pointerEvents, pressOn, tabTo } from '../keyboard.ts';
import { logIn } from '../stack/partner.ts';
import { codeOf, deliveries, dialog, expect, test as withWebhooks } from '../webhooks.ts';
import { arrange, dayOf, driversOf } from './pickups.ts';

/*
 * The four jobs that staff must be able to do without a mouse. From the first page on, tests press only keys: a pointer
 * on any page fails them, and so does a step after which the focus is nowhere.
 */

const test = withWebhooks.extend<{ pointers: string[] }>({
  pointers: [
    async ({ page }, use) => {
      const pointers = await pointerEvents(page);
      await use(pointers);
      expect(pointers, 'events of a pointer').toEqual([]);
    },
    { auto: true },
  ],
});

type Guest = { order: { passengers: { firstName: string; lastName: string }[] } };
type Wire = {
  data: {
    tags: { key: string; value: string | number }[];
    pickup: { driver: { id: number } | null };
    tour_guide: { id: number } | null;
  };
};
const GUEST = 'query ($id: String!) { order(reference: $id) { passengers { firstName lastName } } }';
const TAG =
  'mutation ($ids: [SafeInt!]!, $value: TagValue!) { assignTags(target: orders, ids: $ids, tags: [{ key: "group", value: $value }]) { count } }';

for (const [width, colorScheme, turn] of [
  [1280, 'light', 0],
  [375, 'dark', 1],
] as const) {
  const how = `by keyboard alone, at ${width} px in ${colorScheme} mode`;
  test.describe(() => {
    test.use({ viewport: { width, height: 800 }, colorScheme });
    const isNarrow = width === 375;

    test(`staff search orders, narrow the list and come back to it ${how}`, async ({ page, ask, enter }) => {
      test.slow();
      await enter(page, STAFF);
      const id = (await quietOrders(page, ask))[turn];
      const { order } = await ask<Guest>(page, GUEST, { id: String(id) });
      const [guest] = order.passengers;
      const words = `${guest?.firstName} ${guest?.lastName}`.trim();
      await page.goto('/orders');
      const search = page.getByRole('searchbox', { name: 'Search orders' });
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      const found = page.getByRole('link', { name: `Order ${id}`, exact: true });
      await expect(found).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await tabTo(page, found);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: `Order ${id}`, level: 1 })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Passengers' })).toContainText(words);
      await pressOn(page, page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }));
      await expect(search).toHaveValue(words);

      await page.keyboard.press('/');
      const more = page.getByRole('button', { name: /^More filters/ });
      await pressOn(page, more);
      await pressOn(page, page.getByRole('dialog').getByRole('switch', { name: 'Takes place today' }), 'Space');
      await expect(page).toHaveURL(/today=true/);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(more).toBeFocused();
      await page.keyboard.press('/');
      await page.keyboard.press('Escape');
      await expect(search).toHaveValue('');
      await pressOn(page, page.getByRole('search').getByRole('button', { name: 'Clear all filters' }));
      await expect(page).toHaveURL('/orders');
      await expectFocusKept(page);
    });

    test(`staff reassign the driver and the guide of a job ${how}`, async ({ page, ask, hire, enter }) => {
      test.slow();
      const guide = await hire('Tour guide');
      await enter(page, await hire('Back office'));
      const day = dayOf(isNarrow ? 14 : 15);
      const [ann, ben] = await driversOf(page, ask);
      const [id = 0] = await arrange(page, ask, day, [{ time: '08:00', driver: ann }]);
      const partner = await logIn(STAFF);
      await page.goto(`/dispatch?from=${day}`);
      const card = page.getByRole('button', { name: new RegExp(`^Move .*Pickup of order ${id}\\b`) });
      await pressOn(page, card);
      const move = page.getByRole('dialog', { name: 'Move pickup' });
      await expect(move.getByRole('combobox', { name: 'Driver' })).toBeFocused();
      await page.keyboard.type(ben.name);
      await pressOn(page, move.getByRole('button', { name: 'Add to draft' }));
      await expect(move).toHaveCount(0);
      await expect(card).toHaveAccessibleName(/drafted/);
      await expectFocusKept(page);
      await pressOn(page, page.getByRole('region', { name: 'Draft' }).getByRole('button', { name: 'Publish…' }));
      const publish = page.getByRole('dialog', { name: 'Publish the draft' });
      await expect(publish.getByRole('button', { name: 'Publish 1 order' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(publish.getByRole('status')).toContainText('1 order changed.', { timeout: 15_000 });
      await expectFocusKept(page);
      await page.keyboard.press('Escape');
      await expect(publish).toHaveCount(0);
      await expectFocusKept(page);
      expect((await partner.get<Wire>(`orders/${id}`)).data.pickup.driver?.id).toBe(ben.id);

      // The dialog of the card links to the order.
      await pressOn(page, card);
      await pressOn(page, move.getByRole('link', { name: `Order ${id}` }), 'Enter', 'Shift+Tab');
      await expect(page.getByRole('heading', { name: `Order ${id}`, level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
      await page.keyboard.press('e');
      await tabTo(page, page.getByRole('combobox', { name: 'Guide' }));
      await page.keyboard.press('Control+a');
      await page.keyboard.type(guide.name);
      await expect(page.getByRole('option', { name: `Test ${guide.name}` })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+s');
      await expect(page.getByText(`Order ${id} is saved`)).toBeVisible();
      await expectFocusKept(page);
      expect((await partner.get<Wire>(`orders/${id}`)).data.tour_guide?.id).toBe(guide.id);
    });

    test(`staff change the tags of many orders in a batch ${how}`, async ({ page, ask, enter }) => {
      test.slow();
      await enter(page, STAFF);
      const ids = [await takeOrder(page, ask, 8 + 2 * turn), await takeOrder(page, ask, 9 + 2 * turn)];
      const group = `keyboard${width}`;
      await ask(page, TAG, { ids, value: group });
      await page.goto('/orders');
      await page.keyboard.press('/');
      await page.keyboard.type(group);
      await expect(page.getByRole('main').getByRole('status').first()).toContainText('2 match');
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('link', { name: /^Order \d+$/ }).first()).toBeFocused();
      const bar = page.getByRole('toolbar', { name: 'Selected orders' });
      if (isNarrow) {
        for (const key of ['Shift+Tab', 'Space', 'Tab', 'Tab', 'Space']) await page.keyboard.press(key);
      } else {
        for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
      }
      await expect(bar).toContainText('2 selected');
      await pressOn(page, bar.getByRole('link', { name: 'Change…' }), 'Enter', 'Shift+Tab');
      await expect(page.getByRole('status').filter({ hasText: '2 orders chosen' })).toBeVisible();
      await tabTo(page, page.getByRole('textbox', { name: 'Key of tag 1' }));
      await page.keyboard.type('desk');
      await page.keyboard.press('Tab');
      await page.keyboard.type('lobby');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Nothing has been changed yet')).toBeVisible();
      await pressOn(page, page.getByRole('button', { name: 'Assign 2 tags to 2 orders', exact: true }));
      await expect(page.getByRole('status').filter({ hasText: '2 orders changed.' })).toBeVisible({ timeout: 15_000 });
      await expectFocusKept(page);
      const partner = await logIn(STAFF);
      for (const id of ids) {
        const { tags } = (await partner.get<Wire>(`orders/${id}`)).data;
        expect(tags).toContainEqual({ key: 'desk', value: 'lobby' });
        expect(tags).toContainEqual({ key: 'group', value: group });
      }
    });

    test(`staff inspect the delivery of a webhook and send it again ${how}`, async ({
      page,
      enter,
      endpoint,
      receiver,
      change,
      received,
    }, { title }) => {
      test.slow();
      await enter(page, ADMIN);
      receiver.answerWith(500);
      const code = await change();
      await received((one) => codeOf(one) === code);
      expect(endpoint.id).toBeGreaterThan(0);
      await page.goto('/webhooks/deliveries');
      await tabTo(page, page.getByRole('combobox', { name: 'Endpoint' }));
      await page.keyboard.type(title);
      await expect(page.getByRole('option', { name: title })).toHaveCount(1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`endpoint=${endpoint.id}`));
      await tabTo(page, page.getByRole('searchbox', { name: 'Search deliveries' }), 'Shift+Tab');
      await page.keyboard.type(code);
      await expect(deliveries(page).getByRole('row', { name: /Failed/ })).toHaveCount(1, { timeout: 15_000 });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: /^Delivery \d+$/ })).toBeVisible();
      const request = page.getByRole('region', { name: 'Request of attempt 2', exact: true });
      await expect(request).toContainText(code);
      await tabTo(page, request.getByRole('region', { name: /^Body of the request/ }));
      await expect(page.getByRole('region', { name: 'Response of attempt 2', exact: true })).toContainText(
        'Status 500',
      );

      const curl = page.getByRole('button', { name: 'Copy as curl' });
      await pressOn(page, curl, 'Enter', 'Shift+Tab');
      await expect(dialog(page, 'Send manually with curl').getByRole('region', { name: 'Command' })).toContainText(
        code,
      );
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(curl).toBeFocused();
      receiver.answerWith(200);
      const again = page.getByRole('button', { name: 'Send again…' });
      await pressOn(page, again);
      await pressOn(page, dialog(page, /^Send delivery/).getByRole('button', { name: 'Send again' }));
      await expect(page.getByRole('status').filter({ hasText: 'The receiver accepted it' })).toBeVisible();
      await expectFocusKept(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(again).toBeFocused();
      await pressOn(page, page.getByRole('region', { name: 'Record' }).getByRole('link', { name: 'order-updated' }));
      await expect(page.getByRole('region', { name: 'Body of the event' })).toContainText(code);
      await tabTo(page, page.getByRole('radio', { name: 'With the previous event' }));
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('radio', { name: 'With the order now' })).toBeChecked();
      await expect(page.getByText('The order has not changed since this event.')).toBeVisible();
      await expectFocusKept(page);
    });
  });
}
