import { expect, type Page } from '@playwright/test';
import { type Ask, signIn, test } from '../fixtures.ts';

const ONE_BOOKED = '{ orders(perPage: 1, filter: { status: [Booked] }) { id } }';

/** Every page, in each state that it has; brought about for a person who has signed in. */
const pages: Record<string, (page: Page, ask: Ask) => Promise<void>> = {
  'the order list': async (page) => {
    await page.goto('/orders?status=Booked');
    await expect(page.getByRole('table')).toBeVisible();
  },
  'the calendar of the order list': async (page) => {
    await page.goto('/orders?q=no-such-guest-anywhere');
    await page.getByRole('button', { name: 'Any day' }).click();
    await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
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
  'the login page with a refusal': async (page) => {
    await page.context().clearCookies();
    await page.goto('/login');
    await signIn(page, { name: 'nobody', password: 'wrong' });
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  },
};

/** Tests of every page in a colour scheme. */
export function testEveryPage(colorScheme: 'light' | 'dark'): void {
  for (const [name, arrange] of Object.entries(pages)) {
    test(`${name} keeps to WCAG 2.2 AA in ${colorScheme}`, async ({ staffPage: page, ask, expectAccessible }) => {
      await page.emulateMedia({ colorScheme });
      await arrange(page, ask);
      await expectAccessible(page);
    });
  }
}
