import type { Prisma } from '@channel/prisma';
import type { Context, PlannedOrder } from '../context.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { addDays, dateText, parseDate, parseTime } from '../shared/calendar.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import type { Clash, RulesOf, Task, TimedJob } from './clash-types.ts';
import { clashesAmong } from './clashes.ts';
import { jobsOf } from './groups.ts';
import { guideTiming, type OrderSpan, type Timing, transferTiming, wayOf } from './job-times.ts';
import { languagesOf } from './languages.ts';
import { amountOf, loadRules } from './load-rules.ts';
import { isStale, type Move, publishedValues } from './moves.ts';
import { type OrderFacts, orderFacts } from './order-facts.ts';
import { LONGEST_ORDER_DAYS, ordersOn, ordersWorkedBy } from './orders-of-days.ts';

const TASKS: readonly Task[] = ['pickup', 'dropoff', 'guide'];
const DAY_MS = 86_400_000;
/** The person of a job without one: ids begin at 1. */
const NOBODY = 0;

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
  city: string;
  /** Null where no day is known. */
  timing: Timing | null;
  personId: number | null;
  publishedPersonId: number | null;
  isDrafted: boolean;
  isStale: boolean;
  /** Key of the departure. */
  departure: string;
  address: string | null;
  passengerCount: number;
};

/** A job with a person and a day, of an order that is booked or holds its places: the input of the clash check. */
export type PlacedJob = TimedJob & { job: Job };

/** The orders that the actor dispatches as staff: those that are booked or in the cart. */
export const dispatchedOrders = (context: Context): Prisma.OrderWhereInput => ({
  AND: [
    visibleOrders(context),
    { organizationId: { in: staffOrganizationIds(context) }, status: { in: ['Booked', 'InCart'] } },
  ],
});

/**
 * Which jobs to load: those of some days, of some orders, and of the orders of moves, which are applied. Jobs of further
 * people near them are compared as well.
 */
export type Requested = {
  days?: readonly Date[];
  orderIds?: readonly number[];
  moves: readonly Move[];
  people?: readonly number[];
  /** One of the orders as it would be with another booking. */
  planned?: PlannedOrder;
};

/** Requested jobs with the clashes of which at least one of them is part. */
export type LoadedJobs = { jobs: Job[]; clashes: Clash<PlacedJob>[] };

/** Requested jobs, and those of them and of the same people near them that have a person and a day and are compared. */
export type NearJobs = {
  jobs: Job[];
  placed: PlacedJob[];
  /** The requested jobs that have a day and are compared, with or without a person, by id. */
  timed: ReadonlyMap<string, PlacedJob>;
  rulesOf: RulesOf;
};

/**
 * Loads jobs, and all jobs of the same people near them. Orders that the actor does not dispatch are left out.
 */
export async function loadNear(
  context: Context,
  { days = [], orderIds = [], moves, people: further = [], planned: sale }: Requested,
): Promise<NearJobs> {
  const drafted = new Map(moves.map((move) => [`${move.task}:${move.orderId}`, move]));
  const ids = [...(await ordersOn(context, days)), ...orderIds, ...moves.map(({ orderId }) => orderId)];
  const facts = await dispatchedFacts(context, ids, sale);
  const planned = facts.flatMap((order) => plannedTasks(order, drafted));
  const people = [...new Set([...planned.flatMap(({ personId }) => personId ?? []), ...further])];
  const known = new Set(facts.map(({ id }) => id));
  const near = await ordersWorkedBy(context, people, daysNear(planned));
  const others = await dispatchedFacts(
    context,
    near.filter((id) => !known.has(id)),
  );
  const all = [...planned, ...others.flatMap((order) => plannedTasks(order, drafted))];
  const rulesOf = await rulesFor(context, all, people);
  const found = all.map((task) => placed(task, rulesOf, context));
  const requested = found.slice(0, planned.length);
  return {
    jobs: requested.map(({ job }) => job),
    placed: found.flatMap(({ timed }) => (timed && timed.personId !== NOBODY ? [timed] : [])),
    timed: new Map(requested.flatMap(({ timed }) => (timed ? [[timed.id, timed] as const] : []))),
    rulesOf,
  };
}

/** Loads jobs, and compares them with all jobs of the same people near them. */
export async function loadJobs(context: Context, requested: Requested): Promise<LoadedJobs> {
  const { jobs, placed, rulesOf } = await loadNear(context, requested);
  return { jobs, clashes: clashesAmong(placed, rulesOf, new Set(jobs.map(({ id }) => id))) };
}

/** The published jobs of orders. The caller has checked that the viewer may see them. */
export async function publishedJobs(context: Context, orderIds: readonly number[]): Promise<Job[]> {
  if (orderIds.length === 0) return [];
  const tasks = (await orderFacts(context, orderIds)).flatMap((order) => plannedTasks(order, new Map()));
  const rulesOf = await rulesFor(context, tasks, []);
  return tasks.map((task) => placed(task, rulesOf, context).job);
}

/** Findings that an answer lists at most. */
export const MAX_CLASHES = 1_000;

/** The first findings of which at least one job has one of the ids. */
export const clashesOf = (clashes: readonly Clash<PlacedJob>[], ids: ReadonlySet<string>): Clash<PlacedJob>[] =>
  clashes.filter((clash) => jobsOf(clash).some(({ id }) => ids.has(id))).slice(0, MAX_CLASHES);

async function dispatchedFacts(
  context: Context,
  ids: readonly number[],
  planned?: PlannedOrder,
): Promise<OrderFacts[]> {
  if (ids.length === 0) return [];
  const visible = await context.db.order.findMany({
    where: { AND: [dispatchedOrders(context), { id: { in: [...new Set(ids)] } }] },
    select: { id: true },
  });
  return orderFacts(
    context,
    visible.map(({ id }) => id),
    planned,
  );
}

/** The days near tasks of people. */
function daysNear(tasks: readonly PlannedTask[]): Date[] {
  const isStaffed = ({ personId, published }: PlannedTask) => (personId ?? published.personId) !== null;
  const days = new Set(tasks.filter(isStaffed).flatMap(daysAround));
  return [...days].map((time) => new Date(time));
}

/** The days of a task, from two before to two after: at one instant, places differ by up to 26 hours. */
function daysAround({ task, day, order }: PlannedTask): number[] {
  if (!day) return [];
  const length =
    task === 'guide' && order.startsAt && order.endsAt ? order.endsAt.getTime() - order.startsAt.getTime() : 0;
  const count = Math.min(LONGEST_ORDER_DAYS, Math.ceil(length / DAY_MS));
  return Array.from({ length: count + 5 }, (_none, index) => addDays(day, index - 2).getTime());
}

function rulesFor(context: Context, tasks: readonly PlannedTask[], people: readonly number[]): Promise<RulesOf> {
  const organizations = [...new Set(tasks.map(({ order }) => order.organizationId))];
  const days = tasks.flatMap(({ day }) => (day ? [day.getTime()] : []));
  const from = days.reduce((first, day) => Math.min(first, day), days[0] ?? 0);
  const until = days.reduce((last, day) => Math.max(last, day), from);
  return loadRules(context, organizations, people, {
    from: addDays(new Date(from), -2),
    until: addDays(new Date(until), LONGEST_ORDER_DAYS),
  });
}

/** A task of an order with a draft applied. */
type PlannedTask = {
  task: Task;
  order: OrderFacts;
  move: Move | undefined;
  published: ReturnType<typeof publishedValues>;
  personId: number | null;
  /** The local day: that of the transfer, else that of the order. */
  day: Date | null;
  moment: { date: Date | null; time: Date | null };
};

function plannedTasks(order: OrderFacts, drafted: ReadonlyMap<string, Move>): PlannedTask[] {
  return TASKS.flatMap((task) => {
    const move = drafted.get(`${task}:${order.id}`);
    const published = publishedValues(order, task);
    const { personId, date, time } = { ...published, ...move?.change };
    const place = task === 'guide' ? null : order[task].place;
    const isWanted =
      task === 'guide' ? order.hasGuide || personId !== null : (date ?? time ?? personId ?? place) !== null;
    if (!isWanted && !move) return [];
    if (task === 'guide' && !order.startsAtLocal) return [];
    const moment = { date: date ? (parseDate(date) ?? null) : null, time: time ? (parseTime(time) ?? null) : null };
    return [{ task, order, move, published, personId, moment, day: moment.date ?? startDay(order) }];
  });
}

const dayOf = (local: Date) => parseDate(dateText(local)) ?? null;
const startDay = ({ startsAtLocal }: OrderFacts) => startsAtLocal && dayOf(startsAtLocal);
const timeOf = (local: Date | null) => local && (parseTime(local.toISOString().slice(11, 19)) ?? null);

function placed(planned: PlannedTask, rulesOf: RulesOf, context: Context): { job: Job; timed?: PlacedJob } {
  const { task, order, move, published, personId, day, moment } = planned;
  const [from, to] = placesOf(task, order);
  const span: OrderSpan = { ...order, day: startDay(order), endDay: order.endsAtLocal && dayOf(order.endsAtLocal) };
  const timing =
    task === 'guide'
      ? guideTiming(span, order)
      : transferTiming(task, moment, span, order, wayOf(from, to, rulesOf(order.organizationId).travel));
  const job: Job = {
    id: `${task}:${order.id}`,
    task,
    orderId: order.id,
    organizationId: order.organizationId,
    day,
    time: task === 'guide' ? (order.isWholeDay ? null : timeOf(order.startsAtLocal)) : moment.time,
    timeZone: order.timeZone,
    city: order.city,
    timing,
    personId,
    publishedPersonId: published.personId,
    isDrafted: move !== undefined,
    isStale: move !== undefined && isStale(move, published),
    departure: order.departure,
    address: task === 'guide' ? null : order[task].address,
    passengerCount: order.guests,
  };
  // A cart that holds no places may never be booked: the board lists it, and nobody clashes with it.
  if (!timing || !order.isHeld) return { job };
  const tags = task === 'guide' ? order.tags : { ...order.tags, ...order[task].tags };
  const needs = context.settings.capacityTags.map((key) => [key, amountOf(tags[key] ?? 0) ?? 0] as const);
  const languages = languagesOf(order.tags[context.settings.languageTag]);
  const { timeZone, departure, guests, organizationId } = order;
  const who = { personId: personId ?? NOBODY, organizationId };
  const of = { id: job.id, orderId: order.id, task, ...who, departure, timeZone, from, to, guests };
  return { job, timed: { ...of, ...timing, needs: new Map(needs), languages, job } };
}

/** Where a job begins and ends. */
function placesOf(task: Task, { place, pickup, dropoff }: OrderFacts) {
  if (task === 'guide') return [place, place] as const;
  const inCity = { ...place, isExact: false };
  return task === 'pickup' ? ([pickup.place ?? inCity, place] as const) : ([place, dropoff.place ?? inCity] as const);
}
