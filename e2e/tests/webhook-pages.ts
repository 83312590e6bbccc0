import type { Page } from '@playwright/test';
import { codeOf, expect, test } from '../webhooks.ts';

type Scene = { endpoint: number; event: string; order: number };
type Show = (page: Page, scene: Scene) => Promise<void>;

const open = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
const dialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
const newest = (page: Page) =>
  page
    .getByRole('table', { name: 'Deliveries, newest first' })
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .first()
    .click();

/** Every webhook page in each of its states. */
const pages: Record<string, Show> = {
  'the endpoints': async (page) => {
    await page.goto('/webhooks/endpoints');
    await expect(page.getByRole('table')).toBeVisible();
  },
  'a new endpoint with a field error': async (page) => {
    await open(page, 'New endpoint');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(page.getByText('The address is required.')).toBeVisible();
  },
  'an endpoint that fails': async (page, { endpoint }) => {
    await page.goto(`/webhooks/endpoints/${endpoint}`);
    await expect(page.getByText('The last failure:')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Health over time' }).locator('svg').first()).toBeVisible();
  },
  'the menu of an endpoint': async (page) => {
    await open(page, 'Manage');
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'the confirmation of a rotation': async (page) => {
    await page.getByRole('menuitem', { name: 'Rotate the secret…' }).click();
    await dialog(page);
  },
  'a test': async (page, { endpoint }) => {
    await page.goto(`/webhooks/endpoints/${endpoint}`);
    await open(page, 'Send a test…');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The receiver' })).toBeVisible();
  },
  'all failed deliveries': async (page, { endpoint }) => {
    await page.goto(`/webhooks/endpoints/${endpoint}`);
    await open(page, 'Send failed again…');
    await expect(
      page.getByRole('dialog').getByText(/None of these deliveries is failed|never succeeded/),
    ).toBeVisible();
  },
  'the events': async (page) => {
    await page.goto('/webhooks/events');
    await expect(page.getByRole('table')).toBeVisible();
  },
  'the times of events': async (page) => {
    await open(page, 'Any time');
    await expect(page.getByLabel('From')).toBeVisible();
  },
  'no events': async (page) => {
    await page.goto('/webhooks/events?q=no-such-thing-anywhere&status=failed');
    await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible();
  },
  'an event': async (page, { event }) => {
    await page.goto(`/webhooks/events/${event}`);
    const changes = page.getByRole('region', { name: 'Changes', exact: true });
    await changes.getByText('With the order now').click();
    await expect(changes.getByRole('row', { name: /^reference_code/ })).toBeVisible();
  },
  'the confirmation of an erasure': async (page) => {
    await open(page, 'Erase the body…');
    await dialog(page);
  },
  'selected deliveries': async (page) => {
    await page.goto('/webhooks/deliveries');
    // Not `check()`: a delivery of another test that arrives after the click leaves the box partly checked.
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await expect(page.getByRole('toolbar', { name: 'Selected deliveries' })).toBeVisible();
  },
  'a delivery': async (page, { endpoint }) => {
    await page.goto(`/webhooks/deliveries?endpoint=${endpoint}`);
    await newest(page);
    await expect(page.getByRole('region', { name: /^Body of the request/ })).toBeVisible();
  },
  'a curl command': async (page) => {
    await open(page, 'Copy as curl');
    await expect(page.getByRole('region', { name: 'Command' })).toBeVisible();
  },
  'nothing here': async (page) => {
    await page.goto('/webhooks/deliveries/99999999');
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
  },
};

/** Tests the accessibility of every webhook page in a colour scheme. */
export function testWebhookPages(colorScheme: 'light' | 'dark'): void {
  test(`the webhook pages conform to WCAG 2.2 AA and best practices in ${colorScheme} mode`, async ({
    adminPage: page,
    endpoint,
    receiver,
    orderId,
    change,
    received,
    expectAccessible,
    pageErrors,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme });
    receiver.answerWith(503, { 'retry-after': '3600' });
    const code = await change();
    const request = await received((one) => codeOf(one) === code);
    await change();
    const scene = { endpoint: endpoint.id, event: `${request.headers['webhook-id']}`, order: orderId };
    for (const [name, show] of Object.entries(pages)) {
      await test.step(name, async () => {
        await show(page, scene);
        await expectAccessible(page);
      });
    }
    // The browser logs the status 404 of the last page.
    expect(pageErrors.splice(0).every((pageError) => pageError.includes('404'))).toBe(true);
  });
}
