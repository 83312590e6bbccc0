import { randomBytes } from 'node:crypto';
import { createFactories } from '@channel/prisma/testing';
import { seal } from '@channel/webhooks';
import type { Receiver } from '@channel/webhooks/testing';
import type { Services } from '../../src/context.ts';
import { sendAs } from '../../src/jobs/testing/services.ts';
import { bearerOf, client, NOW, postGraphql, type TestServer } from '../../src/testing/index.ts';

/**
 * The data of a guest, each part of which is recognized in any text.
 *
 * @param mark six letters at least: shorter ones also occur in signatures by chance
 */
export const guestOf = (mark: string, digits: string) => ({
  mark,
  /** What a search looks for: the mark is part of each text, the digits of each number. */
  needles: [mark, digits],
  email: `${mark}mail@example.com`,
  leader: {
    first_name: `${mark}first`,
    last_name: `${mark}last`,
    email: `${mark}mail@example.com`,
    phone_number: `06 ${digits}`,
    phone_country_code: '+31',
    whatsapp_number: digits,
    gender: `${mark}gender`,
  },
});

export type Guest = ReturnType<typeof guestOf>;

const DAY_MS = 86_400_000;

/** An organization with an administrator, receivers of webhooks, and guests whose data went through every write path. */
export async function guestWorld(server: TestServer, services: Services, receivers: readonly Receiver[]) {
  const make = createFactories(server.db);
  const staff = await make.userWith(
    [
      'administration',
      'orders.view-all',
      'products.book',
      'graphql.query',
      'console.access',
      'transfers.drive',
      'tags.change-shared',
    ],
    { name: 'Administrator' },
  );
  const { organizationId } = staff.role;
  const secretKey = server.settings.secretKey;
  if (secretKey === null) throw new Error('the server has no key');
  for (const { url } of receivers) {
    const secret = seal(`whsec_${randomBytes(24).toString('base64')}`, secretKey);
    const createdAt = new Date(NOW.getTime() - DAY_MS);
    await server.db.webhookEndpoint.create({ data: { organizationId, url, secret, createdAt } });
  }
  const api = await client(server, staff.id);
  const send = <Data>(text: string, variables: object) => sendAs<Data>(services, staff.id, text, variables);
  const keyed = (key: string) => ({ 'idempotency-key': key });

  async function sent(answer: Promise<{ status: number; text: string }>) {
    const { status, text } = await answer;
    if (status !== 200) throw new Error(text);
    return JSON.parse(text) as {
      data: { id: number; tickets: { url: string }[]; pickup: { id: number }; bookings: { id: number }[] };
    };
  }

  /**
   * Books an order of a guest, and pushes the data of the guest through all paths that store something.
   *
   * @returns the order, and what sends its booking by v1 and its change by GraphQL once more, with the same keys
   */
  async function order({ mark, leader }: Guest, digits: string) {
    const offer = await make.offer([staff.role.id], { product: { ticketTitle: 'Ticket' } });
    const book = () =>
      api.post(`/v1/pos/roles/${staff.role.id}/service_levels/${offer.level.id}/orders`, {
        headers: keyed(`book-${leader.email}`),
        body: {
          leader: { ...leader, last_name: `${mark}former`, price_category_id: offer.adultId },
          passengers: [{ first_name: `${mark}child`, last_name: `${mark}last`, price_category_id: offer.childId }],
          details: { availability_id: offer.departure.id },
          tags: [{ key: 'passport', value: `${mark}PASS` }],
        },
      });
    const { id } = (await sent(book())).data;
    await sent(
      api.patch(`/v1/orders/${id}`, {
        headers: keyed(`change-${digits[0]}`),
        body: {
          leader,
          reference_code: `R-${leader.last_name}`,
          pickup: { location: { point: { latitude: 52.123456, longitude: 4.987654, address: `${mark}straat 1` } } },
        },
      }),
    );
    const row = await server.db.order.findUniqueOrThrow({ where: { id }, include: { bookings: true } });
    for (const [target, ids] of [
      ['orders', [id]],
      ['bookings', row.bookings.map((each) => each.id)],
      ['transfers', [row.dropoffId]],
    ] as const)
      await sent(
        api.post(`/v1/tags/any/${target}`, {
          headers: keyed(`tag-${target}-${digits[0]}`),
          body: {
            ids,
            tags: [
              { key: `passport-${target}`, value: `${mark}PASS${target}` },
              { key: 'number', value: Number(`7${digits}`) },
            ],
          },
        }),
      );
    const batch = await send<{ batch: { batch: { id: number } } }>(
      `mutation ($ids: [SafeInt!]!, $value: TagValue!) { batch: planBatch(orders: { ids: $ids },
        change: { tags: { on: order, action: assign, tags: [{ key: "allergy", value: $value }] } }) { batch { id: databaseId } } }`,
      { ids: [id], value: `${mark}allergy` },
    );
    await send('mutation ($id: SafeInt!) { runBatch(id: $id) { batch { status } } }', {
      id: Object(batch.batch).id ?? batch.batch.batch.id,
    });
    await send(
      'mutation ($ids: [SafeInt!]!, $value: TagValue!) { planBatch(orders: { ids: $ids }, change: { tags: { on: order, action: assign, tags: [{ key: "plan", value: $value }] } }) { batch { status } } }',
      { ids: [id], value: `${mark}planned` },
    );
    await send(
      'mutation ($id: SafeInt!, $input: OrderNoteInput!) { addOrderNote(orderId: $id, input: $input) { note { version } } }',
      {
        id,
        input: { text: `${mark}note: vegetarian`, isForCrew: true },
      },
    );
    await send(
      'mutation ($input: SavedViewInput!) { createSavedView(page: "orders", input: $input) { view { isShared } } }',
      {
        input: {
          name: `${mark}last`,
          query: `search=${encodeURIComponent(`${mark}first ${mark}last`)}`,
          isShared: true,
        },
      },
    );
    const job = { userId: staff.id, orderId: id, task: 'pickup', reason: `${mark}reason` } as const;
    await server.db.crewJob.create({ data: { ...job, title: 'Boat', day: new Date('2026-06-10') } });
    const change = { id: crypto.randomUUID(), state: 'declined', madeAt: NOW, recordedAt: NOW } as const;
    await server.db.crewJobChange.create({ data: { ...job, ...change } });
    const authorization = await bearerOf(server, staff.username);
    const query = `mutation { updateOrder(reference: "${id}", input: { leader: { lastName: "${leader.last_name}", whatsappNumber: "1${digits}" } }) { order { passengers { firstName gender } } } }`;
    const update = () =>
      postGraphql(server, { query }, { headers: { authorization, ...keyed(`graphql-${digits[0]}`) } });
    const { body } = await update();
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    const shown = await sent(api.get(`/v1/orders/${id}`));
    const [ticket] = shown.data.tickets;
    if (!ticket) throw new Error('the order has no ticket');
    await fetchTicket(ticket.url);
    const repeat = async () => ({ v1: await book(), graphql: await update() });
    return { id, ticket: ticket.url, repeat };
  }

  const fetchTicket = async (url: string): Promise<Buffer> => {
    const response = await fetch(`${server.url}${new URL(url).pathname}`);
    if (response.status !== 200) throw new Error(`the ticket answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };

  return { make, staff, organizationId, api, send, order, fetchTicket };
}

export type GuestWorld = Awaited<ReturnType<typeof guestWorld>>;
