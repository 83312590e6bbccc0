import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { unauthenticated } from '../errors.ts';
import { ordersWorkedBy } from '../jobs/orders-of-days.ts';
import { addDays, dateAt } from '../shared/calendar.ts';
import { WITHDRAWN, wasDeclined } from '../shared/ended-declines.ts';
import { appointmentOf, type Said, saidOf } from './appointment.ts';
import { type CrewFacts, crewFacts, digestOf } from './crew-facts.ts';

const HOUR_MS = 3_600_000;
/** A job that ended this many hours ago is still shown on the next day, so that its state can be set. */
const RECENT_HOURS = 4;

export type CrewJobRow = Prisma.CrewJobGetPayload<{
  include: { order: { select: { timeZone: true; version: true } } };
}>;

/** A job in the view of its person: with its present facts, or withdrawn, with what the person knew of it. */
export type OwnJob = { id: string; digest: string; appointment: string; said: Said; row: CrewJobRow | undefined } & (
  | { facts: CrewFacts; hidesGuests: boolean; hidesGuestsAt: Date | null }
  | { facts: null; row: CrewJobRow }
);

/** The holder of the session. @throws unauthenticated without one */
export function crewOf({ crew }: Context) {
  if (!crew) throw unauthenticated();
  return crew;
}

const keyOf = ({ orderId, task }: { orderId: number; task: string }) => `${task}:${orderId}`;

/** A person whose jobs are read, in an organization. */
export type Whose = { userId: number; organizationId: number };

/** The jobs of a person that take place from today on, for some days, by the clock of each place; by time. */
export async function ownJobs(context: Context, whose: Whose, days: number): Promise<OwnJob[]> {
  const today = dateAt(context.now, 'UTC');
  // The dates of all time zones, and those of guide jobs that began before.
  const dates = Array.from({ length: days + 3 }, (_none, index) => addDays(today, index - 2));
  const worked = await ordersWorkedBy(context, [whose.userId], dates);
  const rows = await context.db.crewJob.findMany({
    where: {
      userId: whose.userId,
      // The day is that which the person knows: a job that moved to these days is found by its order.
      OR: [{ day: { gte: addDays(today, -2), lte: addDays(today, days) } }, { orderId: { in: worked } }],
      order: { organizationId: whose.organizationId },
    },
    include: { order: { select: { timeZone: true, version: true } } },
  });
  const facts = await factsOf(context, whose, [...worked, ...rows.map(({ orderId }) => orderId)]);
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  const isNear = (day: Date | null, timeZone: string) => {
    const from = dateAt(context.now, timeZone);
    return day !== null && day >= from && day < addDays(from, days);
  };
  const present = facts.flatMap((one): OwnJob[] => {
    const own = asOwn(one, known.get(one.job.id), context);
    const { day, timeZone } = one.job;
    if (isNear(day, timeZone) || isRecent(one, context)) return [own];
    // A job that moved to another day would vanish before the person knows. Whose it is does not matter yet.
    const hasMoved = own.row && isNear(own.row.day, timeZone) && own.row.seenDigest !== own.digest;
    return hasMoved ? [{ ...own, hidesGuests: true }] : [];
  });
  const assigned = new Set(facts.map(({ job }) => job.id));
  const withdrawn = rows.flatMap((row): OwnJob[] => {
    const isGone = !assigned.has(keyOf(row)) && !wasDeclined(row) && isNear(row.day, row.order.timeZone);
    const gone = { digest: WITHDRAWN, appointment: WITHDRAWN, facts: null };
    return isGone ? [{ id: keyOf(row), ...gone, said: row, row }] : [];
  });
  return [...present, ...withdrawn].sort((one, other) => startOf(one) - startOf(other) || (one.id < other.id ? -1 : 1));
}

/** The jobs of a person in some orders. */
export async function factsOf(context: Context, { userId, organizationId }: Whose, orderIds: readonly number[]) {
  const facts = await crewFacts(context, orderIds, [organizationId]);
  return facts.filter(({ job }) => job.publishedPersonId === userId);
}

function asOwn(facts: CrewFacts, row: CrewJobRow | undefined, context: Context) {
  const { id } = facts.job;
  const digests = { digest: digestOf(facts), appointment: appointmentOf(facts) };
  const hidesGuestsAt = guestsHiddenAt(facts, context);
  const hidesGuests = hidesGuestsAt !== null && hidesGuestsAt <= context.now;
  return { id, ...digests, said: saidOf(row, facts), row, facts, hidesGuests, hidesGuestsAt };
}

const endOf = ({ job: { timing } }: CrewFacts) => timing && timing.latest + timing.likely;

/** When the person of a job no longer needs to know whose it was: some time after its end. */
function guestsHiddenAt(facts: CrewFacts, { settings }: Context): Date | null {
  const end = endOf(facts);
  return end === null ? null : new Date(end + settings.crewPrivacyHours * HOUR_MS);
}

function isRecent(facts: CrewFacts, { now }: Context): boolean {
  const { timing } = facts.job;
  const end = endOf(facts);
  return (
    timing !== null && end !== null && timing.earliest <= now.getTime() && end + RECENT_HOURS * HOUR_MS > now.getTime()
  );
}

function startOf({ facts, row }: OwnJob): number {
  if (!facts) return row?.startsAt?.getTime() ?? row?.day.getTime() ?? 0;
  return facts.startsAt?.getTime() ?? facts.job.timing?.latest ?? facts.job.day?.getTime() ?? 0;
}
