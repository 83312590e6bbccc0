import { expect, type Page } from '@playwright/test';
import { ADMIN, type Ask, signIn, test } from '../fixtures.ts';
import { enter } from '../stack/session.ts';

const ONE_BOOKED = '{ orders(perPage: 1, filter: { status: [Booked] }) { id } }';

const ONE_PRODUCT = '{ catalogue(filter: { isPublished: true }, perPage: 1) { product { id } } }';

/** Every page in each of its states, opened for a signed-in user. */
export const pages: Record<string, (page: Page, ask: Ask) => Promise<void>> = {
  'the order list': async (page) => {
    await page.goto('/orders?status=Booked');
    await expect(page.getByRole('table')).toBeVisible();
  },
  'the calendar of the order list': async (page) => {
    await page.goto('/orders?q=no-such-guest-anywhere');
    await page.getByRole('button', { name: 'Takes place' }).click();
    await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
  },
  'the order list with a selection and all columns': async (page) => {
    const columns =
      'id,status,product,starts,guests,client,city,total,created,booked,pickup,dropoff,guide,contact,tags';
    await page.goto(`/orders?status=Booked&columns=${columns}`);
    // Not `check()`: an order of another test that arrives after the click leaves the box partly checked.
    await page.getByRole('checkbox', { name: 'Select all orders on this page' }).click();
    await expect(page.getByRole('toolbar', { name: 'Selected orders' })).toBeVisible();
  },
  'the filters of the order list': async (page) => {
    await page.goto('/orders?product=1&tags=vip&ordered=2026-01-01..');
    await page.getByRole('button', { name: 'More filters' }).click();
    await expect(page.getByRole('dialog').getByText('Amsterdam Canal Ring Cruise')).toBeVisible();
  },
  'the columns of the order list': async (page) => {
    await page.goto('/orders');
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('checkbox', { name: 'Tags' })).toBeVisible();
  },
  'the views of the order list': async (page) => {
    await page.goto('/orders');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this list as a view' }).click();
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
  },
  'the v1 request': async (page) => {
    await page.goto('/orders?q=a&sort=total');
    await page.getByRole('button', { name: 'More actions for this list' }).click();
    await page.getByRole('menuitem', { name: 'Equivalent v1 request' }).click();
    await expect(page.getByRole('dialog').getByLabel('Request', { exact: true })).toBeVisible();
  },
  'the export': async (page) => {
    await page.goto('/orders?status=Cancelled');
    await page.getByRole('button', { name: 'More actions for this list' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('are in the file');
  },
  'the dialog that asks for the password again': async (page) => {
    await page.goto('/orders');
    await page.context().clearCookies();
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('a');
    await expect(page.getByRole('dialog').getByLabel('Password')).toBeVisible();
  },
  'the account menu': async (page) => {
    await page.goto('/orders?q=no-such-guest-anywhere');
    await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the order page': async (page, ask) => {
    const { orders } = await ask<{ orders: { id: number }[] }>(page, ONE_BOOKED);
    await page.goto(`/orders/${orders[0]?.id}`);
    await expect(page.getByRole('region', { name: 'Experience' })).toBeVisible();
  },
  'an order being edited': async (page, ask) => {
    const { orders } = await ask<{ orders: { id: number }[] }>(page, ONE_BOOKED);
    await page.goto(`/orders/${orders[0]?.id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Reference code' })).toBeVisible();
  },
  'the palette': async (page) => {
    await page.goto('/orders?q=no-such-guest-anywhere');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').fill('jan');
    await expect(page.getByRole('dialog').getByText('People')).toBeVisible();
  },
  'the keyboard shortcuts': async (page) => {
    await page.goto('/orders?q=no-such-guest-anywhere');
    await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog').getByText('Show the keyboard shortcuts')).toBeVisible();
  },
  'the list of batches': async (page) => {
    await page.goto('/batches');
    await expect(page.getByRole('heading', { name: 'Batches', level: 1 })).toBeVisible();
  },
  'a new batch with its preview': async (page, ask) => {
    const { orders } = await ask<{ orders: { id: number }[] }>(page, ONE_BOOKED);
    await page.goto(`/batches/new?ids=${orders[0]?.id}`);
    await page.getByRole('radio', { name: /^Synchronise/ }).check();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('Nothing has been changed yet')).toBeVisible();
  },
  'the dispatch board': async (page) => {
    await page.goto('/dispatch?days=3');
    await expect(page.getByRole('group', { name: /^Unassigned,/ }).first()).toBeVisible();
  },
  'the dispatch rules': async (page) => {
    await page.goto('/dispatch/rules');
    await expect(page.getByRole('region', { name: 'Estimates', exact: true })).toBeVisible();
  },
  'the manifest': async (page) => {
    await page.goto('/dispatch/manifest?view=guides');
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  },
  'the overview': async (page) => {
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Orders by day' }).locator('svg').first()).toBeVisible();
  },
  'the catalogue': async (page) => {
    await page.goto('/catalogue');
    await expect(page.getByRole('table', { name: 'Products, by title' })).toBeVisible();
  },
  'a product with its calendar': async (page, ask) => {
    const { catalogue } = await ask<{ catalogue: { product: { id: number } }[] }>(page, ONE_PRODUCT);
    await page.goto(`/catalogue/${catalogue[0]?.product.id}`);
    await expect(page.getByRole('table', { name: /^Departures of/ })).toBeVisible();
    await page
      .getByRole('button', { name: /^Edit tags of/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Add a tag' }).click();
  },
  'the dialog to invite a person': async (page) => {
    await enter(page.context(), ADMIN);
    await page.goto('/people');
    await expect(page.getByRole('table', { name: 'People, by name' })).toBeVisible();
    await page.getByRole('button', { name: 'Invite' }).click();
    await expect(page.getByRole('checkbox', { name: 'Tour guide' })).toBeVisible();
  },
  'the people': async (page) => {
    await page.goto('/people?q=a');
    await expect(page.getByRole('table', { name: 'People, by name' })).toBeVisible();
  },
  'a person': async (page, ask) => {
    await enter(page.context(), ADMIN);
    const { people } = await ask<{ people: { user: { id: number } }[] }>(
      page,
      '{ people(perPage: 1) { user { id } } }',
    );
    await page.goto(`/people/${people[0]?.user.id}`);
    await expect(page.getByRole('region', { name: 'Account' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Recent activity' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Calendar' })).toContainText('Working hours');
  },
  'the roles, with one being edited': async (page) => {
    await enter(page.context(), ADMIN);
    await page.goto('/people/roles');
    await page.getByRole('button', { name: 'Edit Driver' }).click();
    await expect(page.getByRole('checkbox', { name: 'transfers.drive' })).toBeVisible();
  },
  'the tags in use': async (page) => {
    await page.goto('/tags?on=orders');
    await page.getByRole('table').getByRole('button').first().click();
    await expect(page.getByRole('list', { name: /^Values of/ })).toBeVisible();
  },
  'the audit log': async (page) => {
    await enter(page.context(), ADMIN);
    await page.goto('/audit');
    await expect(page.getByRole('table', { name: 'Audit log, newest first' })).toBeVisible();
  },
  'an invalid link to set a password': async (page) => {
    await page.context().clearCookies();
    await page.goto('/welcome?token=1%7CAAAA');
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  },
  'the login page with an error': async (page) => {
    await page.context().clearCookies();
    await page.goto('/login');
    await signIn(page, { name: 'nobody', password: 'wrong' });
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  },
};

/** Tests the accessibility of every page in a colour scheme, and that it shows no time of UTC or of the browser. */
export function testEveryPage(colorScheme: 'light' | 'dark'): void {
  test.use({ timezoneId: 'Pacific/Auckland' });
  for (const [name, arrange] of Object.entries(pages)) {
    test(`${name} conforms to WCAG 2.2 AA and best practices in ${colorScheme} mode`, async ({
      staffPage: page,
      ask,
      expectAccessible,
    }) => {
      await page.emulateMedia({ colorScheme });
      await arrange(page, ask);
      await expectAccessible(page);
      await expect(page.locator('body')).not.toContainText(/\bUTC\b|GMT\+1[23]/, { useInnerText: true });
    });
  }
}
