import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

type Listed = {
  id: number;
  createdAt: string;
  startsAt: string | null;
  startsAtLocal: string | null;
  timeZone: string;
};

/** The time zones of the organization, of the places of the chosen orders, and of the browser all differ. */
const ORGANIZATION = 'Europe/Amsterdam';
const PLACE = 'America/New_York';
test.use({ timezoneId: 'Pacific/Auckland' });

const dayIn = (timeZone: string, instant: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(instant));
const shownDay = (timeZone: string, instant: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(instant),
  );
const shownTime = (timeZone: string, instant: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(new Date(instant));

const rowOf = (page: Page, id: number) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Order ${id}`, exact: true }) });

/** All orders of the demo, and those of tests that began before. */
const LIST = '{ orders(perPage: 1000) { id: databaseId createdAt startsAt startsAtLocal timeZone } }';

test('filters orders by the days that their columns show', async ({ staffPage: page, ask }) => {
  const { orders } = await ask<{ orders: Listed[] }>(page, LIST);
  // Orders that tests sell are created on the day on which they run, or later.
  const today = dayIn(ORGANIZATION, process.env.E2E_STARTED_AT ?? '');
  const late = orders.find(({ createdAt }) => {
    const day = dayIn(ORGANIZATION, createdAt);
    return dayIn('UTC', createdAt) !== day && day < today;
  });
  if (!late) throw new Error('The stack has an order that was created around midnight');
  const day = dayIn(ORGANIZATION, late.createdAt);
  const total = orders.filter(({ createdAt }) => dayIn(ORGANIZATION, createdAt) === day).length;
  await page.goto(`/orders?ordered=${day}&columns=id,created,starts`);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${total} match`));
  await expect(rowOf(page, late.id)).toContainText(shownDay(ORGANIZATION, late.createdAt));
  await expect(rowOf(page, late.id)).toContainText(shownTime(ORGANIZATION, late.createdAt));
  await page.getByRole('button', { name: 'More filters: 1' }).click();
  await expect(page.getByRole('dialog', { name: 'More filters' })).toContainText(`Days in ${ORGANIZATION}`);

  // v1 counts days in UTC: the request for the same orders covers both days, and says so.
  await page.goto(`/orders?ordered=${day}`);
  await page.getByRole('button', { name: 'More actions for this list' }).click();
  await page.getByRole('menuitem', { name: 'Equivalent v1 request' }).click();
  const request = page.getByRole('dialog', { name: 'Equivalent v1 request' });
  await expect(request).toContainText(`filter[order_date][start]=${dayIn('UTC', late.createdAt)}`);
  await expect(request).toContainText(`The days of ${ORGANIZATION}`);
});

test('shows times of a place by its clock, on the list and on the page of an order', async ({
  staffPage: page,
  ask,
}) => {
  const { orders } = await ask<{ orders: Listed[] }>(page, LIST);
  const order = orders.find(
    ({ timeZone, startsAt, startsAtLocal }) => timeZone === PLACE && startsAt && !startsAtLocal?.endsWith('00:00:00'),
  );
  if (!order?.startsAt) throw new Error('The demo data needs an order in New York');
  const start = order.startsAt;
  await page.goto(`/orders?activity=${dayIn(PLACE, start)}&columns=id,starts,created`);
  for (const where of [rowOf(page, order.id), page.getByRole('main')]) {
    await expect(where).toContainText(shownTime(PLACE, start));
    await expect(where).toContainText(shownTime(ORGANIZATION, order.createdAt));
    await page.goto(`/orders/${order.id}`);
  }
});

test('counts the orders of today as the list of today does', async ({ staffPage: page, ask }) => {
  await page.goto('/');
  const { overview } = await ask<{ overview: { today: string } }>(page, '{ overview { today } }');
  const figure = page.getByRole('definition').first();
  await expect(page.getByRole('term').first()).toHaveText('Orders created today');
  // Other tests may create orders meanwhile.
  await expect(async () => {
    await page.goto('/');
    // A note follows the number.
    const shown = Number(await figure.evaluate(({ firstChild }) => firstChild?.textContent));
    await page.goto(`/orders?ordered=${overview.today}`);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      new RegExp(`^${shown === 0 ? 'none' : shown} `),
      {
        timeout: 2_000,
      },
    );
  }).toPass();
});
