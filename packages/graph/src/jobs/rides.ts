import type { Clash, Group, Rules, TimedJob } from './clash-types.ts';

const MINUTE = 60_000;
/** Guests who are to be picked up at the same time in nearby places are stops of one ride. */
const STOP_TOLERANCE = 5 * MINUTE;

/** The minutes of a finding about a way. */
export const minutes = (way: number | null, free: number) => ({
  way: way === null ? null : Math.ceil(way / MINUTE),
  free: Math.max(0, Math.floor(free / MINUTE)),
});

/** Whether only the day of a job is known. */
export const isFlexible = ({ earliest, latest }: TimedJob) => latest > earliest;

/** A finding where a pickup cannot be at the start of the experience in time. */
export function lateRide<J extends TimedJob>(group: Group<J>, { travel, longestWay }: Rules): Clash<J>[] {
  const [{ personId, earliest, due, from, to }] = group;
  if (due === undefined) return [];
  const free = due - earliest;
  const way = travel(from, to);
  if (way === null ? free >= longestWay : way <= free + STOP_TOLERANCE) return [];
  const severity = way === null ? 'unknown' : 'impossible';
  return [{ kind: 'travel', severity, personId, groups: [group], ...minutes(way, free) }];
}

/** The stops of a vehicle that collects the guests of a departure. */
export function stopsClash<J extends TimedJob>(one: Group<J>, other: Group<J>, rules: Rules): Clash<J> | undefined {
  const [[first], [second]] = [one, other];
  if (isFlexible(first) || isFlexible(second)) return undefined;
  const way = rules.travel(first.from, second.from) ?? 0;
  const free = second.earliest - first.earliest;
  if (way <= free + STOP_TOLERANCE) return undefined;
  const kind = free === 0 ? 'twoPlaces' : 'travel';
  return { kind, severity: 'impossible', personId: first.personId, groups: [one, other], ...minutes(way, free) };
}
