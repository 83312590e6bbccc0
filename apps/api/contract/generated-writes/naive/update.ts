import { holdEnd } from './book.ts';
import { endDeclines } from './declines.ts';
import { type OrderState, orderState } from './order-state.ts';
import {
  createPoint,
  createTickets,
  emitUpdates,
  newPoint,
  personColumns,
  recordChange,
  selected,
  TEXTS,
  transferColumns,
} from './parts.ts';
import { addPlaces, type Places, takePlaces } from './places.ts';
import { type Naive, type Point, type Update, type Work, wholeSecond } from './request.ts';

type Values = Record<string, string | number | null>;
type Diff = { before: Values; after: Values };

export const updateOrder: Naive = (work, variables) => {
  const { reference, id, input } = variables as { reference?: string; id?: string; input?: Update };
  return update(work, [Number(reference ?? id)], input ?? { status: 'Deleted' });
};

export const updateOrders: Naive = (work, variables) => {
  const { orders, input } = variables as { orders: { ids: number[] }; input: Update };
  return update(work, [...new Set(orders.ids)], input);
};

async function update(work: Work, ids: readonly number[], input: Update): Promise<void> {
  const { tx, now } = work;
  const where = { id: { in: [...ids] } };
  const orders = await tx.order.findMany({ where, include: orderState, orderBy: { id: 'asc' } });
  const changed = orders.flatMap((order) => {
    const diff = diffOf(order, input);
    return Object.keys(diff.after).length > 0 ? [{ order, diff }] : [];
  });
  await moveOrders(
    work,
    changed.map(({ order }) => order),
    input.status ?? undefined,
  );
  const pointFor = points(work);
  for (const { order, diff } of changed) {
    const people = { contactPersonId: selected(input.contactPerson), tourGuideId: selected(input.tourGuide) };
    const { referenceCode } = input;
    const data = { ...people, referenceCode, version: order.version + 1, updatedAt: now };
    await tx.order.update({ where: { id: order.id }, data });
    await updateLeader(work, order, input);
    for (const side of ['pickup', 'dropoff'] as const) {
      const point = newPoint(input[side]);
      const columns = transferColumns(input[side]);
      const isNew = point && `${side}.point` in diff.after;
      if (isNew) columns.pointId = await pointFor(order, side, point);
      if (Object.keys(columns).length > 0) await tx.transfer.update({ where: { id: order[side].id }, data: columns });
    }
    await endDeclines(work, order);
    const { id: orderId, organizationId } = order;
    await recordChange(work, { action: 'order.update', orderId, organizationId }, diff);
  }
  if (input.status === 'Booked')
    for (const { order } of changed) if (order.status !== 'Booked') await createTickets(work, order.id);
  await emitUpdates(
    work,
    changed.map(({ order }) => order),
  );
}

/** A new point is made once for the orders of an organization in a city. */
function points({ tx }: Work) {
  const made = new Map<string, number>();
  return async ({ organizationId, cityId }: OrderState, side: string, point: Point): Promise<number> => {
    const key = `${side} ${organizationId} ${cityId}`;
    const id = made.get(key) ?? (await createPoint(tx, point, { organizationId, cityId }));
    made.set(key, id);
    return id;
  };
}

async function updateLeader({ tx }: Work, { id: orderId, passengers: [leader] }: OrderState, input: Update) {
  const data = personColumns(input.leader ?? {}, false);
  if (Object.keys(data).length === 0) return;
  if (leader) await tx.passenger.update({ where: { id: leader.id }, data });
  else await tx.passenger.create({ data: { orderId, isLeader: true, ...data } });
}

/** Moves orders to a status: the bookings and seats that had their former one, and the places. */
async function moveOrders(work: Work, orders: readonly OrderState[], status: OrderState['status'] | undefined) {
  const { tx, now } = work;
  if (!status) return;
  const places: Places = new Map();
  for (const order of orders) {
    if (order.status === status) continue;
    for (const booking of order.bookings) {
      await tx.bookingPassenger.updateMany({
        where: { bookingId: booking.id, status: order.status },
        data: { status },
      });
      if (booking.status !== order.status) continue;
      const placesHeld = status === 'InCart' || status === 'Booked' ? booking.quantity : 0;
      const data = { status, placesHeld, holdExpiresAt: holdEnd(work, status === 'InCart') };
      await tx.booking.update({ where: { id: booking.id }, data });
      addPlaces(places, booking.availabilityId, placesHeld - booking.placesHeld);
    }
    const bookedAt = status === 'Booked' ? (order.bookedAt ?? wholeSecond(now)) : order.bookedAt;
    await tx.order.update({ where: { id: order.id }, data: { status, bookedAt } });
  }
  await takePlaces(tx, places, now);
}

const pointText = ({
  latitude,
  longitude,
  address,
}: {
  latitude?: unknown;
  longitude?: unknown;
  address?: string | null;
}) => `${latitude},${longitude} ${address ?? ''}`;
const dateText = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
const timeText = (time: Date | null) => time?.toISOString().slice(11, 19) ?? null;

/** The members that a request changes, before and after. */
function diffOf(order: OrderState, input: Update): Diff {
  const diff: Diff = { before: {}, after: {} };
  const compare = (member: string, before: Values[string], after: Values[string] | undefined) => {
    if (after === undefined || before === after) return;
    diff.before[member] = before;
    diff.after[member] = after;
  };
  compare('status', order.status, input.status ?? undefined);
  compare('contactPersonId', order.contactPersonId, selected(input.contactPerson));
  compare('tourGuideId', order.tourGuideId, selected(input.tourGuide));
  compare('referenceCode', order.referenceCode, input.referenceCode);
  const [leader] = order.passengers;
  const texts = personColumns(input.leader ?? {}, false);
  for (const member of TEXTS) compare(`leader.${member}`, leader?.[member] ?? null, texts[member]);
  for (const side of ['pickup', 'dropoff'] as const) {
    const former = order[side];
    const { date, time, driverId, pointId } = transferColumns(input[side]);
    compare(`${side}.date`, dateText(former.date), date === undefined ? undefined : dateText(date));
    compare(`${side}.time`, timeText(former.time), time === undefined ? undefined : timeText(time));
    compare(`${side}.driverId`, former.driverId, driverId);
    compare(`${side}.pointId`, former.pointId, pointId);
    const point = newPoint(input[side]);
    if (point) compare(`${side}.point`, former.point && pointText(former.point), pointText(point));
  }
  return diff;
}
