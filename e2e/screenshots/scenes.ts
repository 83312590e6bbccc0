import { expect, type Page } from '@playwright/test';
import { ADMIN, STAFF } from '../fixtures.ts';
import { ask, enter } from '../stack/session.ts';
import { linkOf, openJobs, pathOf } from '../tests/crew-page.ts';
import { type Subject, tomorrow } from './arrange.ts';

/** The window of the pictures. */
export const VIEWPORT = { width: 1280, height: 800 };

type Show = (page: Page, subject: Subject) => Promise<void>;

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

/** The scenes in the order in which they run; some continue from the previous one. */
export const scenes: Record<string, Show> = {
  overview: async (page) => {
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Orders by day' }).locator('svg').first()).toBeVisible();
  },
  orders: async (page) => {
    await page.goto('/orders?status=Booked&sort=starts');
    await page.getByRole('table', { name: 'Orders' }).waitFor();
    await page
      .getByRole('checkbox', { name: /^Select order/ })
      .nth(1)
      .check();
    await page
      .getByRole('checkbox', { name: /^Select order/ })
      .nth(2)
      .check();
    await expect(page.getByRole('toolbar', { name: 'Selected orders' })).toBeVisible();
  },
  palette: async (page) => {
    await page.goto('/orders');
    await page.getByRole('table', { name: 'Orders' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').fill('jan');
    await expect(page.getByRole('dialog').getByText('People')).toBeVisible();
  },
  order: async (page, { order }) => {
    await page.goto(`/orders/${order}`);
    await expect(page.getByRole('region', { name: 'Experience' })).toBeVisible();
  },
  'order-history': async (page) => {
    const history = page.getByRole('region', { name: /^(History|Timeline)/ });
    await history.scrollIntoViewIfNeeded();
    await expect(history.getByRole('listitem').first()).toBeVisible();
    await history.evaluate((element) => {
      element.scrollIntoView();
      window.scrollBy(0, -16);
    });
  },
  'order-edit': async (page, { order }) => {
    await page.goto(`/orders/${order}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Reference code' })).toBeVisible();
  },
  'new-order': async (page) => {
    // Staff sell, administrators do not.
    await enter(page.context(), STAFF);
    await page.goto('/orders/new');
    await page.getByRole('combobox', { name: 'Product' }).fill('Canal Ring');
    await page
      .getByRole('option', { name: /Canal Ring/ })
      .first()
      .click();
    await expect(page.getByText('The places are held for you')).toBeVisible();
  },
  rebook: async (page, { order }) => {
    await page.goto(`/orders/${order}`);
    await page.getByRole('button', { name: 'Rebook' }).click();
    const dialog = page.getByRole('dialog', { name: `Rebook order ${order}` });
    await dialog.getByLabel('Day').selectOption({ index: 2 });
    await expect(dialog.getByRole('region', { name: 'What changes' })).toBeVisible();
  },
  dispatch: async (page) => {
    await enter(page.context(), ADMIN);
    await page.goto(`/dispatch?from=${tomorrow()}`);
    await expect(page.getByRole('group', { name: /^Unassigned,/ }).first()).toBeVisible();
  },
  'dispatch-rules': async (page) => {
    await page.goto('/dispatch/rules');
    await expect(page.getByRole('table', { name: 'Travel times' })).toBeVisible();
  },
  'hand-over': async (page, { driver }) => {
    await page.goto(`/dispatch/hand-over?person=${driver}&from=${tomorrow()}`);
    await page
      .getByText(/^Why \d+ (person is|people are) not free$/)
      .first()
      .click();
    await expect(page.getByRole('combobox', { name: /^Who does/ }).first()).toBeVisible();
  },
  manifest: async (page) => {
    await page.goto(`/dispatch/manifest?day=${tomorrow()}`);
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  },
  'batch-preview': async (page, { batch }) => {
    await page.goto(`/batches/new?ids=${batch.join(',')}`);
    await page.getByRole('radio', { name: /^Synchronise/ }).check();
    await page.getByRole('textbox', { name: 'Key of tag 1' }).fill('season');
    await page.getByRole('textbox', { name: 'Value of tag 1' }).fill('winter');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('Nothing has been changed yet')).toBeVisible();
  },
  batch: async (page) => {
    await page.getByRole('button', { name: /^Synchronise: / }).click();
    await expect(page.getByRole('status').filter({ hasText: /orders changed/ })).toBeVisible();
  },
  batches: async (page) => {
    await page.goto('/batches');
    await heading(page, 'Batches');
    await page.getByRole('table').waitFor();
  },
  catalogue: async (page) => {
    await page.goto('/catalogue');
    await expect(page.getByRole('table', { name: 'Products, by title' })).toBeVisible();
  },
  product: async (page, { product }) => {
    await page.goto(`/catalogue/${product}`);
    await expect(page.getByRole('table', { name: /^Departures of/ })).toBeVisible();
  },
  people: async (page) => {
    await page.goto('/people');
    await expect(page.getByRole('table', { name: 'People, by name' })).toBeVisible();
  },
  person: async (page, { person }) => {
    await page.goto(`/people/${person}`);
    await expect(page.getByRole('region', { name: 'Account' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Calendar' })).toContainText('Working hours');
  },
  schedule: async (page, { driver }) => {
    await page.goto(`/people/${driver}?on=${tomorrow()}`);
    const schedule = page.getByRole('region', { name: 'Schedule' });
    await expect(schedule.getByRole('list', { name: /^Jobs on/ }).first()).toBeVisible();
    await schedule.evaluate((element) => {
      element.scrollIntoView();
      window.scrollBy(0, -16);
    });
  },
  crew: async (page, { driver }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(pathOf(await linkOf(page, (of, query, variables) => ask(of.context(), query, variables), driver)));
    await openJobs(page);
    await expect(page.getByRole('button', { name: 'Accept' }).first()).toBeVisible();
  },
  roles: async (page) => {
    await page.setViewportSize(VIEWPORT);
    await page.goto('/people/roles');
    await expect(page.getByRole('button', { name: 'Edit Driver' })).toBeVisible();
  },
  tags: async (page) => {
    await page.goto('/tags?on=orders');
    await page.getByRole('table').getByRole('button').first().click();
    await expect(page.getByRole('list', { name: /^Values of/ })).toBeVisible();
  },
  endpoints: async (page) => {
    await page.goto('/webhooks/endpoints');
    await page.getByRole('table').waitFor();
  },
  endpoint: async (page, { endpoint }) => {
    await page.goto(`/webhooks/endpoints/${endpoint}`);
    await expect(page.getByRole('region', { name: 'Health over time' }).locator('svg').first()).toBeVisible();
  },
  events: async (page) => {
    await page.goto('/webhooks/events');
    await page.getByRole('table').waitFor();
  },
  event: async (page) => {
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Changes', exact: true })).toBeVisible();
  },
  deliveries: async (page) => {
    await page.goto('/webhooks/deliveries');
    await page.getByRole('table', { name: 'Deliveries, newest first' }).waitFor();
  },
  delivery: async (page) => {
    const failed = page.getByRole('row').filter({ hasText: 'Invoicing' }).first();
    await failed.getByRole('link').first().click();
    await expect(page.getByRole('region', { name: /^Body of the request/ })).toBeVisible();
  },
  audit: async (page) => {
    await page.goto('/audit');
    await expect(page.getByRole('table', { name: 'Audit log, newest first' })).toBeVisible();
  },
};
