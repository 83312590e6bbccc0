import { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { type Guests, isMeant, tagsOf } from './erased-values.ts';

/** Rows of each list of an order, newest last. */
const MAX_ROWS = 1_000;

const list = (rows: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(json_agg(row_to_json(listed)), '[]') FROM (${rows} LIMIT ${MAX_ROWS}) AS listed)`;

/** The members of an order that concern all of its guests alike. */
const ofOrder = (orderId: number): Prisma.Sql => Prisma.sql`
  SELECT o.id, o.reference_code, o.status, o.created_at, o.booked_at, o.starts_at_local AS starts_at, o.ends_at_local AS ends_at,
    o.time_zone, o.currency_code AS currency, o.total_sold AS total, o.checkout_date,
    o.booked_details #>> '{product,title}' AS product, issuer.name AS sold_by, client.name AS client,
    ${list(Prisma.sql`SELECT b.id, b.date, b.start_time, b.status, b.quantity, b.sold FROM booking b WHERE b.order_id = ${orderId} ORDER BY b.id`)} AS bookings,
    ${list(Prisma.sql`SELECT CASE t.id WHEN o.pickup_id THEN 'pickup' ELSE 'dropoff' END AS transfer, t.date, t.time, point.address, point.latitude, point.longitude
      FROM transfer t LEFT JOIN point ON point.id = t.point_id WHERE t.id IN (o.pickup_id, o.dropoff_id) ORDER BY 1 DESC`)} AS transfers,
    ${list(Prisma.sql`SELECT e.url AS receiver, d.status, d.created_at, d.finished_at, ev.kind AS event, ev.id AS event_id
      FROM webhook_delivery d JOIN webhook_event ev ON ev.id = d.event_id JOIN webhook_endpoint e ON e.id = d.endpoint_id
      WHERE d.order_id = ${orderId} ORDER BY d.id`)} AS sent
  FROM orders o JOIN "user" issuer ON issuer.id = o.issuer_id JOIN client ON client.id = o.client_id WHERE o.id = ${orderId}`;

/** The lists that may name any guest of the order, so that they are left out of the export of one passenger. */
const shared = (orderId: number): Prisma.Sql => Prisma.sql`
  SELECT
    ${list(Prisma.sql`SELECT key, value, CASE WHEN order_id IS NOT NULL THEN 'order' WHEN booking_id IS NOT NULL THEN 'booking' ELSE 'transfer' END AS part
      FROM tag WHERE id IN (${tagsOf(orderId)}) ORDER BY id`)} AS tags,
    ${list(Prisma.sql`SELECT n.created_at, u.name AS author, n.text FROM order_note n JOIN "user" u ON u.id = n.author_id WHERE n.order_id = ${orderId} ORDER BY n.id`)} AS notes,
    ${list(Prisma.sql`SELECT id, kind, created_at, payload AS body FROM webhook_event WHERE order_id = ${orderId} ORDER BY created_at, id`)} AS events,
    ${list(Prisma.sql`SELECT a.started_at, a.url AS receiver, a.response_status, a.response_headers, a.response_body
      FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.order_id = ${orderId} ORDER BY a.id`)} AS answers_of_receivers,
    ${list(Prisma.sql`SELECT a.at, a.action, u.name AS actor, a.before, a.after FROM audit_entry a LEFT JOIN "user" u ON u.id = a.actor_id
      WHERE a.entity = 'order' AND a.entity_id = ${orderId} ORDER BY a.at, a.id`)} AS audit,
    ${list(Prisma.sql`SELECT b.id, b.created_at, r.status, r.changes FROM batch_row r JOIN batch b ON b.id = r.batch_id WHERE r.order_id = ${orderId} ORDER BY b.id`)} AS batches,
    ${list(Prisma.sql`SELECT c.task, c.state, c.reason, c.made_at FROM crew_job_change c WHERE c.order_id = ${orderId} AND c.reason <> '' ORDER BY c.recorded_at`)} AS reasons_of_crew,
    ${list(Prisma.sql`SELECT document FROM order_search WHERE order_id = ${orderId}`)} AS search`;

const own = (guests: Guests, tickets: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT
    ${list(Prisma.sql`SELECT p.id, p.first_name, p.last_name, p.email, p.phone_country_code, p.phone_number, p.whatsapp_number, p.gender, p.is_leader
      FROM passenger p WHERE ${isMeant(guests)} ORDER BY p.position, p.id`)} AS passengers,
    ${list(Prisma.sql`SELECT t.filename, t.created_at, ${tickets} || t.address_key || '/' || t.filename AS address FROM ticket t
      LEFT JOIN passenger p ON p.id = t.passenger_id WHERE t.order_id = ${guests.orderId} AND (t.passenger_id IS NULL OR ${isMeant(guests)}) ORDER BY t.id`)} AS tickets`;

/** Everything that is stored about guests of an order, as JSON. The caller must have checked that the actor may see it. */
export async function exportedOrder({ db, settings }: Context, guests: Guests): Promise<string> {
  const { orderId, passengerIds } = guests;
  const parts = [
    ofOrder(orderId),
    own(guests, Prisma.sql`${`${settings.apiUrl}/tickets/`}::text`),
    ...(passengerIds.length === 0 ? [shared(orderId)] : []),
  ];
  const members: string[] = [];
  for (const part of parts) {
    const [row] = await db.$queryRaw<{ text: string }[]>`SELECT row_to_json(part)::text AS text FROM (${part}) AS part`;
    if (row) members.push(row.text.slice(1, -1));
  }
  return `{${members.join(',')}}`;
}
