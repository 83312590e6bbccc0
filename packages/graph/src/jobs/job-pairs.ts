import type { Clash, Rules, TimedJob } from './clash-types.ts';
import { LONGEST_WAY } from './travel.ts';

const MINUTE = 60_000;
/** Guests who are to be picked up at the same time in nearby places are stops of one ride. */
const STOP_TOLERANCE = 5 * MINUTE;
/** A job is compared with this many of the next ones: a person who has more clashes anyway. */
const MAX_COMPARED = 100;

/** Pairs of jobs of one person that exclude each other, or that may. The jobs are sorted by their earliest start. */
export function pairClashes<J extends TimedJob>(
  own: readonly J[],
  rulesOf: (organizationId: number) => Rules,
): Clash<J>[] {
  const clashes: Clash<J>[] = [];
  const untimed = new Map<J, J[]>();
  own.forEach((first, index) => {
    const rules = rulesOf(first.organizationId);
    const reach = first.latest + first.likely + LONGEST_WAY + rules.margin;
    for (const second of own.slice(index + 1, index + 1 + MAX_COMPARED)) {
      if (second.earliest >= reach) break;
      const clash = clashOf(first, second, rules);
      if (clash?.kind !== 'noTime') {
        if (clash) clashes.push(clash);
        continue;
      }
      const [flexible, other] = isFlexible(first) ? [first, second] : [second, first];
      untimed.set(flexible, [...(untimed.get(flexible) ?? []), other]);
    }
  });
  for (const [job, others] of untimed)
    clashes.push({ kind: 'noTime', severity: 'unknown', personId: job.personId, jobs: [job, ...others] });
  return clashes;
}

/** Whether only the day of a job is known. */
const isFlexible = ({ earliest, latest }: TimedJob) => latest > earliest;

function clashOf<J extends TimedJob>(first: J, second: J, rules: Rules): Clash<J> | undefined {
  if (first.departure === second.departure) {
    if (first.task === 'guide' || second.task === 'guide') return undefined;
    if (first.task === 'pickup' && second.task === 'pickup') return stopsClash(first, second, rules);
    // The guests of one departure leave in one vehicle.
    if (first.task === second.task && (first.earliest === second.earliest || isFlexible(first) || isFlexible(second)))
      return undefined;
  }
  const fits = (duration: 'least' | 'likely', margin = 0) =>
    follows(first, second, duration, margin, rules) || follows(second, first, duration, margin, rules);
  if (!fits('least')) return { severity: 'impossible', ...pair(first, second, 'least', rules) };
  if (isFlexible(first) || isFlexible(second))
    return isSameDay(first, second)
      ? { kind: 'noTime', severity: 'unknown', personId: first.personId, jobs: [first, second] }
      : undefined;
  if (!fits('likely', rules.margin)) return { severity: 'tight', ...pair(first, second, 'likely', rules) };
  const way = rules.travel(first.to, second.from);
  if (way !== null || second.earliest - first.earliest - first.likely >= LONGEST_WAY) return undefined;
  return { severity: 'unknown', ...pair(first, second, 'likely', rules) };
}

/** Whether there is time for the second job after the first. An unknown way takes no time. */
function follows(
  first: TimedJob,
  second: TimedJob,
  duration: 'least' | 'likely',
  margin: number,
  { travel }: Rules,
): boolean {
  const way = travel(first.to, second.from) ?? 0;
  return first.earliest + first[duration] + way + (way > 0 ? margin : 0) <= second.latest;
}

/** The stops of a vehicle that collects the guests of a departure. */
function stopsClash<J extends TimedJob>(first: J, second: J, rules: Rules): Clash<J> | undefined {
  if (isFlexible(first) || isFlexible(second)) return undefined;
  const way = rules.travel(first.from, second.from) ?? 0;
  const free = second.earliest - first.earliest;
  if (way <= free + STOP_TOLERANCE) return undefined;
  const kind = free === 0 ? 'twoPlaces' : 'travel';
  return { kind, severity: 'impossible', personId: first.personId, jobs: [first, second], ...minutes(way, free) };
}

const minutes = (way: number | null, free: number) => ({
  way: way === null ? null : Math.ceil(way / MINUTE),
  free: Math.max(0, Math.floor(free / MINUTE)),
});

function pair<J extends TimedJob>(first: J, second: J, duration: 'least' | 'likely', { travel }: Rules) {
  const of = { personId: first.personId, jobs: [first, second] };
  const way = travel(first.to, second.from);
  const free = second.earliest - first.earliest - first[duration];
  if (isFlexible(first) || isFlexible(second)) return { kind: 'travel' as const, ...of, ...minutes(way, free) };
  if (first.earliest === second.earliest && way !== 0) return { kind: 'twoPlaces' as const, ...of, ...minutes(way, 0) };
  if (free < 0) return { kind: 'overlap' as const, ...of };
  return { kind: 'travel' as const, ...of, ...minutes(way, free) };
}

const isSameDay = (first: TimedJob, second: TimedJob) =>
  second.earliest <= first.latest && first.earliest <= second.latest + first.least;
