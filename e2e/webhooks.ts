import type { Page } from '@playwright/test';
import { demoOrders } from './demo-orders.ts';
import { ADMIN, type Ask, test as base, expect } from './fixtures.ts';
import { type Received, type Receiver, startReceiver, untilReceived } from './stack/receiver.ts';

export { expect };

const CREATE = `mutation ($input: WebhookEndpointInput!) {
  made: createWebhookEndpoint(input: $input) { handedOver { secret endpoint { id: databaseId } } } }`;
const ENDPOINTS = '{ webhookEndpoints { id: databaseId } }';
const DELETE = 'mutation ($id: SafeInt!) { deleteWebhookEndpoint(id: $id) { isDeleted } }';

/** A registered endpoint. */
export type Registered = { id: number; secret: string };

type Fixtures = {
  /** A page where an administrator of the organization is signed in. */
  adminPage: Page;
  receiver: Receiver;
  /** Registers the receiver by the mutation instead of the form. */
  endpoint: Registered;
  /** An order that no other test changes. */
  orderId: number;
  /** Changes the order through v1, and returns its new reference code. */
  change: () => Promise<string>;
  /** The order as v1 returns it. */
  readOrder: () => Promise<Record<string, unknown>>;
  /** Waits for a request about the order of the test. */
  received: (isMeant?: (request: Received) => boolean) => Promise<Received>;
};

export const test = base.extend<Fixtures>({
  adminPage: async ({ page, enter }, use) => {
    await enter(page, ADMIN);
    await use(page);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },

  endpoint: async ({ adminPage, ask, receiver }, use, { title }) => {
    const endpoint = await register(adminPage, ask, receiver, title);
    await use(endpoint);
    // The receiver has stopped: later tests must not send to it, and another receiver may get its port.
    const { webhookEndpoints } = await ask<{ webhookEndpoints: { id: number }[] }>(adminPage, ENDPOINTS);
    if (webhookEndpoints.some(({ id }) => id === endpoint.id)) await ask(adminPage, DELETE, { id: endpoint.id });
  },

  orderId: async ({ adminPage, ask }, use, { parallelIndex, title }) => {
    const orders = await demoOrders(adminPage, ask);
    // Distribute the tests over the orders by title; the worker's parity keeps concurrent tests apart.
    const place =
      [...title].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 49, 0) * 2 + (parallelIndex % 2);
    await use(orders[place]?.id ?? 0);
  },

  change: async ({ adminPage, orderId }, use) => {
    let changes = 0;
    await use(async () => {
      changes += 1;
      const code = `hook-${orderId}-${changes}-${Date.now()}`;
      const answer = await callV1(adminPage, 'PUT', `/v1/orders/${orderId}`, { reference_code: code });
      expect(answer.ok(), await answer.text()).toBe(true);
      return code;
    });
  },

  readOrder: async ({ adminPage, orderId }, use) => {
    await use(async () => (await (await callV1(adminPage, 'GET', `/v1/orders/${orderId}`)).json()).data);
  },

  received: async ({ receiver, orderId }, use) => {
    await use((isMeant = () => true) =>
      untilReceived(receiver, (request) => orderOf(request) === orderId && isMeant(request)),
    );
  },
});

/** Registers a receiver as an endpoint of the organization. */
export async function register(
  page: Page,
  ask: Ask,
  { url }: Pick<Receiver, 'url'>,
  description: string,
): Promise<Registered> {
  const { made } = await ask<{ made: { secret: string; endpoint: { id: number } } }>(page, CREATE, {
    input: { url, description },
  });
  return { id: made.endpoint.id, secret: made.secret };
}

type Body = { data: { id: number; reference_code: string | null } };
const bodyOf = ({ body }: Received) => JSON.parse(body) as Body;

/** The order that a request is about. */
export const orderOf = (request: Received): number => bodyOf(request).data.id;
/** The reference code in a request. */
export const codeOf = (request: Received): string | null => bodyOf(request).data.reference_code;

/** Sends a v1 request as the administrator of the demo data. */
async function callV1(page: Page, method: string, path: string, data?: object) {
  const api = process.env.E2E_API_URL;
  const login = { username: 'admin', password: 'admin-demo' };
  const { data: tokens } = await (await page.request.post(`${api}/v1/tokens`, { data: login })).json();
  return page.request.fetch(`${api}${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens.access_token}` },
    ...(data ? { data } : {}),
  });
}

/** The page of an endpoint. */
export const endpointPath = ({ id }: { id: number }) => `/webhooks/endpoints/${id}`;
export const deliveries = (page: Page) => page.getByRole('table', { name: 'Deliveries, newest first' });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Chooses an item of the endpoint's menu. */
export async function manage(page: Page, act: string) {
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

/** Opens the newest delivery of an order, regardless of concurrent tests. */
export const openNewest = (page: Page, orderId: number) =>
  deliveries(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: String(orderId), exact: true }) })
    .first()
    .getByRole('link')
    .first()
    .click();
