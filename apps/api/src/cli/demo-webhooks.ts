import { setTimeout as sleep } from 'node:timers/promises';
import { actorOf } from '@channel/auth';
import { executeOperation, resultsOf } from '@channel/graph';
import { parse } from 'graphql';
import { contextOf } from '../context.ts';
import { startProgram } from '../process.ts';

/*
 * Gives the demo world webhook endpoints at the receiver whose address is the argument, and changes orders, so that the
 * running worker makes deliveries in all states. `npm start` runs it once, after the worker has started.
 */

const CREATE = `mutation ($input: WebhookEndpointInput!) { created: createWebhookEndpoint(input: $input) { handedOver { endpoint { id: databaseId } } } }`;
const DISABLE = 'mutation ($id: SafeInt!) { disableWebhookEndpoint(id: $id) { endpoint { id: databaseId } } }';
const TEST = 'mutation ($id: SafeInt!) { testWebhookEndpoint(id: $id) { delivery { id: databaseId } } }';
const REDELIVER = 'mutation ($id: SafeInt!) { redeliverWebhook(id: $id) { delivery { id: databaseId } } }';
const UPDATE =
  'mutation ($id: String!, $code: String!) { updateOrder(reference: $id, input: { referenceCode: $code }) { order { id: databaseId } } }';

const ORDERS = 6;
const TIMEOUT = 30_000;

const [receiver] = process.argv.slice(2);
const { services } = startProgram('channel-demo-webhooks');
const { db, settings } = services;
try {
  if (receiver && !settings.isProduction) await fill(receiver);
} finally {
  await db.$disconnect();
}

async function fill(url: string): Promise<void> {
  const admin = await db.user.findFirstOrThrow({ where: { email: 'admin@demo.example' }, select: { id: true } });
  const fleet = await register(admin.id, `${url}/fleet`, 'Fleet planning');
  await register(admin.id, `${url}/messages`, 'Messages to guests');
  const invoicing = await register(admin.id, `${url}/invoicing`, 'Invoicing');
  const former = await register(admin.id, `${url}/former-channel-manager`, 'Former channel manager');
  const orders = await db.order.findMany({
    where: { status: 'Booked', organization: { webhookEndpoints: { some: { id: fleet } } } },
    orderBy: { createdAt: 'desc' },
    take: ORDERS,
    select: { id: true },
  });
  for (const { id } of orders) await run(admin.id, UPDATE, { id: String(id), code: `DESK-${id}` });
  // Its deliveries that wait for another attempt are skipped.
  await attempted(former);
  await run(admin.id, DISABLE, { id: former });
  // A test has a single attempt.
  await run(admin.id, TEST, { id: invoicing });
  await run(admin.id, REDELIVER, { id: await attempted(fleet) });
}

async function register(userId: number, url: string, description: string): Promise<number> {
  const { created } = await run<{ created: { endpoint: { id: number } } }>(userId, CREATE, {
    input: { url, description },
  });
  return created.endpoint.id;
}

/** Waits until the worker has attempted all deliveries to an endpoint, and returns the id of one of them. */
async function attempted(endpointId: number): Promise<number> {
  for (const end = performance.now() + TIMEOUT; performance.now() < end; await sleep(100)) {
    const deliveries = await db.webhookDelivery.findMany({
      where: { endpointId },
      select: { id: true, attemptCount: true },
    });
    const [first] = deliveries;
    if (first && deliveries.length === ORDERS && deliveries.every(({ attemptCount }) => attemptCount > 0))
      return first.id;
  }
  throw new Error('The worker has not attempted the webhooks of the demo world.');
}

/** Executes a mutation as a user of the console, and returns its results. @throws where it is refused */
async function run<Data>(userId: number, text: string, variables: Record<string, unknown>): Promise<Data> {
  const actor = await actorOf(db, userId, new Date());
  const context = await contextOf(services, { actor, channel: 'system', requestId: 'demo-webhooks', address: null });
  const { data, errors } = await executeOperation(parse(text), variables, context);
  if (errors?.[0]) throw errors[0];
  return resultsOf(data ?? {}) as Data;
}
