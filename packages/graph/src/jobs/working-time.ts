import { minutesOf, wallClock, wallClockAt } from '../shared/calendar.ts';
import type { Absence, Clash, Group, Hours, Severity, TimedJob, Worker } from './clash-types.ts';
import { lengthOutside, overlaps, type Span, within } from './spans.ts';

/*
 * Working hours and absences are readings of the clock at the place of a job: they are compared with the local start and
 * end of the job, so that they need no time zone of their own.
 */

/** Maximum number of hours in the week of a person. */
export const MAX_SHIFTS = 42;

const MINUTES_OF_DAY = 24 * 60;
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;

/** Hours as they are given; an end that is not after the start is on the next day. */
export function hoursOf({ weekday, from, to }: { weekday: number; from: Date; to: Date }): Hours {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return { weekday, from: start, to: end > start ? end : end + MINUTES_OF_DAY };
}

/** The positions of two hours that overlap, also from Sunday to Monday; the later position first. */
export function overlappingHours(hours: readonly Hours[]): [number, number] | undefined {
  const spans = hours.map(({ weekday, from, to }) => {
    const start = weekday * MINUTES_OF_DAY;
    return { from: start + from, until: start + to };
  });
  for (const [index, one] of spans.entries())
    for (const [other, { from, until }] of spans.slice(0, index).entries())
      for (const shift of [-MINUTES_OF_WEEK, 0, MINUTES_OF_WEEK])
        if (overlaps(one, { from: from + shift, until: until + shift })) return [index, other];
  return undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Findings where a person is absent during a job, or where the job is not within their working hours. */
export function workingTimeClashes<J extends TimedJob>(group: Group<J>, { hours, absences }: Worker): Clash<J>[] {
  if (hours.length === 0 && absences.length === 0) return [];
  const [job] = group;
  const at = { personId: job.personId, groups: [group] };
  const [least, likely] = [localSpan(job, job.least), localSpan(job, job.likely)];
  const isAnyTime = job.latest > job.earliest;
  const day: Span = { from: least.from, until: localReading(job.latest, job.timeZone) };
  const clashes: Clash<J>[] = [];
  const joined = joinedAbsences(absences);
  const ofDay = isAnyTime ? severityOfDay(day, joined, hours) : undefined;
  for (const { from, until, reason } of joined) {
    const absence = { from, until };
    const severity = isAnyTime ? overlaps(absence, day) && ofDay : severityOf(absence, least, likely);
    if (severity) clashes.push({ kind: 'absence', severity, ...at, from: text(from), until: text(until), reason });
  }
  if (hours.length === 0 || clashes.some(({ severity }) => severity === 'absent')) return clashes;
  const working = workingSpans(hours, day.from, Math.max(likely.until, day.until));
  const isAbsent = isAnyTime ? !working.some((each) => overlaps(each, day)) : !isWithin(least, working);
  const severity: Severity | undefined = isAbsent
    ? 'absent'
    : isAnyTime || isWithin(likely, working)
      ? undefined
      : 'tight';
  if (severity) clashes.push({ kind: 'workingHours', severity, ...at, hours: hoursShown(hours, least.from) });
  return clashes;
}

/** Nobody works through a tour of several days: only its start and its end are compared. */
function isWithin({ from, until }: Span, working: readonly Span[]): boolean {
  const contains = (one: number, other: number) => working.some((each) => each.from <= one && other <= each.until);
  return until - from <= DAY ? contains(from, until) : contains(from, from) && contains(until, until);
}

/** The hours of the day of a reading, with those of the night before. */
function hoursShown(hours: readonly Hours[], reading: number): { from: string; to: string }[] {
  const [weekday, before] = [weekdayOf(reading), weekdayOf(reading - DAY)];
  const minutes = (reading % DAY) / MINUTE;
  const ofNight = hours.filter((each) => each.weekday === before && each.to - MINUTES_OF_DAY > minutes);
  const ofDay = hours.filter((each) => each.weekday === weekday).sort((one, other) => one.from - other.from);
  return [...ofNight, ...ofDay].map(({ from, to }) => ({ from: clock(from), to: clock(to) }));
}

function severityOf(absence: Span, least: Span, likely: Span): Severity | undefined {
  if (overlaps(absence, least)) return 'absent';
  return overlaps(absence, likely) ? 'tight' : undefined;
}

/** A job that may be at any time of a day is excluded where the absences leave nothing of the working hours. */
function severityOfDay(day: Span, absences: readonly Absence[], hours: readonly Hours[]): Severity {
  const onDay = (span: Span) => within(span, day);
  const working = workingSpans(hours, day.from, day.until).flatMap(onDay);
  return lengthOutside(working.length > 0 ? working : [day], absences.flatMap(onDay)) === 0 ? 'absent' : 'unknown';
}

/** Absences that touch or overlap as one, with the reasons of all. */
function joinedAbsences(absences: readonly Absence[]): Absence[] {
  const joined: { from: number; until: number; reasons: Set<string> }[] = [];
  for (const { from, until, reason } of [...absences].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.until) {
      last.until = Math.max(last.until, until);
      last.reasons.add(reason);
    } else joined.push({ from, until, reasons: new Set([reason]) });
  }
  return joined.map(({ reasons, ...span }) => ({ ...span, reason: [...reasons].filter(Boolean).join(', ') }));
}

function localReading(instant: number, timeZone: string): number {
  const { date, time } = wallClockAt(new Date(instant), timeZone);
  return wallClock(date, time).getTime();
}

function localSpan({ earliest, timeZone }: TimedJob, duration: number): Span {
  return { from: localReading(earliest, timeZone), until: localReading(earliest + duration, timeZone) };
}

/** The periods of work that touch a span; adjacent ones are joined. */
export function workingSpans(hours: readonly Hours[], from: number, until: number): Span[] {
  const spans: Span[] = [];
  for (let day = Math.floor(from / DAY) * DAY - DAY; day <= until; day += DAY) {
    const weekday = weekdayOf(day);
    const ofDay = hours.filter((each) => each.weekday === weekday).sort((one, other) => one.from - other.from);
    for (const each of ofDay) {
      const span = { from: day + each.from * MINUTE, until: day + each.to * MINUTE };
      const last = spans.at(-1);
      if (last && span.from <= last.until) last.until = Math.max(last.until, span.until);
      else spans.push(span);
    }
  }
  return spans;
}

const weekdayOf = (reading: number) => new Date(reading).getUTCDay() || 7;
const text = (reading: number) => new Date(reading).toISOString().slice(0, 16);
const clock = (minutes: number) => new Date((minutes % (24 * 60)) * MINUTE).toISOString().slice(11, 16);
