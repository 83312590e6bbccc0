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
  // After the start, it is too late however short the way is.
  const severity = way === null && free >= -STOP_TOLERANCE ? 'unknown' : 'impossible';
  return [{ kind: 'travel', severity, personId, groups: [group], ...minutes(way, free) }];
}

/**
 * Whether two jobs of one departure are parts of one trip, so that their times are not compared: rides of the same
 * vehicle, a pickup that ends when the guiding begins, and a drop-off that begins when it ends.
 */
export function isOneTrip(first: TimedJob, second: TimedJob): boolean {
  if (first.task === second.task)
    return first.task !== 'dropoff' || first.earliest === second.earliest || isFlexible(first) || isFlexible(second);
  const [guiding, ride] = first.task === 'guide' ? [first, second] : [second, first];
  if (guiding.task !== 'guide') return false;
  if (isFlexible(guiding) || isFlexible(ride)) return true;
  const start = guiding.earliest;
  if (ride.task === 'pickup') return touches(ride, start);
  // A drop-off says more about the end of the guiding than an estimate does.
  return guiding.least === guiding.likely ? touches(ride, start + guiding.least) : ride.earliest > start;
}

const touches = ({ earliest, likely }: TimedJob, instant: number) =>
  earliest <= instant && instant <= earliest + likely;

/** A finding where one vehicle cannot collect, or bring back, two groups of guests of a departure. */
export function sharedRide<J extends TimedJob>(one: Group<J>, other: Group<J>, rules: Rules): Clash<J> | undefined {
  const [{ task, earliest }] = one;
  if (task === 'pickup') return stopsClash(one, other, rules);
  if (task === 'dropoff' && earliest === other[0].earliest) return twoCities(one, other, rules);
  return undefined;
}

/** The stops of a vehicle that collects the guests of a departure. */
function stopsClash<J extends TimedJob>(one: Group<J>, other: Group<J>, rules: Rules): Clash<J> | undefined {
  const [[first], [second]] = [one, other];
  if (isFlexible(first) || isFlexible(second)) return undefined;
  const way = rules.travel(first.from, second.from) ?? 0;
  const free = second.earliest - first.earliest;
  if (way <= free + STOP_TOLERANCE) return undefined;
  const kind = free === 0 ? 'twoPlaces' : 'travel';
  return { kind, severity: 'impossible', personId: first.personId, groups: [one, other], ...minutes(way, free) };
}

/**
 * Drop-offs of one vehicle in two cities that are further apart than the nearer ride is estimated to last. The vehicle
 * leaves the same place for both, so they are not impossible.
 */
function twoCities<J extends TimedJob>(one: Group<J>, other: Group<J>, rules: Rules): Clash<J> | undefined {
  const [[first], [second]] = [one, other];
  if (isFlexible(first) || isFlexible(second) || first.to.cityId === second.to.cityId) return undefined;
  const way = rules.travel(first.to, second.to) ?? 0;
  if (way <= Math.min(first.likely, second.likely)) return undefined;
  return { kind: 'travel', severity: 'tight', personId: first.personId, groups: [one, other], ...minutes(way, 0) };
}
