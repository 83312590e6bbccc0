import { expect, type Page } from '@playwright/test';
import type { Shown } from './shown.ts';

/** A failing endpoint with an outdated event. */
type WebhookScene = { page: Page; endpoint: number; event: string };

/** A webhook page in a state; the states follow each other in one test. */
type ShownWebhooks = Omit<Shown, 'show'> & { show: (scene: WebhookScene) => Promise<void> };

const open = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
const dialog = (page: Page, name?: string | RegExp) =>
  expect(page.getByRole('dialog', name === undefined ? {} : { name })).toBeVisible();
const newest = (page: Page) =>
  page
    .getByRole('table', { name: 'Deliveries, newest first' })
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .first()
    .click();

/** Closes a dialog, and chooses an item of the endpoint's menu. */
async function manage(page: Page, act: string): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await open(page, 'Manage');
  await page.getByRole('menuitem', { name: act }).click();
}

const endpoints = { at: '/webhooks/endpoints' };
const endpoint = { at: '/webhooks/endpoints/[id]' };
const events = { at: '/webhooks/events' };
const event = { at: '/webhooks/events/[id]' };
const deliveries = { at: '/webhooks/deliveries' };
const delivery = { at: '/webhooks/deliveries/[id]' };

export const webhookPages: ShownWebhooks[] = [
  {
    ...endpoints,
    name: 'the endpoints',
    show: async ({ page }) => {
      await page.goto('/webhooks/endpoints');
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    ...endpoints,
    name: 'a new endpoint with a field error',
    dialogs: ['features/webhooks/endpoints/create-endpoint.tsx'],
    show: async ({ page }) => {
      await open(page, 'New endpoint');
      await page.getByRole('button', { name: 'Register', exact: true }).click();
      await expect(page.getByText('The address is required.')).toBeVisible();
    },
  },
  {
    ...endpoint,
    name: 'an endpoint that fails',
    show: async ({ page, endpoint }) => {
      await page.goto(`/webhooks/endpoints/${endpoint}`);
      await expect(page.getByText('The last failure:')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Health over time' }).locator('svg').first()).toBeVisible();
    },
  },
  {
    ...endpoint,
    name: 'the menu of an endpoint',
    dialogs: ['features/webhooks/endpoint/endpoint-actions.tsx'],
    show: async ({ page }) => {
      await open(page, 'Manage');
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    ...endpoint,
    name: 'the confirmation of a rotation',
    dialogs: ['features/webhooks/endpoint/rotate-secret.tsx'],
    show: async ({ page }) => {
      await page.getByRole('menuitem', { name: 'Rotate the secret…' }).click();
      await dialog(page, 'Rotate the secret?');
    },
  },
  {
    ...endpoint,
    name: 'the new secret',
    show: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
      await dialog(page, 'The new secret');
    },
  },
  {
    ...endpoint,
    name: 'an endpoint being edited',
    dialogs: ['features/webhooks/endpoint/edit-endpoint.tsx'],
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'I have saved the secret' }).click();
      await manage(page, 'Edit…');
      await dialog(page, 'Edit endpoint');
    },
  },
  {
    ...endpoint,
    name: 'the question before an endpoint is switched off',
    show: async ({ page }) => {
      await manage(page, 'Switch off…');
      await dialog(page, 'Switch the endpoint off?');
    },
  },
  {
    ...endpoint,
    name: 'the question before an endpoint is deleted',
    show: async ({ page }) => {
      await manage(page, 'Delete…');
      await dialog(page, 'Delete the endpoint?');
    },
  },
  {
    ...endpoint,
    name: 'a test',
    dialogs: ['features/webhooks/endpoint/test-endpoint.tsx'],
    show: async ({ page, endpoint }) => {
      await page.goto(`/webhooks/endpoints/${endpoint}`);
      await open(page, 'Send a test…');
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'The receiver' })).toBeVisible();
    },
  },
  {
    ...endpoint,
    name: 'all failed deliveries',
    dialogs: ['features/webhooks/redeliver/redeliver-failed.tsx'],
    show: async ({ page, endpoint }) => {
      await page.goto(`/webhooks/endpoints/${endpoint}`);
      await open(page, 'Send failed again…');
      await expect(
        page.getByRole('dialog').getByText(/None of these deliveries is failed|never succeeded/),
      ).toBeVisible();
    },
  },
  {
    ...events,
    name: 'the events',
    show: async ({ page }) => {
      await page.goto('/webhooks/events');
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    ...events,
    name: 'the times of events',
    dialogs: ['features/webhooks/records/time-filter.tsx'],
    show: async ({ page }) => {
      await open(page, 'Any time');
      await expect(page.getByLabel('From')).toBeVisible();
    },
  },
  {
    ...events,
    name: 'no events',
    show: async ({ page }) => {
      await page.goto('/webhooks/events?q=no-such-thing-anywhere&status=failed');
      await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible();
    },
  },
  {
    ...event,
    name: 'an event',
    show: async ({ page, event }) => {
      await page.goto(`/webhooks/events/${event}`);
      const changes = page.getByRole('region', { name: 'Changes', exact: true });
      await changes.getByText('With the order now').click();
      await expect(changes.getByRole('row', { name: /^reference_code/ })).toBeVisible();
    },
  },
  {
    ...event,
    name: 'the confirmation of an erasure',
    dialogs: ['features/webhooks/event/erase-body.tsx'],
    show: async ({ page }) => {
      await open(page, 'Erase the body…');
      await dialog(page);
    },
  },
  {
    ...deliveries,
    name: 'selected deliveries',
    show: async ({ page }) => {
      await page.goto('/webhooks/deliveries');
      // Not `check()`: a delivery of another test that arrives after the click leaves the box partly checked.
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await expect(page.getByRole('toolbar', { name: 'Selected deliveries' })).toBeVisible();
    },
  },
  {
    ...deliveries,
    name: 'the question before selected deliveries are sent again',
    dialogs: ['features/webhooks/redeliver/redeliver-chosen.tsx'],
    show: async ({ page }) => {
      await open(page, 'Send again…');
      await dialog(page, 'Send the selected deliveries again');
    },
  },
  {
    ...delivery,
    name: 'a delivery',
    show: async ({ page, endpoint }) => {
      await page.goto(`/webhooks/deliveries?endpoint=${endpoint}`);
      await newest(page);
      await expect(page.getByRole('region', { name: /^Body of the request/ })).toBeVisible();
    },
  },
  {
    ...delivery,
    name: 'a curl command',
    dialogs: ['features/webhooks/delivery/copy-as-curl.tsx'],
    show: async ({ page }) => {
      await open(page, 'Copy as curl');
      await expect(page.getByRole('region', { name: 'Command' })).toBeVisible();
    },
  },
  {
    ...delivery,
    name: 'the question before a test is sent again',
    dialogs: ['features/webhooks/redeliver/redeliver-one.tsx'],
    show: async ({ page, endpoint }) => {
      await page.goto(`/webhooks/deliveries?endpoint=${endpoint}&status=failed`);
      await newest(page);
      await page.getByRole('button', { name: 'Send again…' }).click();
      await dialog(page, /^Send delivery \d+ again\?/);
    },
  },
  {
    ...delivery,
    name: 'nothing here',
    show: async ({ page }) => {
      await page.goto('/webhooks/deliveries/99999999');
      await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
    },
  },
];
