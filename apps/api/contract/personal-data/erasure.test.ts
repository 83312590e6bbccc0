import { readdirSync } from 'node:fs';
import { type Behaviour, type Receiver, startReceiver } from '@channel/webhooks/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../src/context.ts';
import { type Jobs, startJobs } from '../../src/jobs/start-jobs.ts';
import { startServer, type TestServer } from '../../src/testing/index.ts';
import { columnsWith } from './find-text.ts';
import { type GuestWorld, guestOf, guestWorld } from './guest-world.ts';

/*
 * The data of two guests goes through every path that stores something; one of them is erased. A search through all
 * columns of all tables finds the first one before, and nothing of it after; the other one stays as it was.
 */

const TIMEOUT = 120_000;
const GUEST = guestOf('qzxwvk', '99887766');
const OTHER = guestOf('ykvjxq', '55443322');

/** Columns in which the data must have been before; a search that finds fewer does not look everywhere. */
const WRITTEN = [
  'audit_entry.after',
  'audit_entry.before',
  'batch.change',
  'batch_row.changes',
  'crew_job.reason',
  'crew_job_change.reason',
  'idempotency_record.body',
  'order_note.text',
  'order_search.document',
  'orders.leader_sort',
  'orders.reference_code',
  'passenger.email',
  'passenger.first_name',
  'passenger.full_name',
  'passenger.gender',
  'passenger.last_name',
  'passenger.phone_number',
  'passenger.whatsapp_number',
  'point.address',
  'saved_view.name',
  'saved_view.query',
  'tag.value',
  'tag.value_text',
  'webhook_attempt.response_body',
  'webhook_attempt.response_headers',
  'webhook_event.payload',
];

let server: TestServer;
let services: Services;
let jobs: Jobs;
let receivers: [good: Receiver, failing: Receiver];
let world: GuestWorld;
type Order = Awaited<ReturnType<GuestWorld['order']>>;
let guest: Order;
let other: Order;
let ticketBefore: Buffer;

/** Answers with the body that it got, also in a header. */
const echo =
  (status: number): Behaviour =>
  (response, { body }) => {
    response.writeHead(status, { 'x-echo': encodeURIComponent(body).slice(0, 4_000) }).end(body);
  };

beforeAll(async () => {
  receivers = [await startReceiver(echo(200)), await startReceiver(echo(500))];
  server = await startServer({ env: { WEBHOOK_HTTPS_ONLY: '0', WEBHOOK_ALLOWED_RANGES: '127.0.0.1' } });
  const settings = { ...server.settings, databaseMaintenanceUrl: server.maintenanceConnectionString };
  services = { ...server.services, settings };
  jobs = await startJobs(services, pino({ level: 'silent' }));
  world = await guestWorld(server, services, receivers);
  guest = await world.order(GUEST, '99887766');
  other = await world.order(OTHER, '55443322');
  ticketBefore = await world.fetchTicket(guest.ticket);
}, TIMEOUT);
afterAll(async () => {
  await jobs?.stop();
  for (const receiver of receivers) await receiver.close();
  await server?.close();
});

/** Waits until no job is due and every event was tried. */
async function quiet(): Promise<void> {
  const due = async () => {
    const [row] = await server.db.$queryRaw<{ due: number }[]>`
      SELECT (SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now() AND attempts = 0)::int
        + (SELECT count(*) FROM webhook_event WHERE matched_at IS NULL)::int
        + (SELECT count(*) FROM webhook_delivery WHERE queued_at IS NOT NULL)::int
        + (SELECT count(*) FROM batch WHERE status = 'running')::int AS due`;
    return row?.due;
  };
  await expect.poll(due).toBe(0);
}

/** The columns of attempts, also those of the partitions. */
const ATTEMPTS = /^(webhook_parts\.)?webhook_attempt[._]/;

/** How many rows name the other guest, by column; without attempts, which go on for the receiver that fails. */
async function rowsOfOther(): Promise<Record<string, number>> {
  const found = await columnsWith(server.db, OTHER.needles);
  return Object.fromEntries(Object.entries(found).filter(([column]) => !ATTEMPTS.test(column)));
}

const ERASE = `mutation ($organizationId: SafeInt!, $orderIds: [SafeInt!]!, $even: Boolean) {
  made: erasePersonalData(organizationId: $organizationId, orderIds: $orderIds, evenIfNeeded: $even) { personalDataErasure { id: erasureId } } }`;

type Requested = { made: { id: number } };

async function erased(orderIds: number[]) {
  const { organizationId, send } = world;
  const { made } = await send<Requested>(ERASE, { organizationId, orderIds, even: true });
  await expect
    .poll(() => server.db.personalDataErasure.findUniqueOrThrow({ where: { id: made.id } }))
    .toMatchObject({ state: 'done' });
  await quiet();
  return server.db.personalDataErasure.findUniqueOrThrow({ where: { id: made.id } });
}

const stateOf = (id: number) =>
  server.db.order.findUniqueOrThrow({
    where: { id },
    select: { version: true, totalSold: true, startsAt: true, productId: true, status: true, bookedDetails: true },
  });

describe('the erasure of a guest', () => {
  it('is preceded by a search that finds the data wherever it is stored', async () => {
    await quiet();
    const found = await columnsWith(server.db, GUEST.needles);
    expect(Object.keys(found)).toEqual(expect.arrayContaining(WRITTEN));
    expect(
      readdirSync(server.media, { recursive: true }).filter((name) => String(name).includes(`ticket-${guest.id}-`)),
    ).toHaveLength(1);
    const { pending } = await deliveries();
    expect(pending).toBeGreaterThan(0);
  });

  it('leaves nothing of it in any column of any table, nor in a file, and keeps what was sold', {
    timeout: TIMEOUT,
  }, async () => {
    const [before, otherBefore] = [await stateOf(guest.id), await rowsOfOther()];
    const seen = receivers[0].received.length;
    const erasure = await erased([guest.id]);
    // The key of a request stays until it expires, so that a repetition books nothing.
    expect(await columnsWith(server.db, GUEST.needles)).toEqual({ 'idempotency_record.key': 1 });
    expect(await rowsOfOther()).toEqual(otherBefore);
    const { version, ...sold } = before;
    expect(await stateOf(guest.id)).toEqual({ ...sold, version: version + 1 });
    expect(erasure).toMatchObject({ ordersDone: 1, state: 'done' });
    expect(erasure.rowsErased).toBeGreaterThan(10);
    expect(erasure.auditValues).toBeGreaterThan(5);
    expect(
      readdirSync(server.media, { recursive: true }).filter((name) => String(name).includes(`ticket-${guest.id}-`)),
    ).toEqual([]);
    expect((await world.fetchTicket(guest.ticket)).equals(ticketBefore)).toBe(false);
    // The receiver that has all earlier events gets the update, without the data.
    const after = receivers[0].received.slice(seen);
    expect(after.map(({ body }) => JSON.parse(body).data.id)).toEqual([guest.id]);
    expect(JSON.stringify(after).toLowerCase()).not.toContain(GUEST.mark);
  });

  it('lets a repeated write know that it was executed, by v1 and GraphQL, and executes nothing', async () => {
    const state = async () => [
      await stateOf(guest.id),
      await server.db.order.count(),
      await server.db.auditEntry.count(),
    ];
    const before = await state();
    const message = 'The request was executed. Its answer was erased with personal data: read the order.';
    const { v1, graphql } = await guest.repeat();
    expect([v1.status, v1.json]).toMatchObject([422, { errors: { 'idempotency-key': [message] } }]);
    expect(graphql.body.errors).toMatchObject([
      { extensions: { code: 'VALIDATION', fields: [{ path: ['idempotency-key'], message }] } },
    ]);
    expect([v1.headers['idempotent-replayed'], graphql.headers['idempotent-replayed']]).toEqual([undefined, undefined]);
    const kept = await other.repeat();
    expect([kept.v1.status, kept.v1.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect([kept.graphql.body.errors, kept.graphql.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(await state()).toEqual(before);
  });

  it('is recorded in the audit log and in the change feed, without values', async () => {
    const entries = await server.db.auditEntry.findMany({
      where: { action: { in: ['order.erase-personal-data', 'personal-data.request-erasure', 'personal-data.erase'] } },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ action, actorId, after }) => [action, actorId, after])).toEqual([
      ['personal-data.request-erasure', world.staff.id, { orders: [guest.id] }],
      ['order.erase-personal-data', world.staff.id, {}],
      [
        'personal-data.erase',
        world.staff.id,
        { orders: [guest.id], auditValues: expect.any(Number), rows: expect.any(Number) },
      ],
    ]);
    const [, change] = entries;
    const feed = await server.db.$queryRaw<object[]>`
      SELECT subject_id FROM unsequenced_change WHERE audit_entry_id = ${change?.id}
      UNION ALL SELECT subject_id FROM sequenced_change WHERE audit_entry_id = ${change?.id}`;
    expect(feed).toEqual([{ subject_id: guest.id }]);
  });

  it('keeps in the audit log what happened', async () => {
    const [booked] = await server.db.auditEntry.findMany({
      where: { entity: 'order', entityId: guest.id },
      orderBy: { id: 'asc' },
    });
    expect(booked).toMatchObject({
      action: 'order.book',
      after: { status: 'Booked', total: expect.not.stringMatching('erased') },
    });
  });

  it('never sends an earlier body later, and ends the deliveries that waited with it', {
    timeout: TIMEOUT,
  }, async () => {
    const { events } = await deliveries();
    expect(events.filter(({ payload }) => payload !== null)).toHaveLength(1);
    receivers[1].behave(echo(200));
    const sent = receivers[1].received.length;
    // A delivery is sent after the earlier ones of its order, each in a later turn.
    const laterPending = async () => {
      server.setNow(new Date(services.clock().getTime() + 86_400_000));
      await server.db.$executeRaw`SELECT graphile_worker.add_job('sweep-webhooks', '{}')`;
      return (await deliveries()).pending;
    };
    await expect.poll(laterPending).toBe(0);
    const late = JSON.stringify(
      receivers[1].received.slice(sent).filter(({ body }) => JSON.parse(body).data.id === guest.id),
    );
    expect(late.toLowerCase()).not.toContain(GUEST.mark);
  });

  it('changes nothing when it is repeated', { timeout: TIMEOUT }, async () => {
    const before = await stateOf(guest.id);
    const again = await erased([guest.id]);
    expect(again).toMatchObject({ state: 'done', rowsErased: 0, auditValues: 0 });
    expect(await stateOf(guest.id)).toEqual(before);
  });

  it('would be incomplete if a new column kept the data', async () => {
    await server.db.$executeRaw`CREATE TABLE later (id int, note bytea)`;
    await server.db.$executeRaw`INSERT INTO later VALUES (1, convert_to('a note about Qzxwvklast', 'UTF8'))`;
    // The key of the request may have expired, and be deleted, since the clock of the test went forward.
    expect(await columnsWith(server.db, GUEST.needles)).toMatchObject({ 'later.note': 1 });
    await server.db.$executeRaw`DROP TABLE later`;
  });
});

async function deliveries() {
  const where = { orderId: guest.id };
  const pending = await server.db.webhookDelivery.count({ where: { ...where, status: 'pending' } });
  return { pending, events: await server.db.webhookEvent.findMany({ where }) };
}
