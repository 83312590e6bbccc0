import { expect, test } from '../fixtures.ts';

const STATE = `query ($id: String!) { order(reference: $id) {
  status referenceCode totalPrices { sold { amount } } passengers { firstName priceCategory { title } } bookings { availability { date } } } }`;
/* Of one issuer: other tests have carts at the same time. */
const CART = `query ($issuer: [Int!]!) {
  orders(perPage: 1, filter: { status: [InCart, Deleted], issuer: { ids: $issuer } }) { id status } }`;

type State = { order: { status: string; referenceCode: string | null; passengers: { firstName: string }[] } };
type Cart = { orders: { id: number; status: string }[] };

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
    await page.getByLabel('First name').first().fill('Ada');
    await page.getByLabel('First name').nth(1).fill('Bo');
    await page.getByLabel('Reference code').fill('DESK-7');
    await page.getByRole('button', { name: 'Book' }).dblclick();
    await expect(page).toHaveURL(/\/orders\/\d+$/);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(id).toBe(String(held?.id));
    const { order } = await ask<State>(page, STATE, { id });
    expect(order).toMatchObject({ status: 'Booked', referenceCode: 'DESK-7' });
    expect(order.passengers.map(({ firstName }) => firstName)).toEqual(['Ada', 'Bo']);

    await expect(page.getByRole('button', { name: 'Rebook' })).toBeVisible();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: `Rebook order ${id}` });
    await dialog.getByRole('combobox', { name: 'Product' }).fill('Canal Ring');
    await page
      .getByRole('option', { name: /Canal Ring/ })
      .first()
      .click();
    await dialog.getByLabel('Day').selectOption({ index: 3 });
    const changes = dialog.getByRole('region', { name: 'What changes' });
    await expect(changes.getByRole('row', { name: /^Difference/ })).toBeVisible();
    await expectAccessible(page);
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
  await page.goto('/orders/new');
  await page.getByRole('combobox', { name: 'Product' }).fill('Canal Ring');
  await page
    .getByRole('option', { name: /Canal Ring/ })
    .first()
    .click();
  await expect(page.getByText('The places are held for you')).toBeVisible();
  const [held] = (await ask<Cart>(page, CART, { issuer: [seller.id] })).orders;
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect.poll(async () => (await ask<State>(page, STATE, { id: String(held?.id) })).order.status).toBe('Deleted');
});
