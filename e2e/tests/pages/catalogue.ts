import { expect } from '@playwright/test';
import { ADMIN } from '../../fixtures.ts';
import { enter } from '../../stack/session.ts';
import type { Shown } from './shown.ts';

const ONE_PRODUCT = '{ catalogue(filter: { isPublished: true }, perPage: 1) { product { id: databaseId } } }';

/** The overview, the catalogue, the tags, and the page of an unknown address. */
export const cataloguePages: Shown[] = [
  {
    at: '/',
    name: 'the overview',
    show: async ({ page, check }) => {
      await page.goto('/');
      const byDay = page.getByRole('region', { name: 'Orders by day' });
      await expect(byDay.locator('svg').first()).toBeVisible();
      await check();
      await byDay.getByText('Show as a table').click();
      await expect(byDay.getByRole('row').first()).toBeVisible();
    },
  },
  {
    at: '/catalogue',
    name: 'the catalogue',
    show: async ({ page }) => {
      await page.goto('/catalogue');
      await expect(page.getByRole('table', { name: 'Products, by title' })).toBeVisible();
    },
  },
  {
    at: '/catalogue/[id]',
    name: 'a product with its calendar, tags and estimates as they are changed',
    dialogs: ['features/catalogue/edit-times.tsx'],
    show: async ({ page, ask, check }) => {
      const { catalogue } = await ask<{ catalogue: { product: { id: number } }[] }>(page, ONE_PRODUCT);
      await enter(page.context(), ADMIN);
      await page.goto(`/catalogue/${catalogue[0]?.product.id}`);
      await expect(page.getByRole('table', { name: /^Departures of/ })).toBeVisible();
      await page.getByRole('button', { name: 'Edit estimates' }).click();
      await page.getByRole('dialog').getByLabel('Transfer estimate').fill('1441');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('The number must be between 1 and 1440.')).toBeVisible();
      await check();
      await page.getByRole('dialog').getByLabel('Transfer estimate').fill('');
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^Edit tags of/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Add a tag' }).click();
    },
  },
  {
    at: '/catalogue/[id]',
    name: 'an unknown product',
    show: async ({ page }) => {
      await page.goto('/catalogue/999999');
      await expect(page.getByRole('heading', { name: 'No such product' })).toBeVisible();
    },
  },
  {
    at: '/tags',
    name: 'the tags in use',
    show: async ({ page }) => {
      await page.goto('/tags?on=orders');
      await page.getByRole('table').getByRole('button').first().click();
      await expect(page.getByRole('list', { name: /^Values of/ })).toBeVisible();
    },
  },
];
