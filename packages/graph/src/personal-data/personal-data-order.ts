import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { OrderStatus } from '../orders/booking.ts';

/** Why an order is erased only on confirmation. */
export const PersonalDataHold = builder.enumType('PersonalDataHold', {
  description: 'Why the data of an order is still needed, so that it is erased only with `evenIfNeeded`.',
  values: {
    inCart: { description: 'The order is in the cart: it is neither booked nor cancelled.' },
    notEnded: { description: 'It is booked, and what was booked has not ended.' },
  } as const,
});

type Hold = typeof PersonalDataHold.$inferType;
type Guest = { id: number; name: string; email: string; phoneNumber: string; isLeader: boolean };

type Preview = {
  orderId: number;
  reference: string;
  status: typeof OrderStatus.$inferType;
  startsAt: Date | null;
  hold: Hold | null;
  passengers: Guest[];
  notes: number;
  tags: number;
  tickets: number;
  events: number;
  deliveries: number;
  auditEntries: number;
  batches: number;
};

const PersonalDataPassenger = builder.objectRef<Guest>('PersonalDataPassenger').implement({
  description: 'A passenger of an order, as far as it identifies a guest.',
  fields: (t) => ({
    passengerId: t.exposeInt('id', { description: "The passenger's id." }),
    name: t.exposeString('name', { description: 'The whole name.' }),
    email: t.exposeString('email', { description: 'The e-mail address; may be empty.' }),
    phoneNumber: t.exposeString('phoneNumber', {
      description: 'The phone number with its country code; may be empty.',
    }),
    isLeader: t.exposeBoolean('isLeader', { description: 'Whether it is the leader of the order.' }),
  }),
});

export const PersonalDataOrder = builder.objectRef<Preview>('PersonalDataOrder').implement({
  description: 'An order with the numbers of what is stored about its guests.',
  fields: (t) => ({
    orderId: t.exposeInt('orderId', { description: "The order's id." }),
    reference: t.exposeString('reference', { description: 'Its reference code, or its id.' }),
    status: t.expose('status', { type: OrderStatus, description: 'Its state.' }),
    startsAt: t.expose('startsAt', {
      type: 'LocalDateTime',
      nullable: true,
      description: 'When it starts, in local time; null for a pass.',
    }),
    hold: t.expose('hold', {
      type: PersonalDataHold,
      nullable: true,
      description: 'Why its data is still needed; null where it is not.',
    }),
    passengers: t.expose('passengers', {
      type: [PersonalDataPassenger],
      description: 'Its passengers, in their order.',
    }),
    notes: t.exposeInt('notes', { description: 'Notes of staff.' }),
    tags: t.exposeInt('tags', { description: 'Tags of it, its bookings and its transfers.' }),
    tickets: t.exposeInt('tickets', { description: 'Tickets.' }),
    events: t.exposeInt('events', { description: 'Events whose bodies are stored.' }),
    deliveries: t.exposeInt('deliveries', { description: 'Deliveries of its events to receivers of webhooks.' }),
    auditEntries: t.exposeInt('auditEntries', { description: 'Entries of the audit log.' }),
    batches: t.exposeInt('batches', { description: 'Batches that it is part of.' }),
  }),
});

/** Why an order is still needed at a time: as `PersonalDataHold`. */
export function holdOf({ status, endsAt }: { status: string; endsAt: Date | null }, now: Date): Hold | null {
  if (status === 'InCart') return 'inCart';
  // A pass has no end: it is needed until it is cancelled, or somebody confirms that it was used.
  return status === 'Booked' && (endsAt === null || endsAt > now) ? 'notEnded' : null;
}

type Row = Omit<Preview, 'hold' | 'passengers'> & { endsAt: Date | null };

/** What is stored about some orders, newest first. The caller must have checked that the actor may see it. */
export async function previewOf({ db, now }: Context, ids: readonly number[]): Promise<Preview[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT o.id AS "orderId", coalesce(o.reference_code, o.id::text) AS reference, o.status::text AS status,
      o.starts_at_local AS "startsAt", o.ends_at AS "endsAt",
      (SELECT count(*)::int FROM order_note WHERE order_id = o.id) AS notes,
      (SELECT count(*)::int FROM tag t WHERE t.order_id = o.id OR t.transfer_id IN (o.pickup_id, o.dropoff_id)
        OR t.booking_id IN (SELECT id FROM booking WHERE order_id = o.id)) AS tags,
      (SELECT count(*)::int FROM ticket WHERE order_id = o.id) AS tickets,
      (SELECT count(*)::int FROM webhook_event WHERE order_id = o.id AND payload IS NOT NULL) AS events,
      (SELECT count(*)::int FROM webhook_delivery WHERE order_id = o.id) AS deliveries,
      (SELECT count(*)::int FROM audit_entry WHERE entity = 'order' AND entity_id = o.id) AS "auditEntries",
      (SELECT count(*)::int FROM batch_row WHERE order_id = o.id) AS batches
    FROM orders o WHERE o.id = ANY (${ids}::bigint[]) ORDER BY o.id DESC`;
  const passengers = await db.passenger.findMany({
    where: { orderId: { in: [...ids] } },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  const ofOrder = Map.groupBy(passengers, ({ orderId }) => orderId);
  return rows.map(({ endsAt, ...row }) => ({
    ...row,
    hold: holdOf({ status: row.status, endsAt }, now),
    passengers: (ofOrder.get(row.orderId) ?? []).map((each) => ({
      id: each.id,
      name: each.fullName.trim(),
      email: each.email,
      phoneNumber: `${each.phoneCountryCode} ${each.phoneNumber}`.trim(),
      isLeader: each.isLeader,
    })),
  }));
}
