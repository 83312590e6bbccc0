import type { Place, Travel } from './travel.ts';

/** The part of an order to which a user is dispatched. */
export type Task = 'pickup' | 'dropoff' | 'guide';

/** A job of a user: picking the guests of an order up, bringing them back, or guiding them. Times are in milliseconds. */
export type TimedJob = {
  id: string;
  orderId: number;
  organizationId: number;
  task: Task;
  personId: number;
  /** Key of the departure: one vehicle may pick up all of its guests, and one guide guides them all. */
  departure: string;
  /** The earliest and the latest instant at which it may begin: equal unless only the day is known. */
  earliest: number;
  latest: number;
  /** How long it lasts at least, and how long it is estimated to last: equal where its end is known. */
  least: number;
  likely: number;
  /** The instant at which a pickup is to have brought its guests to `to`. */
  due?: number;
  timeZone: string;
  /** Where it begins and where it ends. */
  from: Place;
  to: Place;
  guests: number;
  /** Needs besides seats, by the key of the tag, such as `wheelchairs`. */
  needs: ReadonlyMap<string, number>;
  /** Languages of which the guide should speak one; empty: any. */
  languages: readonly string[];
};

/** Working hours of a weekday. */
export type Hours = {
  /** ISO weekday: 1 is Monday. */
  weekday: number;
  /** Minutes after midnight. */
  from: number;
  /** Minutes after the midnight of `from`; up to a day later. */
  to: number;
};

/** An absence between two local readings, in milliseconds. */
export type Absence = { from: number; until: number; reason: string };

/** What is known of a person who drives or guides for an organization. */
export type Worker = {
  /** Maximum of guests (`seats`) and of other needs at a time, by the key of the tag; null: the tag is unreadable. */
  capacity: ReadonlyMap<string, number | null>;
  /** Null: unknown. */
  languages: readonly string[] | null;
  /** Empty: available at all hours. */
  hours: readonly Hours[];
  absences: readonly Absence[];
  /** The tasks that the person may no longer do, each with the instant since which this is known; absent: none. */
  lost?: ReadonlyMap<Task, number>;
};

/** The rules of an organization. */
export type Rules = {
  travel: Travel;
  /** Milliseconds that should remain between the arrival from one job and the start of the next. */
  margin: number;
  worker: (personId: number) => Worker;
  /** The tag that holds the number of seats. */
  seatsTag: string;
  /** No way takes longer, in milliseconds. */
  longestWay: number;
};

/** The rules of an organization by its id. */
export type RulesOf = (organizationId: number) => Rules;

/** Jobs of one person that are done together: the guests of a departure who are guided, or picked up at one stop. */
export type Group<J extends TimedJob = TimedJob> = readonly [J, ...J[]];

/**
 * impossible: the known facts exclude it. tight: it does not fit if the estimates hold. overCapacity: more guests than
 * seats. absent: the person does not work then. unknown: a missing time or place prevents a judgement.
 */
export type Severity = 'impossible' | 'tight' | 'overCapacity' | 'absent' | 'unknown';

/** Why, with what its sentence needs besides the jobs. */
export type Reason =
  | { kind: 'overlap' }
  /**
   * Minutes that the way takes, and that there are; null where the way is unknown. Of a single job, its own way to the
   * start of the experience.
   */
  | { kind: 'twoPlaces' | 'travel'; way: number | null; free: number }
  /** The first job has no time. */
  | { kind: 'noTime' }
  /** What there is too little of: seats, or the key of another tag; null: it is unknown how much there is. */
  | { kind: 'capacity'; tag: string; isSeats: boolean; needed: number; available: number | null }
  /** The person is disabled, or does not hold the right for the task any more. */
  | { kind: 'notEligible' }
  | { kind: 'language'; wanted: string[]; spoken: string[] }
  /** Local times `YYYY-MM-DDTHH:MM`. */
  | { kind: 'absence'; from: string; until: string; reason: string }
  /** Local times `HH:MM` of the day of the job. */
  | { kind: 'workingHours'; hours: { from: string; to: string }[] };

export type ClashKind = Reason['kind'];

/** A finding about one person: the groups of jobs that it concerns, the earliest first. */
export type Clash<J extends TimedJob = TimedJob> = {
  personId: number;
  severity: Severity;
  groups: readonly Group<J>[];
} & Reason;

/** A job as a finding names it. Local readings `YYYY-MM-DDTHH:MM`. */
export type NamedJob = {
  task: Task;
  orderId: number;
  city: string;
  from: string;
  /** Null where the job has no time; its day is that of `from`. */
  until: string | null;
  isEstimated: boolean;
  /** Number of orders that share the job with the named one. */
  others: number;
};

/** A finding in a form that can be stored, and formatted later in any language. */
export type ClashFacts = {
  personId: number;
  severity: Severity;
  jobs: NamedJob[];
  /** Number of jobs that it does not name. */
  more: number;
} & Reason;
