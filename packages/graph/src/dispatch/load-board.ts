import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { addDays, dateText, parseDate, parseTime } from '../shared/calendar.ts';
import { actorOf } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';
import { staffOrganizationIds } from '../webhooks/staff-access.ts';
import type { Task, TimedJob } from './clashes.ts';
import { asMove, isStale, type Move, publishedValues } from './draft.ts';
import { type Between, guideBetween, transferBetween } from './job-times.ts';

const TASKS: readonly Task[] = ['pickup', 'dropoff', 'guide'];

const transfer = {
  select: { date: true, time: true, driverId: true, pointId: true, point: { select: { address: true } } },
} as const satisfies Prisma.TransferDefaultArgs;

const state = {
  id: true,
  organizationId: true,
  timeZone: true,
  startsAt: true,
  endsAt: true,
  endIsKnown: true,
  startsAtLocal: true,
  tourGuideId: true,
  cityId: true,
  bookedDetails: true,
  pickup: transfer,
  dropoff: transfer,
  bookings: { select: { availabilityId: true, date: true }, orderBy: { id: 'asc' }, take: 1 },
  _count: { select: { passengers: true } },
} as const satisfies Prisma.OrderSelect;

type BoardOrder = Prisma.OrderGetPayload<{ select: typeof state }>;

/** A task to which a user is, or is to be, dispatched. */
export type Job = {
  /** The task and the order, such as `pickup:17`: stable while both exist. */
  id: string;
  task: Task;
  orderId: number;
  organizationId: number;
  /** The local day at the place; null for a transfer of a pass that has none. */
  day: Date | null;
  time: Date | null;
  timeZone: string;
  between: Between | null;
  personId: number | null;
  publishedPersonId: number | null;
  isDrafted: boolean;
  isStale: boolean;
  /** Key of the departure. */
  departure: string;
  address: string | null;
  place: string | null;
  passengerCount: number;
};

/** The actor's drafted moves, by ascending order id. */
export async function ownMoves(context: Context): Promise<Move[]> {
  const rows = await context.db.dispatchMove.findMany({
    where: { userId: actorOf(context).userId, order: dispatchedOrders(context) },
    orderBy: [{ orderId: 'asc' }, { task: 'asc' }],
  });
  return rows.map(asMove);
}

/**
 * Serializes changes of a user's draft: it is published once, and a move that is drafted meanwhile stays in the draft.
 */
export const lockDraft = (tx: Tx, userId: number) => lockRows(tx, 'User', { id: userId });

/** The orders that the actor dispatches as staff: those that are booked or in the cart. */
export const dispatchedOrders = (context: Context): Prisma.OrderWhereInput => ({
  AND: [
    visibleOrders(context),
    { organizationId: { in: staffOrganizationIds(context) }, status: { in: ['Booked', 'InCart'] } },
  ],
});

/**
 * The jobs of some days and of the adjacent days, for nights and other time zones, with a draft applied.
 *
 * @param moves empty for the published state
 */
export async function loadJobs(context: Context, days: readonly Date[], moves: readonly Move[]): Promise<Job[]> {
  const near = [...new Set(days.flatMap((day) => [-1, 0, 1].map((offset) => addDays(day, offset).getTime())))];
  const dates = near.map((time) => new Date(time));
  const orders = await context.db.order.findMany({
    where: {
      AND: [
        dispatchedOrders(context),
        {
          id: { in: [...new Set([...(await ordersOn(context, dates)), ...moves.map(({ orderId }) => orderId)])] },
        },
      ],
    },
    select: state,
    orderBy: { id: 'asc' },
  });
  const drafted = new Map(moves.map((move) => [`${move.task}:${move.orderId}`, move]));
  return orders.flatMap((order) =>
    TASKS.flatMap((task) => jobOf(order, task, drafted.get(`${task}:${order.id}`), context) ?? []),
  );
}

/**
 * Orders with a transfer or a start on some days, of all organizations. Each kind is a query on its own index: with the
 * three as alternatives of one condition, Postgres would scan the transfers of all orders.
 */
async function ordersOn({ db }: Context, days: readonly Date[]): Promise<number[]> {
  const dates = Prisma.sql`${days.map(dateText)}::text[]::date[]`;
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM orders o JOIN transfer t ON t.id = o.pickup_id WHERE t.date = ANY (${dates})
    UNION
    SELECT o.id FROM orders o JOIN transfer t ON t.id = o.dropoff_id WHERE t.date = ANY (${dates})
    UNION
    SELECT o.id FROM unnest(${dates}) day JOIN orders o ON o.starts_at_local >= day AND o.starts_at_local < day + 1`;
  return rows.map(({ id }) => id);
}

function jobOf(order: BoardOrder, task: Task, move: Move | undefined, context: Context): Job | undefined {
  const published = publishedValues(order, task);
  const { personId, date, time } = { ...published, ...move?.change };
  const point = task === 'guide' ? null : order[task].point;
  const isWanted = task === 'guide' ? hasGuide(order) : (date ?? time ?? personId ?? point) !== null;
  if (!isWanted && !move) return undefined;
  if (task === 'guide' && !order.startsAtLocal) return undefined;
  const starts = order.startsAtLocal && dayOf(order.startsAtLocal);
  const moment = { date: date ? (parseDate(date) ?? null) : null, time: time ? (parseTime(time) ?? null) : null };
  const minutes = context.settings.transferMinutes;
  return {
    id: `${task}:${order.id}`,
    task,
    orderId: order.id,
    organizationId: order.organizationId,
    day: moment.date ?? starts,
    time: task === 'guide' ? timeOf(order.startsAtLocal) : moment.time,
    timeZone: order.timeZone,
    between: task === 'guide' ? guideBetween(order) : transferBetween(task, moment, order, minutes),
    personId,
    publishedPersonId: published.personId,
    isDrafted: move !== undefined,
    isStale: move !== undefined && isStale(move, published),
    departure: departureOf(order),
    address: point?.address ?? null,
    place: placeOf(order, task),
    passengerCount: order._count.passengers,
  };
}

const dayOf = (local: Date) => parseDate(dateText(local)) ?? local;
const timeOf = (local: Date | null) => local && (parseTime(local.toISOString().slice(11, 19)) ?? null);

/** Whether the sold service level includes a guide, or a guide is assigned anyway. */
function hasGuide({ bookedDetails, tourGuideId }: BoardOrder): boolean {
  // Written by `freezeBookedDetails` alone.
  const sold = bookedDetails as { serviceLevel?: { hasTourGuide?: boolean } } | null;
  return tourGuideId !== null || Boolean(sold?.serviceLevel?.hasTourGuide);
}

/** Key of the departure, shared by the orders that go together. An order without a booking has its own. */
function departureOf({ id, bookings: [booking] }: BoardOrder): string {
  return booking ? `${booking.availabilityId} ${dateText(booking.date)}` : `order ${id}`;
}

/** The place where a job begins, if known: places with different names count as different places. */
function placeOf(order: BoardOrder, task: Task): string | null {
  if (task === 'guide') return `city ${order.cityId}`;
  const { pointId } = order[task];
  return pointId === null ? null : `point ${pointId}`;
}

/** The jobs with a user and a known time, as input of the clash check. */
export const timed = (jobs: readonly Job[]): (TimedJob & { job: Job })[] =>
  jobs.flatMap((job) =>
    job.personId === null || !job.between ? [] : [{ ...job, ...job.between, personId: job.personId, job }],
  );
