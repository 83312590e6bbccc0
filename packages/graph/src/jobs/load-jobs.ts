import { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
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

const TASKS: readonly Task[] = ['pickup', 'dropoff', 'guide'];
/** An order that began longer ago is over. */
const LONGEST_ORDER_DAYS = 31;
const DAY_MS = 86_400_000;

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

/** A job with a person and a day: the input of the clash check. */
export type PlacedJob = TimedJob & { job: Job };

/** The orders that the actor dispatches as staff: those that are booked or in the cart. */
export const dispatchedOrders = (context: Context): Prisma.OrderWhereInput => ({
  AND: [
    visibleOrders(context),
    { organizationId: { in: staffOrganizationIds(context) }, status: { in: ['Booked', 'InCart'] } },
  ],
});

/** Which jobs to load: those of some days, of some orders, and of the orders of moves, which are applied. */
export type Requested = { days?: readonly Date[]; orderIds?: readonly number[]; moves: readonly Move[] };

/** Requested jobs with the clashes of which at least one of them is part. */
export type LoadedJobs = { jobs: Job[]; clashes: Clash<PlacedJob>[] };

/**
 * Loads jobs, and compares them with all jobs of the same people near them. Orders that the actor does not dispatch are
 * left out.
 */
export async function loadJobs(context: Context, { days = [], orderIds = [], moves }: Requested): Promise<LoadedJobs> {
  const drafted = new Map(moves.map((move) => [`${move.task}:${move.orderId}`, move]));
  const facts = await dispatchedFacts(context, [
    ...(await ordersOn(context, days)),
    ...orderIds,
    ...moves.map(({ orderId }) => orderId),
  ]);
  const planned = facts.flatMap((order) => plannedTasks(order, drafted));
  const people = [...new Set(planned.flatMap(({ personId }) => personId ?? []))];
  const known = new Set(facts.map(({ id }) => id));
  const near = await ordersNear(context, people, planned);
  const others = await dispatchedFacts(
    context,
    near.filter((id) => !known.has(id)),
  );
  const all = [...planned, ...others.flatMap((order) => plannedTasks(order, drafted))];
  const rulesOf = await rulesFor(context, all, people);
  const jobs = planned.map((task) => placed(task, rulesOf, context));
  const own = new Set(jobs.map(({ job }) => job.id));
  const staffed = [...jobs, ...all.slice(planned.length).map((task) => placed(task, rulesOf, context))];
  const placedJobs = staffed.flatMap(({ timed }) => timed ?? []);
  return { jobs: jobs.map(({ job }) => job), clashes: clashesAmong(placedJobs, rulesOf, own) };
}

/** Findings that an answer lists at most. */
export const MAX_CLASHES = 1_000;

/** The first findings of which at least one job has one of the ids. */
export const clashesOf = (clashes: readonly Clash<PlacedJob>[], ids: ReadonlySet<string>): Clash<PlacedJob>[] =>
  clashes.filter((clash) => jobsOf(clash).some(({ id }) => ids.has(id))).slice(0, MAX_CLASHES);

async function dispatchedFacts(context: Context, ids: readonly number[]): Promise<OrderFacts[]> {
  if (ids.length === 0) return [];
  const visible = await context.db.order.findMany({
    where: { AND: [dispatchedOrders(context), { id: { in: [...new Set(ids)] } }] },
    select: { id: true },
  });
  return orderFacts(
    context,
    visible.map(({ id }) => id),
  );
}

const asDates = (days: readonly Date[]) => Prisma.sql`${days.map(dateText)}::text[]::date[]`;

/**
 * Orders with a transfer or a start on some days, of all organizations. Each kind is a query on its own index: with the
 * three as alternatives of one condition, Postgres would scan the transfers of all orders.
 */
async function ordersOn({ db }: Context, days: readonly Date[]): Promise<number[]> {
  if (days.length === 0) return [];
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM orders o JOIN transfer t ON t.id = o.pickup_id WHERE t.date = ANY (${asDates(days)})
    UNION
    SELECT o.id FROM orders o JOIN transfer t ON t.id = o.dropoff_id WHERE t.date = ANY (${asDates(days)})
    UNION
    SELECT o.id FROM unnest(${asDates(days)}) day JOIN orders o ON o.starts_at_local >= day AND o.starts_at_local < day + 1`;
  return rows.map(({ id }) => id);
}

/** Orders in which people work near the days of tasks. */
async function ordersNear({ db }: Context, people: number[], tasks: readonly PlannedTask[]): Promise<number[]> {
  const near = [...new Set(tasks.flatMap((task) => (task.personId === null ? [] : daysNear(task))))];
  if (people.length === 0 || near.length === 0) return [];
  const dates = asDates(near.map((time) => new Date(time)));
  // A transfer without a date is on the day of its order: the few orders of these days are read first, and then their
  // transfers, because a join would scan all orders.
  const rows = await db.$queryRaw<{ id: number }[]>`
    WITH started AS MATERIALIZED (
      SELECT o.id, o.pickup_id, o.dropoff_id FROM unnest(${dates}) day
      JOIN orders o ON o.starts_at_local >= day AND o.starts_at_local < day + 1)
    SELECT o.id FROM transfer t JOIN orders o ON o.pickup_id = t.id
    WHERE t.driver_id = ANY (${people}::int[]) AND t.date = ANY (${dates})
    UNION
    SELECT o.id FROM transfer t JOIN orders o ON o.dropoff_id = t.id
    WHERE t.driver_id = ANY (${people}::int[]) AND t.date = ANY (${dates})
    UNION
    SELECT s.id FROM started s WHERE EXISTS (
      SELECT FROM transfer t WHERE t.id IN (s.pickup_id, s.dropoff_id) AND t.date IS NULL
        AND t.driver_id = ANY (${people}::int[]) OFFSET 0)
    UNION
    SELECT o.id FROM unnest(${dates}) day JOIN orders o ON o.tour_guide_id = ANY (${people}::int[])
      AND o.starts_at_local >= day - ${LONGEST_ORDER_DAYS}::int AND o.starts_at_local < day + 1 AND o.ends_at_local >= day`;
  return rows.map(({ id }) => id);
}

/** The days of a task, from two before to two after: at one instant, places differ by up to 26 hours. */
function daysNear({ task, day, order }: PlannedTask): number[] {
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
  if (personId === null || !timing) return { job };
  const tags = task === 'guide' ? order.tags : { ...order.tags, ...order[task].tags };
  const needs = context.settings.capacityTags.map((key) => [key, amountOf(tags[key] ?? 0) ?? 0] as const);
  const languages = languagesOf(order.tags[context.settings.languageTag]);
  const { timeZone, departure, guests, organizationId } = order;
  const of = { id: job.id, orderId: order.id, organizationId, task, personId, departure, timeZone, from, to, guests };
  return { job, timed: { ...of, ...timing, needs: new Map(needs), languages, job } };
}

/** Where a job begins and ends. */
function placesOf(task: Task, { place, pickup, dropoff }: OrderFacts) {
  if (task === 'guide') return [place, place] as const;
  const inCity = { ...place, isExact: false };
  return task === 'pickup' ? ([pickup.place ?? inCity, place] as const) : ([place, dropoff.place ?? inCity] as const);
}
