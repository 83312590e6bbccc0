import { Prisma } from '@channel/prisma';
import { type Guests, isMeant, tagsOf } from './erased-values.ts';

/** A list of an exported order, in an order that no two rows share. */
export type ExportedList = {
  /** The member of the document. */
  name: string;
  columns: Prisma.Sql;
  /** What follows FROM, with a condition. */
  from: Prisma.Sql;
  /** The sort keys, as expressions with their types; together they are unique. */
  keys: readonly (readonly [expression: string, type: string])[];
};

/** Exports of fewer passengers leave out what may name the others. */
type Of = Guests & { tickets: string };

/** The lists that concern all guests of the order alike. */
const common = ({ orderId }: Of): ExportedList[] => [
  {
    name: 'bookings',
    columns: Prisma.sql`b.id, b.date, b.start_time, b.status, b.quantity, b.sold`,
    from: Prisma.sql`booking b WHERE b.order_id = ${orderId}`,
    keys: [['b.id', 'bigint']],
  },
  {
    name: 'transfers',
    columns: Prisma.sql`CASE t.id WHEN o.pickup_id THEN 'pickup' ELSE 'dropoff' END AS transfer, t.date, t.time,
      point.address, point.latitude, point.longitude`,
    from: Prisma.sql`orders o JOIN transfer t ON t.id IN (o.pickup_id, o.dropoff_id)
      LEFT JOIN point ON point.id = t.point_id WHERE o.id = ${orderId}`,
    keys: [['t.id', 'bigint']],
  },
  {
    name: 'sent',
    columns: Prisma.sql`e.url AS receiver, d.status, d.created_at, d.finished_at, ev.kind AS event, ev.id AS event_id`,
    from: Prisma.sql`webhook_delivery d JOIN webhook_event ev ON ev.id = d.event_id
      JOIN webhook_endpoint e ON e.id = d.endpoint_id WHERE d.order_id = ${orderId}`,
    keys: [['d.id', 'bigint']],
  },
];

/** The lists of the passengers that are meant. */
const own = (of: Of): ExportedList[] => [
  {
    name: 'passengers',
    columns: Prisma.sql`p.id, p.first_name, p.last_name, p.email, p.phone_country_code, p.phone_number, p.whatsapp_number,
      p.gender, p.is_leader`,
    from: Prisma.sql`passenger p WHERE ${isMeant(of)}`,
    // Not by their places, which may change between two parts.
    keys: [['p.id', 'bigint']],
  },
  {
    name: 'tickets',
    columns: Prisma.sql`t.filename, t.created_at, ${of.tickets}::text || t.address_key || '/' || t.filename AS address`,
    from: Prisma.sql`ticket t LEFT JOIN passenger p ON p.id = t.passenger_id
      WHERE t.order_id = ${of.orderId} AND (t.passenger_id IS NULL OR ${isMeant(of)})`,
    keys: [['t.id', 'bigint']],
  },
];

/** The lists that may name any guest of the order. */
const shared = ({ orderId }: Of): ExportedList[] => [
  {
    name: 'tags',
    columns: Prisma.sql`t.key, t.value,
      CASE WHEN t.order_id IS NOT NULL THEN 'order' WHEN t.booking_id IS NOT NULL THEN 'booking' ELSE 'transfer' END AS part`,
    from: Prisma.sql`tag t WHERE t.id IN (${tagsOf(orderId)})`,
    keys: [['t.id', 'bigint']],
  },
  {
    name: 'notes',
    columns: Prisma.sql`n.created_at, u.name AS author, n.text`,
    from: Prisma.sql`order_note n JOIN "user" u ON u.id = n.author_id WHERE n.order_id = ${orderId}`,
    keys: [['n.id', 'bigint']],
  },
  {
    name: 'events',
    columns: Prisma.sql`ev.id, ev.kind, ev.created_at, ev.payload AS body`,
    from: Prisma.sql`webhook_event ev WHERE ev.order_id = ${orderId}`,
    keys: [
      ['ev.created_at', 'timestamptz'],
      ['ev.id', 'uuid'],
    ],
  },
  {
    name: 'answers_of_receivers',
    columns: Prisma.sql`a.started_at, a.url AS receiver, a.response_status, a.response_headers, a.response_body`,
    from: Prisma.sql`webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.order_id = ${orderId}`,
    keys: [['a.id', 'bigint']],
  },
  {
    name: 'audit',
    columns: Prisma.sql`a.at, a.action, u.name AS actor, a.before, a.after`,
    from: Prisma.sql`audit_entry a LEFT JOIN "user" u ON u.id = a.actor_id
      WHERE a.entity = 'order' AND a.entity_id = ${orderId}`,
    keys: [['a.id', 'bigint']],
  },
  {
    name: 'batches',
    columns: Prisma.sql`b.id, b.created_at, r.status, r.changes`,
    from: Prisma.sql`batch_row r JOIN batch b ON b.id = r.batch_id WHERE r.order_id = ${orderId}`,
    keys: [['b.id', 'bigint']],
  },
  {
    name: 'reasons_of_crew',
    columns: Prisma.sql`c.task, c.state, c.reason, c.made_at`,
    from: Prisma.sql`crew_job_change c WHERE c.order_id = ${orderId} AND c.reason <> ''`,
    keys: [
      ['c.recorded_at', 'timestamptz'],
      ['c.user_id', 'bigint'],
      ['c.id', 'uuid'],
    ],
  },
  {
    name: 'search',
    columns: Prisma.sql`s.document`,
    from: Prisma.sql`order_search s WHERE s.order_id = ${orderId}`,
    keys: [['s.order_id', 'bigint']],
  },
];

/** The lists of an exported order, in their order in the document. @param of with the address before those of tickets */
export const exportedLists = (of: Of): ExportedList[] => [
  ...common(of),
  ...own(of),
  ...(of.passengerIds.length === 0 ? shared(of) : []),
];
