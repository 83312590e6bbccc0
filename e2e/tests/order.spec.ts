import type { Page } from '@playwright/test';
import { quietCities, quietOrders } from '../demo-orders.ts';
import { type Ask, expect, test } from '../fixtures.ts';

type Big = {
  orders: {
    id: number;
    referenceCode: string | null;
    client: { name: string };
    bookedDetails: { product: { title: string } } | null;
    pickup: { driver: { name: string } | null };
    passengers: { firstName: string; lastName: string; email: string }[];
    tickets: { filename: string }[];
    totalPrices: { sold: { amount: number; currency: { code: string } } | null };
  }[];
};

const BIG = `query Big($ids: [SafeInt!]) {
  orders(perPage: 200, filter: { status: [Booked], city: { ids: $ids } }) {
    id: databaseId
    referenceCode
    client { name }
    bookedDetails { product { title } }
    pickup { driver { name } }
    passengers { firstName lastName email }
    tickets { filename }
    totalPrices { sold { amount currency { code } } }
  }
}`;

const CARTS =
  'query Carts { orders(perPage: 100, filter: { status: [InCart] }) { id: databaseId bookings { id: databaseId } } }';

/** A booked order with a driver and several passengers, which no other test changes. */
async function richest(page: Page, ask: Ask): Promise<Big['orders'][number]> {
  const quiet = await quietOrders(page, ask);
  const { orders } = await ask<Big>(page, BIG, { ids: await quietCities(page, ask) });
  const order = orders.find(
    ({ id, pickup, passengers }) => quiet.includes(id) && pickup.driver && passengers.length > 1,
  );
  if (!order) throw new Error('The demo data has no order with a driver and two passengers');
  return order;
}

test('shows all details of an order', async ({ staffPage: page, ask }) => {
  const order = await richest(page, ask);
  await page.goto(`/orders/${order.id}`);
  await expect(page.getByRole('heading', { name: `Order ${order.id}`, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`Order ${order.id} · Channel console`);
  const main = page.getByRole('main');
  await expect(main).toContainText(order.bookedDetails?.product.title ?? 'nothing');
  await expect(main).toContainText(order.referenceCode ?? '');

  const people = page.getByRole('region', { name: 'People' });
  await expect(people).toContainText(order.client.name);
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await expect(transfers).toContainText(order.pickup.driver?.name ?? 'nobody');
  const passengers = page.getByRole('region', { name: 'Passengers' });
  for (const { firstName, lastName } of order.passengers) {
    await expect(passengers.getByRole('cell', { name: `${firstName} ${lastName}` })).toBeVisible();
  }
  await expect(passengers).toContainText(`${order.passengers.length} people`);
  await expect(page.getByRole('region', { name: 'Departure' })).toContainText('Booked');
  const tickets = page.getByRole('region', { name: 'Tickets' });
  await expect(tickets.getByRole('link')).toHaveCount(order.tickets.length);
  const { sold } = order.totalPrices;
  const total = new Intl.NumberFormat('en-GB', { style: 'currency', currency: sold?.currency.code }).format(
    sold?.amount ?? 0,
  );
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(total);
  await expect(page.getByRole('region', { name: 'Experience' })).toContainText('as booked');
  for (const name of ['Tags', 'Record']) await expect(page.getByRole('region', { name })).toBeVisible();
});

test('shows a cart without a booking', async ({ staffPage: page, ask }) => {
  const { orders } = await ask<{ orders: { id: number; bookings: unknown[] }[] }>(page, CARTS);
  const cart = orders.find(({ bookings }) => bookings.length === 0);
  await page.goto(`/orders/${cart?.id}`);
  await expect(page.getByRole('region', { name: 'Departure' })).toContainText('No booking yet');
  await expect(page.getByRole('region', { name: 'Experience' })).toHaveCount(0);
});

test('shows a not-found page for an unknown order', async ({ staffPage: page, pageErrors }) => {
  await page.goto('/orders/99999999');
  await expect(page.getByRole('heading', { name: 'No such order' })).toBeVisible();
  await page.getByRole('link', { name: 'To the orders' }).click();
  await expect(page).toHaveURL('/orders');
  // The browser logs the status 404 of the page.
  expect(pageErrors.splice(0).every((pageError) => pageError.includes('404'))).toBe(true);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('opens an order from the list, and fits the screen', async ({ staffPage: page, ask, expectAccessible }) => {
    const order = await richest(page, ask);
    await page.goto(`/orders?q=${order.id}&status=Booked`);
    await page.getByRole('link', { name: `Order ${order.id}`, exact: true }).tap();
    await expect(page.getByRole('heading', { name: `Order ${order.id}`, level: 1 })).toBeVisible();
    const leader = order.passengers[0];
    const passengers = page.getByRole('region', { name: 'Passengers' });
    await expect(passengers.getByRole('listitem').first()).toContainText(`${leader?.firstName} ${leader?.lastName}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBe(0);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).tap();
    await expect(page).toHaveURL('/orders');
    await expect(page.getByRole('list', { name: 'Orders', exact: true })).toBeVisible();
  });
});
