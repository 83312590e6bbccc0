import type { Browser } from '@playwright/test';
import { ADMIN, type Ask } from '../fixtures.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { enter } from './session.ts';

/** Starts a receiver for webhooks of all orders, with its signing secret. */
export async function hearOfOrders(browser: Browser, ask: Ask): Promise<Receiver & { secret: string }> {
  const receiver = await startReceiver();
  const page = await browser.newPage();
  await enter(page.context(), ADMIN);
  const { createWebhookEndpoint } = await ask<{ createWebhookEndpoint: { secret: string } }>(
    page,
    'mutation ($url: String!) { createWebhookEndpoint(input: { url: $url }) { secret } }',
    { url: receiver.url },
  );
  await page.close();
  return { ...receiver, secret: createWebhookEndpoint.secret };
}
