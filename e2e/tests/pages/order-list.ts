import { expect } from '@playwright/test';
import { enter } from '../../stack/session.ts';
import type { Shown } from './shown.ts';

const ALL_COLUMNS =
  'id,status,product,starts,guests,client,city,total,created,booked,pickup,dropoff,guide,contact,tags';

const list = { at: '/orders' };

/** The list of orders, and what every page has: the palette, the account menu, the keyboard shortcuts, the sign-in. */
export const orderListPages: Shown[] = [
  {
    ...list,
    name: 'the order list',
    show: async ({ page, isNarrow }) => {
      await page.goto('/orders?status=Booked');
      await expect(isNarrow ? page.getByRole('list', { name: 'Orders' }) : page.getByRole('table')).toBeVisible();
    },
  },
  {
    ...list,
    name: 'the calendar of the order list',
    dialogs: ['features/orders/list/day-popover.tsx'],
    show: async ({ page }) => {
      await page.goto('/orders?q=no-such-guest-anywhere');
      await page.getByRole('button', { name: 'Takes place' }).click();
      await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
    },
  },
  {
    ...list,
    name: 'the order list with a selection',
    show: async ({ page, isNarrow }) => {
      await page.goto(`/orders?status=Booked&columns=${ALL_COLUMNS}`);
      // Not `check()`: an order of another test that arrives after the click leaves the box partly checked.
      const all = page.getByRole('checkbox', { name: 'Select all orders on this page' });
      await (isNarrow ? page.getByRole('checkbox', { name: /^Select order/ }).first() : all).click();
      await expect(page.getByRole('toolbar', { name: 'Selected orders' })).toBeVisible();
    },
  },
  {
    ...list,
    name: 'the filters of the order list',
    dialogs: ['features/orders/list/filter-panel.tsx'],
    show: async ({ page }) => {
      await page.goto('/orders?product=1&tags=vip&ordered=2026-01-01..&clash=true');
      await page.getByRole('button', { name: 'More filters' }).click();
      await expect(page.getByRole('dialog').getByText('Amsterdam Canal Ring Cruise')).toBeVisible();
      await expect(page.getByRole('dialog').getByRole('switch', { name: 'Has a clash' })).toBeChecked();
    },
  },
  {
    ...list,
    name: 'the filter of clashes among too many days, with filters that are ignored',
    show: async ({ page, check }) => {
      await page.goto('/orders?clash=true&activity=2026-01-01..');
      await expect(page.getByRole('heading', { name: 'Clashes are found for at most 31 days' })).toBeVisible();
      await check();
      await page.goto('/orders?status=Lost,Booked&sort=x&page=9999');
      await expect(page.getByRole('list', { name: 'Ignored filters' }).getByRole('listitem')).toHaveCount(2);
      await expect(page.getByRole('heading', { name: 'Past the last page' })).toBeVisible();
    },
  },
  {
    ...list,
    name: 'the columns of the order list',
    dialogs: ['features/orders/list/column-list.tsx'],
    isWide: true,
    show: async ({ page }) => {
      await page.goto('/orders');
      await page.getByRole('button', { name: 'Columns' }).click();
      await expect(page.getByRole('checkbox', { name: 'Tags' })).toBeVisible();
    },
  },
  {
    ...list,
    name: 'the views of the order list, as they are saved, changed and deleted',
    dialogs: [
      'features/orders/views/views-menu.tsx',
      'features/orders/views/save-view.tsx',
      'features/orders/views/manage-views.tsx',
    ],
    show: async ({ page, hire, check }) => {
      await enter(page.context(), await hire('Back office'));
      await page.goto('/orders?status=Cancelled');
      await page.getByRole('button', { name: 'Views' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await check();
      await page.getByRole('menuitem', { name: 'Save this list as a view' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Cancelled ones');
      await check();
      await page.getByRole('dialog').getByRole('button', { name: 'Save the view' }).click();
      await page.getByRole('button', { name: 'View: Cancelled ones' }).click();
      await page.getByRole('menuitem', { name: 'Change views' }).click();
      const view = page.getByRole('dialog').getByRole('region', { name: 'Cancelled ones' });
      await expect(view).toBeVisible();
      await check();
      await view.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('dialog', { name: /^Delete the view/ })).toBeVisible();
    },
  },
  {
    ...list,
    name: 'the v1 request',
    dialogs: ['features/orders/list/list-menu-items.tsx', 'features/orders/v1-dialog.tsx'],
    show: async ({ page, check }) => {
      await page.goto('/orders?q=a&sort=total');
      await page.getByRole('button', { name: 'More actions for this list' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await check();
      await page.getByRole('menuitem', { name: 'Equivalent v1 request' }).click();
      await expect(page.getByRole('dialog').getByLabel('Request', { exact: true })).toBeVisible();
    },
  },
  {
    ...list,
    name: 'the export',
    dialogs: ['features/orders/export/export-dialog.tsx'],
    show: async ({ page }) => {
      await page.goto('/orders?status=Cancelled');
      await page.getByRole('button', { name: 'More actions for this list' }).click();
      await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
      await expect(page.getByRole('dialog').getByRole('status')).toContainText('are in the file');
    },
  },
  {
    ...list,
    name: 'the dialog that asks for the password again',
    dialogs: ['features/session/sign-in-dialog.tsx'],
    show: async ({ page }) => {
      await page.goto('/orders');
      await page.context().clearCookies();
      await page.getByRole('searchbox', { name: 'Search orders' }).fill('a');
      await expect(page.getByRole('dialog').getByLabel('Password')).toBeVisible();
    },
  },
  {
    ...list,
    name: 'the account menu with the languages',
    dialogs: ['features/session/account-menu-items.tsx'],
    show: async ({ page, isNarrow, check }) => {
      await page.goto('/orders?q=no-such-guest-anywhere');
      await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible();
      if (isNarrow) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await check();
      }
      await page.getByRole('button', { name: /^Account of/ }).click();
      await expect(page.getByRole('menuitemradio', { name: 'Nederlands' })).toBeVisible();
    },
  },
  {
    ...list,
    name: 'the palette',
    dialogs: ['features/palette/palette-dialog.tsx'],
    show: async ({ page }) => {
      await page.goto('/orders?q=no-such-guest-anywhere');
      await page.keyboard.press('Control+K');
      await page.getByRole('dialog').getByRole('combobox').fill('jan');
      await expect(page.getByRole('dialog').getByText('People')).toBeVisible();
    },
  },
  {
    ...list,
    name: 'the keyboard shortcuts',
    dialogs: ['components/keyboard/keyboard-help.tsx'],
    show: async ({ page }) => {
      await page.goto('/orders?q=no-such-guest-anywhere');
      await expect(page.getByRole('heading', { name: 'No orders match' })).toBeVisible();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog').getByText('Show the keyboard shortcuts')).toBeVisible();
    },
  },
];
