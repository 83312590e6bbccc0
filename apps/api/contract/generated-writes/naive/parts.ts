import { createHmac, randomUUID } from 'node:crypto';
import type { Prisma, Tx } from '@channel/prisma';
import { dayOf, type Person, type Point, type Selection, type Transfer, timeOf, type Work } from './request.ts';

/* The rows that several writes have in common. */

/** The columns of a passenger that a request gives; with those that it leaves out, if they are new. */
export function personColumns(person: Person, isNew: boolean) {
  const texts: Partial<Record<(typeof TEXTS)[number], string>> = {};
  for (const member of TEXTS) if (isNew || person[member] !== undefined) texts[member] = person[member] ?? '';
  return texts;
}

export const TEXTS = [
  'firstName',
  'lastName',
  'gender',
  'phoneNumber',
  'phoneCountryCode',
  'whatsappNumber',
  'email',
] as const;

/** The person of a selection; undefined where it says nothing. */
export const selected = (selection: Selection | undefined): number | null | undefined =>
  selection === null ? null : selection?.id;

export type TransferColumns = {
  date?: Date | null;
  time?: Date | null;
  driverId?: number | null;
  pointId?: number | null;
};

/** The columns of a transfer that a request gives, but for a new point. */
export function transferColumns(transfer: Transfer | null | undefined): TransferColumns {
  if (!transfer) return {};
  const { date, time, driverId, location } = transfer;
  const point = location === undefined ? undefined : (location?.point ?? null);
  return {
    ...(date !== undefined && { date: dayOf(date) }),
    ...(time !== undefined && { time: timeOf(time) }),
    ...(driverId !== undefined && { driverId }),
    ...(point === null && { pointId: null }),
    ...(typeof point?.id === 'number' && { pointId: point.id }),
  };
}

/** The point of a transfer that does not exist yet. */
export function newPoint(transfer: Transfer | null | undefined): Point | undefined {
  const point = transfer?.location?.point;
  return point && typeof point.id !== 'number' ? point : undefined;
}

export async function createPoint(tx: Tx, { latitude = 0, longitude = 0, address }: Point, place: Place) {
  const data = { latitude, longitude, address: address ?? '', ...place };
  return (await tx.point.create({ data })).id;
}

type Place = { cityId: number; organizationId: number };

/** The tickets of an order that has none. */
export async function createTickets({ tx, now, context }: Work, orderId: number): Promise<void> {
  const { organizationId, product, passengers, tickets } = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    include: {
      product: true,
      tickets: true,
      passengers: { orderBy: [{ isLeader: 'desc' }, { position: 'asc' }, { id: 'asc' }] },
    },
  });
  if (!product || product.ticketTitle === null || tickets.length > 0) return;
  for (const passengerId of product.ticketPerParticipant ? passengers.map(({ id }) => id) : [null]) {
    const [drawn] = await tx.$queryRaw<{ id: number }[]>`SELECT nextval('ticket_id_seq') AS id`;
    const id = drawn?.id ?? 0;
    const key = createHmac('sha256', context.settings.secretKey ?? '').update(`ticket:${id}`);
    const filename = `ticket-${orderId}-${id}.pdf`;
    const data = {
      id,
      orderId,
      organizationId,
      passengerId,
      createdAt: now,
      filename,
      addressKey: key.digest('base64url'),
    };
    await tx.ticket.create({ data });
  }
}

type Line = { action: string; orderId: number; organizationId: number };
type Values = Prisma.InputJsonObject;

/** The line of the audit log. */
export async function recordChange(
  { tx, now, userId, context }: Work,
  { action, orderId, organizationId }: Line,
  values: { before?: Values; after?: Values } = {},
): Promise<void> {
  const { requestId } = context;
  const what = { organizationId, actorId: userId, action, entity: 'order', entityId: orderId };
  await tx.auditEntry.create({
    data: { at: now, channel: 'api', address: '192.0.2.1', requestId, ...what, ...values },
  });
}

/** The events of changed orders, and the job that finds their receivers, for each organization. */
export async function emitUpdates(work: Work, orders: readonly { id: number; organizationId: number }[]) {
  const { tx, now, userId, context } = work;
  for (const organizationId of new Set(orders.map((order) => order.organizationId))) {
    const orderIds = orders.filter((order) => order.organizationId === organizationId).map(({ id }) => id);
    for (const orderId of orderIds) {
      const { version } = await tx.order.findUniqueOrThrow({ where: { id: orderId } });
      const { kind, body } = await context.describe(tx, context, { orderId, organizationId, version });
      await tx.webhookEvent.create({
        data: {
          id: randomUUID(),
          organizationId,
          orderId,
          sequence: version,
          kind,
          actorId: userId,
          requestId: context.requestId,
          createdAt: now,
          payload: body,
        },
      });
    }
    await tx.$queryRaw`SELECT FROM graphile_worker.add_job('match-webhooks', ${JSON.stringify({ orderIds })}::json)`;
  }
}
