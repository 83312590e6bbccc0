import type { Context } from '../context.ts';
import { FieldErrors } from '../errors.ts';
import type { Clash } from '../jobs/clash-types.ts';
import { clashesAmong } from '../jobs/clashes.ts';
import { jobsOf as jobsOfClash } from '../jobs/groups.ts';
import { type Job, loadNear, type NearJobs, type PlacedJob } from '../jobs/load-jobs.ts';
import { ordersWorkedBy } from '../jobs/orders-of-days.ts';
import { visiblePerson } from '../people/people-access.ts';
import { peopleWho, type User } from '../people/user.ts';
import { addDays } from '../shared/calendar.ts';
import { isTurnOver, nextTurn } from '../shared/turns.ts';
import { byTime, daysOf, isWithin } from './days.ts';
import { ownMoves } from './own-moves.ts';

/** As many days as the board has. */
export const MAX_DAYS = 31;
/** Jobs that are handed over one by one; more are handed over in several spans. */
export const MAX_GROUPS = 60;
/** People who are compared for each kind of job of an organization. */
export const MAX_PEOPLE = 200;
/** Findings that say why a person cannot take over a group. */
const MAX_REASONS = 3;
/** A job that ends or begins further away does not matter: no way is longer, and a job without a time has a day. */
const NEAR_MS = 3 * 86_400_000;
/** Somebody of whom nothing is known: ids begin at 1. */
const ANYBODY = 0;

type Person = typeof User.$inferType;

/** Jobs that are handed over together: a departure is guided by one person, and its guests share a ride. */
export type HandOverGroup = { id: string; jobs: [Job, ...Job[]]; suggested: Person | null };

/** Somebody who may take over some of the groups. */
export type Substitute = {
  person: Person;
  /** Ids of the groups that the person can do, and of those that the person cannot. */
  free: string[];
  busy: string[];
  /** Why not. */
  clashes: Clash<PlacedJob>[];
  /** Number of jobs that the person has near these groups. */
  jobs: number;
};

export type HandOver = { person: Person; groups: HandOverGroup[]; substitutes: Substitute[] };

/**
 * The jobs of a person on some days that are not over, and who can do them instead, with the actor's draft applied. A job that the draft
 * gives to somebody else stays, until it is published.
 *
 * @throws a validation error for an empty or too long range of days, or too many jobs; not found
 */
export async function handOver(
  context: Context,
  { personId, from, to }: { personId: number; from: Date; to: Date },
): Promise<HandOver> {
  const days = daysOf(from, to, MAX_DAYS);
  const person = await visiblePerson(context, personId);
  const moves = await ownMoves(context);
  const worked = await ordersWorkedBy(context, [personId], [addDays(from, -1), ...days]);
  const drafted = moves.filter(({ change }) => change.personId === personId).map(({ orderId }) => orderId);
  const orderIds = [...worked, ...drafted];
  const relevant = moves.filter(({ orderId }) => orderIds.includes(orderId));
  const own = await loadNear(context, { orderIds, moves: relevant });
  const isOver = ({ id }: Job) => {
    const timed = own.timed.get(id);
    return timed !== undefined && timed.latest + timed.likely <= context.now.getTime();
  };
  const open = own.jobs.filter((job) => isOf(job, personId) && isWithin(job, from, to) && !isOver(job));
  const groups = groupsOf(open.sort(byTime));
  const fieldErrors = new FieldErrors();
  if (groups.length > MAX_GROUPS)
    fieldErrors.add(['to'], `must leave at most ${MAX_GROUPS} jobs to hand over. Choose fewer days.`);
  fieldErrors.throwIfAny();
  const eligible = await eligibleFor(context, groups, personId);
  const people = [...eligible.people.keys()];
  const near = await loadNear(context, {
    orderIds: groups.flatMap(({ jobs }) => jobs.map(({ orderId }) => orderId)),
    moves,
    people,
  });
  const substitutes = await substitutesOf(groups, eligible, near);
  return { person, groups: suggested(personId, groups, substitutes, near), substitutes };
}

const isOf = ({ personId, publishedPersonId }: Job, id: number) => personId === id || publishedPersonId === id;

function groupsOf(jobs: readonly Job[]): HandOverGroup[] {
  const groups = new Map<string, HandOverGroup>();
  for (const job of jobs) {
    const key = `${job.task} ${job.departure} ${job.day?.getTime()} ${job.personId}`;
    const group = groups.get(key);
    if (group) group.jobs.push(job);
    else groups.set(key, { id: job.id, jobs: [job], suggested: null });
  }
  return [...groups.values()];
}

type Eligible = { people: Map<number, Person>; may: (personId: number, job: Job) => boolean };

const kindOf = ({ task, organizationId }: Job) => `${task === 'guide' ? 'guide' : 'drive'} ${organizationId}`;

/** Who may do the groups, apart from their person: the first people by name for each kind of job of an organization. */
async function eligibleFor(context: Context, groups: readonly HandOverGroup[], personId: number): Promise<Eligible> {
  const kinds = new Map(groups.map(({ jobs: [first] }) => [kindOf(first), first]));
  const people = new Map<number, Person>();
  const who = new Map<string, Set<number>>();
  for (const [kind, { task, organizationId }] of kinds) {
    const right = task === 'guide' ? 'guide' : 'drive';
    const found = await context.db.user.findMany({
      where: { AND: [peopleWho(right, [organizationId], context), { id: { not: personId } }] },
      include: { photo: true },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      take: MAX_PEOPLE,
    });
    for (const each of found) people.set(each.id, each);
    who.set(kind, new Set(found.map(({ id }) => id)));
  }
  const sorted = [...people].sort(([, one], [, other]) => one.name.localeCompare(other.name, context.lang));
  return { people: new Map(sorted), may: (id, job) => who.get(kindOf(job))?.has(id) ?? false };
}

/** Compares every group with the jobs of everybody who may do it. */
async function substitutesOf(
  groups: readonly HandOverGroup[],
  { people, may }: Eligible,
  near: NearJobs,
): Promise<Substitute[]> {
  const jobsOf = jobsByPerson(near);
  const anybodys = new Map(groups.map((group) => [group.id, anybodysClashes(group, near)]));
  const substitutes: Substitute[] = [];
  for (const person of people.values()) {
    const own = jobsOf.get(person.id) ?? [];
    const one: Substitute = { person, free: [], busy: [], clashes: [], jobs: own.length };
    for (const group of groups) {
      if (!may(person.id, group.jobs[0])) continue;
      const clashes = clashesWith(person.id, group, own, near).filter(isNotIn(anybodys.get(group.id)));
      (clashes.length === 0 ? one.free : one.busy).push(group.id);
      one.clashes.push(...clashes.slice(0, MAX_REASONS));
      if (isTurnOver()) await nextTurn();
    }
    substitutes.push(one);
  }
  return substitutes;
}

const jobsByPerson = ({ placed }: NearJobs) => Map.groupBy(placed, ({ personId }) => personId);

/** Findings of a group that everybody would have, such as a pickup that comes too late for its experience. */
const anybodysClashes = (group: HandOverGroup, near: NearJobs) =>
  new Set(clashesWith(ANYBODY, group, [], near).map(keyOf));

const keyOf = (clash: Clash<PlacedJob>) => `${clash.kind} ${jobsOfClash(clash).map(({ id }) => id)}`;
const isNotIn = (keys: ReadonlySet<string> | undefined) => (clash: Clash<PlacedJob>) => !keys?.has(keyOf(clash));

/** The findings if a person did a group beside other jobs. */
function clashesWith(
  personId: number,
  { jobs }: HandOverGroup,
  others: readonly PlacedJob[],
  { timed, rulesOf }: NearJobs,
): Clash<PlacedJob>[] {
  const taken = jobs.flatMap(({ id }) => timed.get(id) ?? []).map((job) => ({ ...job, personId }));
  const ids = new Set(taken.map(({ id }) => id));
  const begin = Math.min(...taken.map(({ earliest }) => earliest)) - NEAR_MS;
  const end = Math.max(...taken.map(({ latest, likely }) => latest + likely)) + NEAR_MS;
  const isNear = ({ id, earliest, latest, likely }: PlacedJob) =>
    !ids.has(id) && earliest < end && latest + likely > begin;
  return clashesAmong([...others.filter(isNear), ...taken], rulesOf, ids);
}

/** Suggests for each group that is still with its person somebody who is free, also after the earlier suggestions. */
function suggested(
  personId: number,
  groups: readonly HandOverGroup[],
  substitutes: readonly Substitute[],
  near: NearJobs,
): HandOverGroup[] {
  const jobsOf = jobsByPerson(near);
  const given = new Map<number, PlacedJob[]>();
  const anybodys = new Map(groups.map((group) => [group.id, anybodysClashes(group, near)]));
  const load = ({ person, jobs }: Substitute) => jobs + (given.get(person.id)?.length ?? 0);
  return groups.map((group) => {
    if (group.jobs[0].personId !== personId) return group;
    const free = substitutes
      .filter((one) => one.free.includes(group.id))
      .sort((one, other) => load(one) - load(other))
      .find(({ person: { id } }) => {
        const further = given.get(id);
        if (!further) return true;
        const clashes = clashesWith(id, group, [...(jobsOf.get(id) ?? []), ...further], near);
        return clashes.every(isNotIn(anybodys.get(group.id)));
      });
    if (!free) return group;
    const { person } = free;
    const taken = group.jobs.flatMap(({ id }) => near.timed.get(id) ?? []);
    given.set(person.id, [...(given.get(person.id) ?? []), ...taken.map((job) => ({ ...job, personId: person.id }))]);
    return { ...group, suggested: person };
  });
}
