import type { Browser } from '@playwright/test';
import { ADMIN, type Ask } from '../fixtures.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { enter } from './session.ts';

/** Starts a receiver for webhooks of all orders, with its signing secret. */
export async function hearOfOrders(browser: Browser, ask: Ask): Promise<Receiver & { secret: string }> {
  const receiver = await startReceiver();
  const page = await browser.newPage();
  await enter(page.context(), ADMIN);
  const { made } = await ask<{ made: { secret: string; endpoint: { id: number } } }>(
    page,
    'mutation ($url: String!) { made: createWebhookEndpoint(input: { url: $url }) { handedOver { secret endpoint { id: databaseId } } } }',
    { url: receiver.url },
  );
  return {
    ...receiver,
    secret: made.secret,
    stop: async () => {
      // Another receiver may get the port.
      await ask(page, 'mutation ($id: SafeInt!) { deleteWebhookEndpoint(id: $id) { isDeleted } }', made.endpoint);
      await page.close();
      await receiver.stop();
    },
  };
}
