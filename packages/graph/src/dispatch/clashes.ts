/*
 * Detection of clashes between jobs. A job is one task that a user does for an order: picking its guests up, bringing
 * them back, or guiding them. This module does not access the database.
 */

/** The part of an order to which a user is dispatched. */
export type Task = 'pickup' | 'dropoff' | 'guide';

/** A job of a user, between two instants. */
export type TimedJob = {
  id: string;
  task: Task;
  personId: number;
  startsAt: Date;
  /** The local day at the place. */
  day: Date | null;
  /** Not before the start; null where the end is unknown. */
  endsAt: Date | null;
  /** Key of the departure: one vehicle may pick up all of its guests, and one guide guides them all. */
  departure: string;
  /** The place where it begins; null where it is unknown. */
  place: string | null;
};

/**
 * Why a person cannot do two jobs, or possibly cannot: they overlap, they begin at the same instant in different
 * places, or the second begins on the day of the first, whose end is unknown.
 */
export type ClashKind = 'overlap' | 'twoPlaces' | 'unknownEnd';

export type Clash<J extends TimedJob> = { kind: ClashKind; personId: number; jobs: [first: J, second: J] };

/**
 * All pairs of jobs that the same person cannot do both. Jobs that only touch do not clash, nor do jobs that belong
 * together: guests of one departure share vehicle and guide, unless they wait in different places at the same instant.
 */
export function clashesAmong<J extends TimedJob>(jobs: readonly J[]): Clash<J>[] {
  const clashes: Clash<J>[] = [];
  for (const own of byPerson(jobs).values()) {
    own.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime() || (one.id < other.id ? -1 : 1));
    own.forEach((first, index) => {
      for (const second of own.slice(index + 1)) {
        if (second.startsAt.getTime() >= endOf(first)) break;
        const kind = clashOf(first, second);
        if (kind) clashes.push({ kind, personId: first.personId, jobs: [first, second] });
      }
    });
  }
  return clashes;
}

/** A job lasts at least one millisecond. */
const endOf = ({ startsAt, endsAt }: TimedJob) =>
  endsAt ? Math.max(endsAt.getTime(), startsAt.getTime() + 1) : Number.POSITIVE_INFINITY;

function clashOf(first: TimedJob, second: TimedJob): ClashKind | undefined {
  const isElsewhere = first.place !== null && second.place !== null && first.place !== second.place;
  const isSameMoment = first.startsAt.getTime() === second.startsAt.getTime();
  if (first.departure === second.departure) {
    if (first.task === 'guide' || second.task === 'guide') return undefined;
    if (first.task === second.task) return isSameMoment && isElsewhere ? 'twoPlaces' : undefined;
  }
  if (isSameMoment) return isElsewhere ? 'twoPlaces' : 'overlap';
  if (first.endsAt) return 'overlap';
  return first.day?.getTime() === second.day?.getTime() ? 'unknownEnd' : undefined;
}

function byPerson<J extends TimedJob>(jobs: readonly J[]): Map<number, J[]> {
  const people = new Map<number, J[]>();
  for (const job of jobs) {
    const own = people.get(job.personId);
    if (own) own.push(job);
    else people.set(job.personId, [job]);
  }
  return people;
}
