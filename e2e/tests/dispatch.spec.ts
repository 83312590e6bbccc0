import type { Locator, Page } from '@playwright/test';
import { expect, STAFF, test } from '../fixtures.ts';
import { RIDE, sell } from '../sell.ts';
import { hearOfOrders } from '../stack/order-news.ts';
import { logIn } from '../stack/partner.ts';
import { untilReceived, verified } from '../stack/receiver.ts';
import { arrange, dayOf, driversOf, type Person } from './pickups.ts';

type Wire = { data: { id: number; pickup: { driver: Person | null; date: string; time: string } } };

const laneOf = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}, \\d+ jobs?$`) });
const cardOf = (where: Page | Locator, id: number) =>
  where.getByRole('button', { name: new RegExp(`^Move .*Pickup of order ${id}\\b`) });

/** Drags a card to a lane with the mouse. */
async function drag(page: Page, card: Locator, lane: Locator): Promise<void> {
  // Waits until the card no longer moves: after another one has left its lane, it may move up.
  await card.hover();
  const end = await lane.boundingBox();
  if (!end) throw new Error('The lane is not visible');
  await page.mouse.down();
  await page.mouse.move(end.x + 300, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

// A draft belongs to its owner: each test uses its own member of staff, so that drafts do not interfere.
test.beforeEach(async ({ page, hire, enter }) => {
  await enter(page, await hire('Back office'));
});

test('drags cards into a draft, shows its clashes, and publishes it with webhooks', async ({
  page,
  ask,
  browser,
  expectAccessible,
}) => {
  test.slow();
  const day = dayOf(3);
  const [ann, ben] = await driversOf(page, ask);
  const [first = 0, second = 0] = await arrange(page, ask, day, [{ time: '08:00', driver: ann }, { time: '08:15' }]);
  const partner = await logIn(STAFF);
  const receiver = await hearOfOrders(browser, ask);

  await page.goto(`/dispatch?from=${day}`);
  await expect(cardOf(laneOf(page, ann.name), first)).toBeVisible();
  await expect(cardOf(laneOf(page, 'Unassigned'), second)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Draft' })).toHaveCount(0);
  await drag(page, cardOf(page, second), laneOf(page, ann.name));

  const clashes = page.getByRole('region', { name: 'Clashes' });
  await expect(clashes).toContainText(`order ${second}`);
  await expect(clashes).toContainText(ann.name);
  await expect(cardOf(laneOf(page, ann.name), second)).toHaveAccessibleName(/(Impossible|Tight).*drafted/);
  const bar = page.getByRole('region', { name: 'Draft' });
  await expect(bar).toContainText('1 change drafted · 1 clash');
  await expectAccessible(page);
  expect((await partner.get<Wire>(`orders/${second}`)).data.pickup.driver).toBeNull();

  // The same by keyboard, with another time.
  await cardOf(page, second).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move pickup' });
  await expect(dialog.getByRole('list', { name: 'Clashes of this job' })).toContainText(ann.name);
  await expectAccessible(page);
  await dialog.getByLabel('Local time').fill('09:30');
  await dialog.getByRole('combobox', { name: 'Driver' }).selectOption({ label: ben.name });
  await dialog.getByRole('button', { name: 'Add to draft' }).click();
  await expect(cardOf(laneOf(page, ben.name), second)).toBeVisible();
  await expect(clashes).toHaveCount(0);
  await expect(bar).toContainText('1 change drafted');

  await bar.getByRole('button', { name: 'Publish…' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish the draft' });
  await expect(publish).toContainText(/changes 1 order and sends \d+ webhooks?\./);
  await expectAccessible(page);
  await publish.getByRole('button', { name: 'Publish 1 order' }).click();
  await expect(publish.getByRole('status')).toContainText('1 order changed.', { timeout: 15_000 });
  await publish.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(bar).toHaveCount(0);

  const { pickup } = (await partner.get<Wire>(`orders/${second}`)).data;
  expect(pickup).toMatchObject({ driver: { id: ben.id }, date: day, time: '09:30:00' });
  const request = await untilReceived(receiver, ({ body }) => JSON.parse(body).data.id === second);
  expect((verified(receiver.secret, request) as Wire).data.pickup.driver?.id).toBe(ben.id);
  await receiver.stop();
});

test('marks and skips jobs that others dispatched concurrently', async ({ page, ask }) => {
  const day = dayOf(4);
  const [ann, ben] = await driversOf(page, ask);
  const [one = 0, two = 0] = await arrange(page, ask, day, [{ time: '08:00' }, { time: '10:00' }]);
  await page.goto(`/dispatch?from=${day}`);
  for (const id of [one, two]) {
    await drag(page, cardOf(page, id), laneOf(page, ann.name));
    await expect(cardOf(laneOf(page, ann.name), id)).toBeVisible();
  }
  const partner = await logIn(STAFF);
  await partner.change('PATCH', `orders/${one}`, { pickup: { driver_id: ben.id } });
  // The board updates automatically.
  await expect(cardOf(page, one)).toHaveAccessibleName(/Changed since/, { timeout: 10_000 });
  const bar = page.getByRole('region', { name: 'Draft' });
  await expect(bar).toContainText('1 changed by others since');
  await bar.getByRole('button', { name: 'Publish…' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish the draft' });
  await publish.getByRole('button', { name: 'Publish 1 order' }).click();
  await expect(publish.getByRole('status')).toContainText('1 order changed', { timeout: 15_000 });
  await expect(publish.getByRole('status')).toContainText('1 skipped');
  expect((await partner.get<Wire>(`orders/${one}`)).data.pickup.driver?.id).toBe(ben.id);
  expect((await partner.get<Wire>(`orders/${two}`)).data.pickup.driver?.id).toBe(ann.id);
});

const ABSENT = `mutation ($personId: SafeInt!, $organizationId: SafeInt!, $input: AbsenceInput!) {
  addAbsence(personId: $personId, organizationId: $organizationId, input: $input) { calendar { personId } } }`;

test('shows in place what became impossible since it was drafted, and keeps the draft', async ({ page, ask, hire }) => {
  const day = dayOf(26);
  const ill = await hire('Driver');
  const [id = 0] = await arrange(page, ask, day, [{ time: '08:00' }]);
  await page.goto(`/dispatch?from=${day}`);
  await cardOf(page, id).press('Enter');
  const move = page.getByRole('dialog', { name: 'Move pickup' });
  await move.getByRole('combobox', { name: 'Driver' }).selectOption(String(ill.id));
  await move.getByRole('button', { name: 'Add to draft' }).click();
  const bar = page.getByRole('region', { name: 'Draft' });
  await expect(bar).toContainText('1 change drafted');
  await bar.getByRole('button', { name: 'Publish…' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish the draft' });
  await expect(publish.getByRole('button', { name: 'Publish 1 order' })).toBeVisible();
  await expect(publish.getByRole('list', { name: 'Clashes of the draft' })).toHaveCount(0);

  const { dispatchRules } = await ask<{ dispatchRules: { organizationId: number }[] }>(
    page,
    '{ dispatchRules { organizationId } }',
  );
  const input = { from: `${day}T00:00:00`, until: `${day}T23:59:00`, reason: 'ill' };
  await ask(page, ABSENT, { personId: ill.id, organizationId: dispatchRules[0]?.organizationId, input });
  await publish.getByRole('button', { name: 'Publish 1 order' }).click();
  await expect(publish.getByRole('alert')).toBeVisible();
  await expect(publish.getByRole('list', { name: 'Clashes of the draft' })).toContainText('ill');
  await publish.getByRole('button', { name: 'Not yet' }).click();
  await expect(bar).toContainText('1 change drafted · 1 clash');
  const { pickup } = (await (await logIn(STAFF)).get<Wire>(`orders/${id}`)).data;
  expect(pickup.driver).toBeNull();
});

test('shows what others draft for the same day, without changing the board', async ({
  page,
  ask,
  hire,
  enter,
  browser,
}) => {
  const day = dayOf(30);
  const [ann, ben] = await driversOf(page, ask);
  const [one = 0] = await arrange(page, ask, day, [{ time: '08:00' }]);
  const bea = await hire('Back office');
  const context = await browser.newContext({ baseURL: process.env.E2E_CONSOLE_URL ?? '' });
  const hers = await context.newPage();
  await enter(hers, bea);
  for (const window of [page, hers]) {
    await window.goto(`/dispatch?from=${day}`);
    await expect(cardOf(window, one)).toBeVisible();
  }
  await drag(hers, cardOf(hers, one), laneOf(hers, ann.name));

  const mine = cardOf(laneOf(page, 'Unassigned'), one);
  await expect(mine).toHaveAccessibleName(new RegExp(`Test ${bea.name} has drafted: to ${ann.name}`));
  await mine.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move pickup' });
  await expect(dialog).toContainText(`Test ${bea.name} has drafted: to ${ann.name}`);
  await dialog.getByRole('combobox', { name: 'Driver' }).selectOption({ label: ben.name });
  await dialog.getByRole('button', { name: 'Add to draft' }).click();
  await expect(cardOf(laneOf(page, ben.name), one)).toBeVisible();
  await expect(cardOf(laneOf(hers, ann.name), one)).toHaveAccessibleName(new RegExp(`has drafted: to ${ben.name}`));

  // A job of another day has no card on the day to which it is drafted.
  const next = dayOf(31);
  await ask(
    hers,
    'mutation ($id: SafeInt!, $date: Date!) { draftDispatch(moves: [{ orderId: $id, task: pickup, date: $date }]) { draft { moves } } }',
    { id: one, date: next },
  );
  const other = await page.context().newPage();
  await other.goto(`/dispatch?from=${next}`);
  await expect(other.getByRole('region', { name: next })).toContainText(
    new RegExp(`Pickup of order ${one} · Test ${bea.name} has drafted: to ${ann.name}, 31 Mar 2031`),
  );

  await ask(hers, 'mutation { discardDispatch { draft { moves } } }');
  await expect(other.getByRole('region', { name: next })).not.toContainText('has drafted');
  await expect(cardOf(page, one)).not.toHaveAccessibleName(/has drafted/);
  await context.close();
});

test('discards a draft after a confirmation and restores the board', async ({ page, ask }) => {
  const day = dayOf(5);
  const [ann] = await driversOf(page, ask);
  const [one = 0] = await arrange(page, ask, day, [{ time: '08:00' }]);
  await page.goto(`/dispatch?from=${day}`);
  await drag(page, cardOf(page, one), laneOf(page, ann.name));
  const bar = page.getByRole('region', { name: 'Draft' });
  await bar.getByRole('button', { name: 'Discard' }).click();
  await page
    .getByRole('dialog', { name: 'Discard the draft?' })
    .getByRole('button', { name: /^Discard/ })
    .click();
  await expect(bar).toHaveCount(0);
  await expect(cardOf(laneOf(page, 'Unassigned'), one)).toBeVisible();
});

test('shows the board as a list on a phone, and moves cards with a dialog', async ({ page, ask, expectAccessible }) => {
  const day = dayOf(6);
  const [ann] = await driversOf(page, ask);
  const [one = 0] = await arrange(page, ask, day, [{ time: '08:00' }]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/dispatch?from=${day}`);
  const unassigned = page.getByRole('group', { name: 'Unassigned', exact: true });
  await expect(cardOf(unassigned, one)).toBeVisible();
  await expectAccessible(page);
  await cardOf(unassigned, one).click();
  const dialog = page.getByRole('dialog', { name: 'Move pickup' });
  await dialog.getByRole('combobox', { name: 'Driver' }).selectOption({ label: ann.name });
  await dialog.getByRole('button', { name: 'Add to draft' }).click();
  await expect(cardOf(page.getByRole('group', { name: ann.name, exact: true }), one)).toBeVisible();
  await cardOf(page, one).click();
  await dialog.getByRole('button', { name: 'Remove from draft' }).click();
  await expect(cardOf(unassigned, one)).toBeVisible();
});

test('assigns guides to departures, with all orders of a departure in one card', async ({ page, expectAccessible }) => {
  const [ride] = await sell(RIDE, 1);
  await page.goto(`/dispatch?view=guides&days=3&from=${ride?.day}`);
  await expect(page.getByRole('group', { name: /^Unassigned, \d+ jobs?$/ }).first()).toBeVisible();
  await expectAccessible(page);
  const card = page.getByRole('button', { name: /^Move .*passengers/ }).first();
  await card.click();
  await expect(
    page.getByRole('dialog', { name: 'Move guiding' }).getByRole('combobox', { name: 'Guide' }),
  ).toBeVisible();
});

test('shows the manifest of each driver, and prints it without controls', async ({ page, ask, expectAccessible }) => {
  const day = dayOf(7);
  const [ann, ben] = await driversOf(page, ask);
  const [one = 0, two = 0] = await arrange(page, ask, day, [
    { time: '08:00', driver: ann },
    { time: '09:00', driver: ben },
  ]);
  const { order } = await ask<{ order: { passengers: { firstName: string; lastName: string }[] } }>(
    page,
    'query ($id: String!) { order(reference: $id) { passengers { firstName lastName } } }',
    { id: String(one) },
  );
  await page.goto(`/dispatch/manifest?day=${day}`);
  const sheet = page.getByRole('region', { name: ann.name });
  await expect(sheet).toContainText('08:00');
  await expect(sheet).toContainText(String(one));
  for (const { firstName, lastName } of order.passengers)
    await expect(sheet).toContainText(`${firstName} ${lastName}`.trim());
  await expect(page.getByRole('region', { name: ben.name })).toContainText(String(two));
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Person' }).selectOption({ label: ann.name });
  await expect(page.getByRole('region', { name: ben.name })).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('counts the passengers of an order once in a manifest, and dials their number with its country code', async ({
  page,
  ask,
}) => {
  const day = dayOf(8);
  const [ann] = await driversOf(page, ask);
  const [id = 0] = await arrange(page, ask, day, [{ time: '08:00', driver: ann }]);
  const { updateOrder } = await ask<{ updateOrder: { passengers: unknown[] } }>(
    page,
    `mutation ($id: String!, $dropoff: TransferInput!) {
      updateOrder(reference: $id, input: {
        dropoff: $dropoff, leader: { phoneCountryCode: "+353", phoneNumber: "20 913 3731", whatsappNumber: "209133731" }
      }) { order { passengers { id: databaseId } } }
    }`,
    { id: String(id), dropoff: { date: day, time: '18:00', driverId: ann.id } },
  );
  const count = updateOrder.passengers.length;
  await page.goto(`/dispatch/manifest?day=${day}`);
  const sheet = page.getByRole('region', { name: ann.name });
  await expect(sheet).toContainText(`2 jobs · ${count === 1 ? '1 passenger' : `${count} passengers`}`);
  const phone = sheet.getByRole('link', { name: '+353 20 913 3731', exact: true }).first();
  await expect(phone).toHaveAttribute('href', 'tel:+353209133731');
  await expect(sheet.getByRole('link', { name: 'WhatsApp' }).first()).toHaveAttribute(
    'href',
    'https://wa.me/353209133731',
  );
});
