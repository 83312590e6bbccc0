/*
 * Who is to be where when. A job is one thing that somebody does for an order: picking its guests up, bringing them back,
 * or guiding them. Nothing here knows the database.
 */

/** What of an order somebody is dispatched to. */
export type Task = 'pickup' | 'dropoff' | 'guide';

/** A job of somebody, between two instants. */
export type TimedJob = {
  id: string;
  task: Task;
  personId: number;
  startsAt: Date;
  /** The day at the place. */
  day: Date | null;
  /** Not before the start; null where that is not known. */
  endsAt: Date | null;
  /** What the guests come for: one vehicle may pick up all that go on it, one guide guides them all. */
  departure: string;
  /** Where it begins; null where that is not known. */
  place: string | null;
};

/**
 * Why somebody cannot do two jobs, or perhaps not: they overlap, they begin at the same moment in different places, or the
 * second begins on the day of the first, of which nobody knows when it ends.
 */
export type ClashKind = 'overlap' | 'twoPlaces' | 'unknownEnd';

export type Clash<J extends TimedJob> = { kind: ClashKind; personId: number; jobs: [first: J, second: J] };

/**
 * All pairs of jobs that the same person cannot do both. Jobs that only touch are no clash, nor are those that belong
 * together: guests of one departure share vehicle and guide, unless they stand at different places at the same moment.
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

/** A job lasts a moment at least. */
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
