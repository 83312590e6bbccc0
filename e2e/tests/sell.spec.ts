import type { Page } from '@playwright/test';
import { ADMIN, expect, test } from '../fixtures.ts';

const STATE = `query ($id: String!) { order(reference: $id) {
  status version referenceCode totalPrices { sold { amount } } passengers { firstName priceCategory { title } } bookings { quantity availability { date } } } }`;
/* Of one issuer: other tests have carts at the same time. */
const CART = `query ($issuer: [SafeInt!]!) {
  orders(perPage: 1, filter: { status: [InCart, Deleted], issuer: { ids: $issuer } }) { id: databaseId status } }`;

type State = {
  order: {
    status: string;
    version: number;
    referenceCode: string | null;
    passengers: { firstName: string }[];
    bookings: { quantity: number; availability: { date: string } }[];
  };
};
type Cart = { orders: { id: number; status: string }[] };

/** Opens the page of a new order, and chooses a product. */
async function chooseCanalRing(page: Page): Promise<void> {
  await page.goto('/orders/new');
  await page.getByRole('combobox', { name: 'Product' }).fill('Canal Ring');
  await page
    .getByRole('option', { name: /Canal Ring/ })
    .first()
    .click();
  await expect(page.getByLabel('Departure and rate')).toBeVisible();
}

/** Opens the page of a new order, and has places of a product held. */
async function holdCanalRing(page: Page): Promise<void> {
  await chooseCanalRing(page);
  await expect(page.getByText('The places are held for you')).toBeVisible();
}

for (const width of [1280, 375])
  test(`an order is sold, rebooked and cancelled at ${width} px, and its price is known before`, async ({
    page,
    hire,
    enter,
    ask,
    expectAccessible,
  }) => {
    // A whole sale, and three states checked for accessibility.
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    const seller = await hire('Back office', 'Partner desk');
    await enter(page, seller);
    await page.goto('/orders');
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/orders\/new$/);
    const product = page.getByRole('combobox', { name: 'Product' });
    await product.fill('Canal Ring');
    await page
      .getByRole('option', { name: /Canal Ring/ })
      .first()
      .click();
    await expect(page.getByLabel('Departure and rate')).toBeVisible();
    const price = page.getByRole('region', { name: 'Price and places' });
    await expect(price).toContainText('The places are held for you');
    await expect(price.getByRole('timer')).toHaveText(/^\d+:\d\d$/);
    const held = (await ask<Cart>(page, CART, { issuer: [seller.id] })).orders[0];
    expect(held?.status).toBe('InCart');

    const adults = page.getByRole('region', { name: 'Passengers' }).getByRole('textbox').first();
    await adults.fill('2');
    await expect(price).toContainText('2 ×');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Book' }).click();
    await expect(page.getByText('The name is required')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Book' })).toBeFocused();
    await page.getByLabel('First name').first().fill('Ada');
    await page.getByLabel('First name').nth(1).fill('Bo');
    await page.getByLabel('Reference code').fill('DESK-7');
    // Each version is an event of webhooks: what is typed of people and codes is none. The passengers and the sale are.
    await page.waitForTimeout(1_000);
    expect((await ask<State>(page, STATE, { id: String(held?.id) })).order.version).toBe(2);
    await page.getByRole('button', { name: 'Book' }).dblclick();
    await expect(page).toHaveURL(/\/orders\/\d+$/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(id).toBe(String(held?.id));
    const { order } = await ask<State>(page, STATE, { id });
    expect(order).toMatchObject({ status: 'Booked', version: 3, referenceCode: 'DESK-7' });
    expect(order.passengers.map(({ firstName }) => firstName)).toEqual(['Ada', 'Bo']);

    await expect(page.getByRole('button', { name: 'Rebook' })).toBeVisible();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: `Rebook order ${id}` });
    // It begins with what the order has.
    await expect(dialog.getByRole('combobox', { name: 'Product' })).toHaveValue(/Canal Ring/);
    await expect(dialog.getByLabel('Day')).toHaveValue(order.bookings[0]?.availability.date ?? '');
    await expect(dialog.getByRole('button', { name: 'Rebook', exact: true })).toBeDisabled();
    await expect(dialog).toContainText('This is what the order has now');
    await dialog.getByLabel('Day').selectOption({ index: 3 });
    const changes = dialog.getByRole('region', { name: 'What changes' });
    await expect(changes.getByRole('row', { name: /^Difference/ })).toBeVisible();
    await expectAccessible(page);
    // What was chosen is not lost by a key.
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await dialog.getByRole('button', { name: 'Rebook', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Order ${id} is rebooked`)).toBeVisible();

    await page.getByRole('button', { name: 'Cancel the order' }).click();
    const cancel = page.getByRole('dialog', { name: `Cancel order ${id}` });
    await expect(cancel.getByRole('region', { name: /Cancellation policy/ })).toBeVisible();
    await cancel.getByLabel('Reason').fill('Rain');
    await expectAccessible(page);
    await cancel.getByRole('button', { name: 'Cancel the order' }).click();
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Cancelled: Rain');
    expect((await ask<State>(page, STATE, { id })).order.status).toBe('Cancelled');
  });

test('leaving the page of a new order releases its places', async ({ page, hire, enter, ask }) => {
  const seller = await hire('Back office', 'Partner desk');
  await enter(page, seller);
  await holdCanalRing(page);
  const [held] = (await ask<Cart>(page, CART, { issuer: [seller.id] })).orders;
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect.poll(async () => (await ask<State>(page, STATE, { id: String(held?.id) })).order.status).toBe('Deleted');
});

for (const [what, isHeld] of [
  ['an order', true],
  ['an order whose places were not held yet', false],
] as const)
  test(`${what} is booked once, right after its number of passengers changed`, async ({ page, hire, enter, ask }) => {
    const seller = await hire('Back office', 'Partner desk');
    await enter(page, seller);
    // The server is slow to hold places and to book, so that changes wait while it does.
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"pendingBooking"')) await page.waitForTimeout(700);
      await route.continue();
    });
    if (isHeld) await holdCanalRing(page);
    else await chooseCanalRing(page);
    await page.getByLabel('First name').first().fill('Ada');
    await page.getByRole('region', { name: 'Passengers' }).getByRole('textbox').first().fill('2');
    await page.getByRole('button', { name: 'Book' }).click();
    await expect(page).toHaveURL(/\/orders\/\d+$/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await expect(page.getByText(`Order ${id} is booked`)).toBeVisible();
    // Longer than the pause after which places are held.
    await page.waitForTimeout(1_500);
    const { order } = await ask<State>(page, STATE, { id });
    expect(order.status).toBe('Booked');
    expect(order.passengers).toHaveLength(2);
    expect((await ask<Cart>(page, CART, { issuer: [seller.id] })).orders).toEqual([]);
  });

test('a page of a new order that the browser kept and shows again holds its places anew', async ({
  page,
  hire,
  enter,
  ask,
}) => {
  const seller = await hire('Back office', 'Partner desk');
  await enter(page, seller);
  await holdCanalRing(page);
  const latest = async () => (await ask<Cart>(page, CART, { issuer: [seller.id] })).orders[0];
  const first = await latest();
  // What the browser does with a page that it keeps, which the tests' browser never does.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await expect.poll(async () => (await latest())?.status).toBe('Deleted');
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect.poll(async () => (await latest())?.status).toBe('InCart');
  expect((await latest())?.id).not.toBe(first?.id);
  await expect(page.getByText('The places are held for you')).toBeVisible();
});

test('the places that a sale holds itself are not missing from it', async ({ page, hire, enter, ask }) => {
  const seller = await hire('Back office', 'Partner desk');
  await enter(page, seller);
  await page.goto('/orders/new');
  await page.getByRole('combobox', { name: 'Product' }).fill('Chocolate');
  await page
    .getByRole('option', { name: /Chocolate/ })
    .first()
    .click();
  const departure = page.getByLabel('Departure and rate');
  await expect(departure).toBeVisible();
  // Far ahead, where other tests sell nothing.
  const from = new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('From').fill(from);
  const chosen = departure.locator('option:checked');
  await expect(chosen).toContainText('10 places left');
  const adults = page.getByRole('region', { name: 'Passengers' }).getByRole('textbox').first();
  const price = page.getByRole('region', { name: 'Price and places' });
  const takes = async (places: number) => {
    await adults.fill(String(places));
    await expect(price).toContainText(`${places} × Adult`);
    await expect(price).toContainText('The places are held for you');
  };
  const cart = async () => (await ask<Cart>(page, CART, { issuer: [seller.id] })).orders[0]?.id;
  for (const places of [6, 7, 10]) {
    await takes(places);
    // The hold is announced to this page too, which then reads the places again.
    await expect(chosen).toContainText('10 places left');
    await expect(price).toContainText('10 places left');
    await expect(price).not.toContainText('not enough places');
  }
  const text = await chosen.textContent();
  const day = await page.getByLabel('Day').inputValue();
  await page.getByLabel('From').fill(day);
  await expect(page.getByLabel('Day')).toHaveValue(day);
  await expect(chosen).toHaveText(text ?? '');
  await expect(price).toContainText('The places are held for you');

  await adults.fill('11');
  await expect(price.getByRole('alert')).toContainText('There are not enough places left');
  await expect(price).toContainText('10 places left');
  await takes(10);
  await page.getByLabel('First name').first().fill('Ada');
  const id = await cart();
  await page.getByRole('button', { name: 'Book' }).click();
  await expect(page).toHaveURL(`/orders/${id}`);
  const { order } = await ask<State>(page, STATE, { id: String(id) });
  expect(order.status).toBe('Booked');
  // Made, held on another day and for other numbers, booked.
  expect(order.version).toBeLessThanOrEqual(6);
});

test('a product that is sold by item is held and booked for its items', async ({ page, hire, enter, ask }) => {
  const seller = await hire('Back office', 'Partner desk');
  await enter(page, seller);
  const { sellingRoles } = await ask<{ sellingRoles: { id: number }[] }>(page, '{ sellingRoles { id: roleId } }');
  const role = String(sellingRoles[0]?.id);
  const { sellableProducts } = await ask<Offers>(page, OFFERS, { role, search: '' });
  const offer = sellableProducts.find(({ levels }) => levels[0]?.level.pricingType === 'per_item');
  const title = offer?.product.title ?? '';
  await page.goto('/orders/new');
  await page.getByRole('combobox', { name: 'Product' }).fill(title);
  await page.getByRole('option', { name: title }).first().click();
  const price = page.getByRole('region', { name: 'Price and places' });
  await expect(page.getByLabel('Departure and rate')).toBeVisible();
  // Far ahead, where enough places are left.
  await page.getByLabel('From').fill(new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10));
  await expect(price).toContainText('The places are held for you');
  await page.getByLabel('Items').fill('2');
  await expect(price).toContainText('2 ×');
  await page.getByLabel('First name').first().fill('Ida');
  await page.getByRole('button', { name: 'Book' }).click();
  await expect(page).toHaveURL(/\/orders\/\d+$/);
  const { order } = await ask<State>(page, STATE, { id: new URL(page.url()).pathname.split('/').at(-1) ?? '' });
  expect(order.status).toBe('Booked');
  expect(order.bookings.map(({ quantity }) => quantity)).toEqual([2]);
});

const OFFERS = `query ($role: String!, $search: String!) { sellableProducts(role: $role, search: $search) {
  product { id: databaseId title } levels { level { id: databaseId pricingType } } } }`;
const DEPARTURES = `query ($role: String!, $product: SafeInt!, $level: SafeInt!, $from: Date!, $to: Date!) {
  bookableDepartures(role: $role, productId: $product, serviceLevelId: $level, from: $from, to: $to) { id: availabilityId date remaining } }`;
const BOOK = `mutation ($role: String!, $level: SafeInt!, $input: BookOrderInput!) {
  bookOrder(role: $role, serviceLevelId: $level, input: $input) { order { id: databaseId } } }`;
const ABSENT = `mutation ($personId: SafeInt!, $organizationId: SafeInt!, $input: AbsenceInput!) {
  addAbsence(personId: $personId, organizationId: $organizationId, input: $input) { calendar { personId } } }`;

type Offers = {
  sellableProducts: {
    product: { id: number; title: string };
    levels: { level: { id: number; pricingType: string } }[];
  }[];
};
type Departures = { bookableDepartures: { id: number; date: string; remaining: number }[] };

test('a rebooking shows what the guide of the order cannot do, and is refused when that changes', async ({
  page,
  hire,
  enter,
  ask,
}) => {
  const guide = await hire('Tour guide');
  await enter(page, await hire('Back office', 'Partner desk'));
  const { sellingRoles } = await ask<{ sellingRoles: { id: number }[] }>(page, '{ sellingRoles { id: roleId } }');
  const role = String(sellingRoles[0]?.id);
  const { sellableProducts } = await ask<Offers>(page, OFFERS, { role, search: 'dunes' });
  const [offer] = sellableProducts;
  const level = offer?.levels[0]?.level.id;
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const span = { from: dayIn(10), to: dayIn(40) };
  const of = { role, product: offer?.product.id, level, ...span };
  const { bookableDepartures } = await ask<Departures>(page, DEPARTURES, of);
  const [first, ...others] = bookableDepartures.filter(({ remaining }) => remaining > 1);
  const later = others.find(({ date }) => date !== first?.date);
  const input = {
    leader: { firstName: 'Ann' },
    details: { availabilityId: first?.id },
    additionalInformation: { tourGuide: { id: guide.id } },
  };
  const { id } = (await ask<{ bookOrder: { id: number } }>(page, BOOK, { role, level, input })).bookOrder;
  await page.goto(`/orders/${id}`);
  await page.getByRole('button', { name: 'Rebook' }).click();
  const dialog = page.getByRole('dialog', { name: `Rebook order ${id}` });
  await expect(dialog.getByRole('combobox', { name: 'Product' })).toHaveValue(offer?.product.title ?? '');
  await dialog.getByLabel('Day').selectOption(later?.date ?? '');
  await expect(dialog.getByRole('row', { name: /^Difference/ })).toBeVisible();
  const clashes = dialog.getByRole('list', { name: 'Clashes after the rebooking' });
  await expect(clashes).toHaveCount(0);

  const { dispatchRules } = await ask<{ dispatchRules: { organizationId: number }[] }>(
    page,
    '{ dispatchRules { organizationId } }',
  );
  const absence = { from: `${later?.date}T00:00:00`, until: `${later?.date}T23:59:00`, reason: 'ill' };
  const organizationId = dispatchRules[0]?.organizationId;
  await ask(page, ABSENT, { personId: guide.id, organizationId, input: absence });
  await dialog.getByRole('button', { name: 'Rebook', exact: true }).click();
  await expect(dialog).toContainText('no longer what was shown');
  await expect(clashes).toContainText('ill');
  await dialog.getByRole('button', { name: 'Rebook', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Order ${id} is rebooked`)).toBeVisible();
});

test('a product is searched and chosen by keyboard while another one is chosen', async ({ page, hire, enter }) => {
  await enter(page, await hire('Back office', 'Partner desk'));
  await holdCanalRing(page);
  const product = page.getByRole('combobox', { name: 'Product' });
  await product.press('ControlOrMeta+a');
  await product.pressSequentially('Chocolate');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await product.press('ArrowDown');
  await product.press('Enter');
  await expect(product).toHaveValue(/Chocolate/);
  await expect(page.getByLabel('Departure and rate')).toBeVisible();
  // Enter before anything is found chooses what is found then, and books nothing.
  await page.getByLabel('First name').first().fill('Ada');
  await product.press('ControlOrMeta+a');
  await product.pressSequentially('Canal Ring');
  await product.press('Enter');
  await expect(product).toHaveValue(/Canal Ring/);
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(page).toHaveURL(/\/orders\/new$/);
});

test('an administrator sets the unit of penalties', async ({ page, enter }) => {
  await enter(page, ADMIN);
  await page.goto('/dispatch/rules');
  const policies = page.getByRole('region', { name: /^Cancellation policies/ }).first();
  const set = async (unit: string) => {
    await policies.getByRole('button', { name: /^Edit/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Unit of penalty times').selectOption(unit);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await expect(policies).toContainText('As usual');
  await set('days');
  await expect(policies).toContainText('Days');
  await expect(policies).not.toContainText('As usual');
  await set('');
  await expect(policies).toContainText('As usual');
});
