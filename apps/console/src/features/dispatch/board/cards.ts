import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { localMinute } from '#lib/local-minute.ts';
import type { View } from '../board-address.ts';
import type { Absence, Board, Clash, Job, OtherDraft } from '../board-query.ts';
import { passengersIn } from '../passengers-in.ts';

const DAY = 24 * 60;
/** Minutes on the axis that the narrowest readable card covers. */
const READABLE = 140;

/** Jobs that are moved together: one transfer, or all orders of a departure with the same guide. */
export type Card = {
  key: string;
  jobs: [Job, ...Job[]];
  personId: number | null;
  /** Minutes after midnight in local time; null while no time is set. */
  from: number | null;
  to: number | null;
  /** Local time of the end, `HH:MM`, and whether it is estimated; null while no time is set. */
  until: string | null;
  isEstimated: boolean;
  passengerCount: number;
  isDrafted: boolean;
  isStale: boolean;
  clashes: Clash[];
  /** What other staff have drafted for these jobs. */
  others: OtherDraft[];
};

/** The jobs of one person, or the unassigned jobs (`personId` null). */
export type Lane = { personId: number | null; name: string; cards: Card[]; absences: Absence[] };

/** The lanes of a day: unassigned jobs first, then each person by name. */
export function lanesOf(i18n: I18n, board: Board, view: View, day: string): Lane[] {
  const { jobs, drivers, guides, calendars } = board;
  const shown = jobs.filter((job) => job.day === day && (job.task === 'guide') === (view === 'guides'));
  const cards = grouped(shown, view).map((group) => cardOf(group, board));
  const workers = view === 'guides' ? guides : drivers;
  const cardsOf = (personId: number | null) => cards.filter((card) => card.personId === personId);
  return [
    { personId: null, name: t(i18n)`Unassigned`, cards: cardsOf(null), absences: [] },
    ...workers.map(({ id, name }) => ({
      personId: id,
      name,
      cards: cardsOf(id),
      absences: absencesOn(day, calendars, id),
    })),
  ];
}

/** The absences of a person that touch a day. */
function absencesOn(day: string, calendars: Board['calendars'], id: number): Absence[] {
  const [start, end] = [`${day} 00:00:00`, `${day} 24:00:00`];
  return calendars
    .filter(({ personId }) => personId === id)
    .flatMap(({ absences }) => absences.filter(({ from, until }) => from < end && until > start));
}

/** Passengers of one departure share a guide, but not always a vehicle. */
function grouped(jobs: readonly Job[], view: View): [Job, ...Job[]][] {
  if (view === 'drivers') return jobs.map((job) => [job]);
  const groups = new Map<string, [Job, ...Job[]]>();
  for (const job of jobs) {
    const key = `${job.departure} ${job.personId}`;
    const group = groups.get(key);
    if (group) group.push(job);
    else groups.set(key, [job]);
  }
  return [...groups.values()];
}

/** What other staff have drafted for some jobs. */
export function othersOf(jobs: readonly Job[], { otherDrafts }: Board): OtherDraft[] {
  const ids = new Set(jobs.map(({ id }) => id));
  return otherDrafts.filter(({ task, orderId }) => ids.has(`${task}:${orderId}`));
}

function cardOf(jobs: [Job, ...Job[]], board: Board): Card {
  const [first] = jobs;
  const from = minutesOf(first.time);
  const lasts = first.startsAt && first.endsAt ? (Date.parse(first.endsAt) - Date.parse(first.startsAt)) / 60_000 : 0;
  const ids = new Set(jobs.map(({ id }) => id));
  return {
    key: jobs.length > 1 ? `${first.departure} ${first.personId}` : first.id,
    jobs,
    personId: first.personId,
    from,
    to: from === null ? null : Math.min(from + lasts, DAY),
    until: first.endsAt ? localMinute(new Date(first.endsAt), first.timeZone).slice(11, 16) : null,
    isEstimated: first.isEstimated,
    passengerCount: passengersIn(jobs),
    isDrafted: jobs.some(({ isDrafted }) => isDrafted),
    isStale: jobs.some(({ isStale }) => isStale),
    clashes: board.clashes.filter((clash) => clash.jobs.some(({ id }) => ids.has(id))),
    others: othersOf(jobs, board),
  };
}

/** Minutes after midnight of `HH:MM:SS`. */
export function minutesOf(time: string | null): number | null {
  if (time === null) return null;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The range of whole hours that an axis shows. */
export type Axis = { first: number; last: number };

/** Spans from the earliest to the latest card, and at least a working day. */
export function axisOf(lanes: readonly Lane[]): Axis {
  const cards = lanes.flatMap((lane) => lane.cards);
  const starts = cards.flatMap(({ from }) => (from === null ? [] : [from]));
  const ends = cards.flatMap(({ from, to }) => (from === null || to === null ? [] : [Math.max(to, from + READABLE)]));
  return {
    first: Math.floor(Math.min(7 * 60, ...starts) / 60),
    last: Math.min(24, Math.ceil(Math.max(19 * 60, ...ends) / 60)),
  };
}

/** The position of a card on the axis, in percent of the axis width, and its row in the lane. */
export type Placed = { card: Card; left: number; width: number; row: number };

/** Lays out cards without overlap: a card that overlaps another one moves to the next free row. */
export function placed(cards: readonly Card[], axis: Axis, least: number): { placed: Placed[]; rows: number } {
  const span = (axis.last - axis.first) * 60;
  const rowEnds: number[] = [];
  const result: Placed[] = [];
  for (const card of [...cards].sort((one, other) => (one.from ?? 0) - (other.from ?? 0))) {
    if (card.from === null) continue;
    // A card near the end of the axis is shifted to stay within it.
    const width = Math.min(100, Math.max((((card.to ?? card.from) - card.from) / span) * 100, least));
    const left = Math.min(((card.from - axis.first * 60) / span) * 100, 100 - width);
    const free = rowEnds.findIndex((end) => end <= left + 0.01);
    const row = free === -1 ? rowEnds.length : free;
    rowEnds[row] = left + width;
    result.push({ card, left, width, row });
  }
  return { placed: result, rows: Math.max(1, rowEnds.length) };
}
