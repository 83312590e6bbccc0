import type { Page } from '@playwright/test';
import { ADMIN, STAFF } from '../fixtures.ts';
import { logIn, type Partner } from '../stack/partner.ts';
import { type Receiver, startReceiver, untilReceived } from '../stack/receiver.ts';
import { ask as askAs, enter } from '../stack/session.ts';

/** The records that the screenshots show. */
export type Subject = {
  /** An order with pickup, passengers and tags. */
  order: number;
  /** Orders that are changed in a batch. */
  batch: number[];
  /** The product whose calendar is shown. */
  product: number;
  endpoint: number;
  person: number;
  /** A driver with jobs tomorrow. */
  driver: number;
};

const ORDERS = `{ orders(perPage: 200, sort: { by: starts, descending: false }, filter: { status: [Booked] }) {
  id: databaseId startsAt timeZone pickup { date } dropoff { date } tourGuide { id: databaseId } passengers { id: databaseId } tags { key } } }`;
const CATALOGUE = '{ catalogue(filter: { isPublished: true }, perPage: 50) { product { id: databaseId title } } }';
const ENDPOINT = `mutation ($input: WebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) { handedOver { endpoint { id: databaseId } } } }`;
const PICKUP =
  'mutation ($id: String!, $pickup: TransferInput!) { updateOrder(reference: $id, input: { pickup: $pickup }) { order { id: databaseId } } }';
const DRAFT = 'mutation ($moves: [DispatchMoveInput!]!) { draftDispatch(moves: $moves) { draft { moves } } }';
const RULES =
  'mutation ($organizationId: SafeInt!, $input: DispatchRulesInput!) { changeDispatchRules(organizationId: $organizationId, input: $input) { rules { organizationId } } }';
const VIEW =
  'mutation ($input: SavedViewInput!) { createSavedView(page: "orders", input: $input) { view { id: databaseId } } }';
const ASSIGN =
  'mutation ($ids: [SafeInt!]!, $tags: [TagInput!]!) { assignTags(target: orders, ids: $ids, tags: $tags) { count } }';

type Found = {
  id: number;
  startsAt: string;
  timeZone: string;
  pickup: { date: string | null } | null;
  dropoff: object | null;
  passengers: object[];
  tags: object[];
};

const ask = <Data>(page: Page, query: string, variables?: object): Promise<Data> =>
  askAs(page.context(), query, variables);

/** Adds data that the demo data does not contain, so that no page is empty. */
export async function arrange(page: Page): Promise<{ subject: Subject; end: () => Promise<void> }> {
  await enter(page.context(), ADMIN);
  const [good, bad] = [await startReceiver(), await startReceiver(503)];
  const register = async ({ url }: Receiver, description: string) => {
    const made = await ask<{ createWebhookEndpoint: { endpoint: { id: number } } }>(page, ENDPOINT, {
      input: { url, description },
    });
    return made.createWebhookEndpoint.endpoint.id;
  };
  const endpoint = await register(good, 'Fleet planning');
  await register(bad, 'Invoicing');

  const { orders } = await ask<{ orders: Found[] }>(page, ORDERS);
  const coming = orders.filter(({ startsAt }) => new Date(startsAt).getTime() > Date.now());
  const full = coming.find(({ pickup, passengers, tags }) => pickup?.date && passengers.length > 2 && tags.length > 0);
  const order = full?.id ?? coming[0]?.id ?? 0;
  const batch = coming
    .filter(({ id }) => id !== order)
    .slice(20, 24)
    .map(({ id }) => id);
  const tours = coming.filter(
    ({ id, timeZone }) => timeZone === 'Europe/Amsterdam' && id !== order && !batch.includes(id),
  );
  const driver = await fillDay(
    page,
    tours.slice(0, PICKUPS.length).map(({ id }) => id),
  );
  await setTravelTimes(page);
  await change(await logIn(STAFF), order, batch);
  await ask(page, VIEW, {
    input: { name: 'Booked, by departure', query: 'status=Booked&sort=starts', isShared: true },
  });
  await ask(page, ASSIGN, { ids: batch.slice(0, 2), tags: [{ key: 'season', value: 'autumn' }] });
  await untilReceived(good, ({ body }) => JSON.parse(body).data.id === batch[1]);
  await untilReceived(bad, ({ body }) => JSON.parse(body).data.id === batch[1]);

  const { catalogue } = await ask<{ catalogue: { product: { id: number; title: string } }[] }>(page, CATALOGUE);
  const product = catalogue.find((one) => one.product.title.includes('Canal Ring')) ?? catalogue[0];
  const { people } = await ask<{ people: { user: { id: number; name: string } }[] }>(
    page,
    '{ people(perPage: 100) { user { id: databaseId name } } }',
  );
  return {
    subject: { order, batch, product: product?.product.id ?? 0, endpoint, person: people[3]?.user.id ?? 0, driver },
    end: async () => {
      await good.stop();
      await bad.stop();
    },
  };
}

/** Pickups of a busy morning, with the index of the driver in the list of drivers; two are unassigned. */
const PICKUPS = [
  { time: '07:45', driver: 0 },
  { time: '08:15', driver: 1 },
  { time: '08:30', driver: 3 },
  { time: '10:30', driver: 0 },
  { time: '11:00', driver: 2 },
  { time: '11:15', driver: 4 },
  { time: '12:30', driver: 3 },
  { time: '09:00' },
  { time: '13:45' },
  { time: '14:00', driver: 5 },
];

/**
 * Creates tomorrow's pickups, and a draft with one clashing move.
 *
 * @returns the first driver
 */
async function fillDay(page: Page, orders: readonly number[]): Promise<number> {
  const { drivers } = await ask<{ drivers: { id: number }[] }>(page, '{ drivers { id: databaseId } }');
  for (const [index, id] of orders.entries()) {
    const { time, driver } = PICKUPS[index] ?? { time: '16:00' };
    const driverId = driver === undefined ? null : (drivers[driver]?.id ?? null);
    await ask(page, PICKUP, { id: String(id), pickup: { date: tomorrow(), time, driverId } });
  }
  const [first, , third] = orders;
  const moves = [
    { orderId: third, task: 'pickup', personId: drivers[1]?.id },
    { orderId: first, task: 'pickup', personId: drivers[2]?.id },
  ];
  await ask(page, DRAFT, { moves });
  return drivers[0]?.id ?? 0;
}

/** Sets the times between some cities. */
async function setTravelTimes(page: Page): Promise<void> {
  const { viewer, catalogueCities } = await ask<{
    viewer: { organizations: { id: number }[] };
    catalogueCities: { id: number; name: string }[];
  }>(page, '{ viewer { organizations { id: databaseId } } catalogueCities { id: databaseId name } }');
  const [first, ...others] = catalogueCities;
  const travelTimes = others
    .slice(0, 3)
    .map(({ id }, index) => ({ fromCityId: first?.id, toCityId: id, minutes: 45 + 15 * index }));
  await ask(page, RULES, { organizationId: viewer.organizations[0]?.id, input: { travelTimes } });
}

/** Tomorrow in the time zone of the demo organization. */
export const tomorrow = (): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' }).format(Date.now() + 86_400_000);

/** Changes orders through v1, so that there are webhook events. */
async function change(partner: Partner, order: number, others: readonly number[]): Promise<void> {
  await partner.change('PATCH', `orders/${order}`, { reference_code: 'GRP-2204' });
  await partner.change('PATCH', `orders/${order}`, { reference_code: 'GRP-2204-B' });
  for (const [index, id] of others.entries()) {
    await partner.change('PATCH', `orders/${id}`, { reference_code: `DESK-${310 + index}` });
  }
}
