import type { Clash, Group, Rules, RulesOf, TimedJob } from './clash-types.ts';
import { isFlexible, isOneTrip, minutes, sharedRide } from './rides.ts';

/** A group is compared with this many of the next ones: a person who has more of them near clashes anyway. */
const MAX_COMPARED = 50;
/** A group with this many findings gets no further one with another such group. */
const MAX_FOUND = 5;

/**
 * Pairs of groups of one person that exclude each other, or that may.
 *
 * @param groups sorted by their earliest start
 * @param isOwn whether the caller is interested in findings of a group
 */
export function pairClashes<J extends TimedJob>(
  groups: readonly Group<J>[],
  rulesOf: RulesOf,
  isOwn: (group: Group<J>) => boolean,
): Clash<J>[] {
  const clashes: Clash<J>[] = [];
  const untimed = new Map<number, { flexible: Set<Group<J>>; others: Set<Group<J>> }>();
  const own = new Set(groups.filter(isOwn));
  const found = new Map<Group<J>, number>();
  const isFull = (group: Group<J>) => (found.get(group) ?? 0) >= MAX_FOUND;
  for (const [index, one] of groups.entries()) {
    const [first] = one;
    const rules = rulesOf(first.organizationId);
    const reach = first.latest + first.likely + rules.longestWay + rules.margin;
    for (const other of groups.slice(index + 1, index + 1 + MAX_COMPARED)) {
      const [second] = other;
      if (second.earliest >= reach) break;
      if (!(own.has(one) || own.has(other)) || (isFull(one) && isFull(other))) continue;
      const clash = clashOf(one, other, rules);
      if (clash?.kind === 'noTime') {
        const day = isFlexible(first) ? first.earliest : second.earliest;
        const ofDay = untimed.get(day) ?? { flexible: new Set(), others: new Set() };
        untimed.set(day, ofDay);
        for (const group of [one, other]) (isFlexible(group[0]) ? ofDay.flexible : ofDay.others).add(group);
      } else if (clash) {
        clashes.push(clash);
        for (const group of [one, other]) found.set(group, (found.get(group) ?? 0) + 1);
      }
    }
  }
  // One finding for all jobs of a day that have no time.
  for (const { flexible, others } of untimed.values()) {
    const all = [...flexible, ...others];
    const personId = all[0]?.[0].personId ?? 0;
    clashes.push({ kind: 'noTime', severity: 'unknown', personId, groups: all });
  }
  return clashes;
}

function clashOf<J extends TimedJob>(one: Group<J>, other: Group<J>, rules: Rules): Clash<J> | undefined {
  const [[first], [second]] = [one, other];
  if (first.departure === second.departure) {
    const clash = first.task === second.task ? sharedRide(one, other, rules) : undefined;
    if (clash || isOneTrip(first, second)) return clash;
  }
  const fits = (duration: 'least' | 'likely', margin = 0) =>
    follows(first, second, duration, margin, rules) || follows(second, first, duration, margin, rules);
  if (!fits('least')) return { severity: 'impossible', ...pair(one, other, 'least', rules) };
  if (isFlexible(first) || isFlexible(second))
    return isSameDay(first, second)
      ? { kind: 'noTime', severity: 'unknown', personId: first.personId, groups: [one, other] }
      : undefined;
  if (!fits('likely', rules.margin)) return { severity: 'tight', ...pair(one, other, 'likely', rules) };
  const way = rules.travel(first.to, second.from);
  if (way !== null || second.earliest - first.earliest - first.likely >= rules.longestWay) return undefined;
  return { severity: 'unknown', ...pair(one, other, 'likely', rules) };
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

function pair<J extends TimedJob>(one: Group<J>, other: Group<J>, duration: 'least' | 'likely', { travel }: Rules) {
  const [[first], [second]] = [one, other];
  const of = { personId: first.personId, groups: [one, other] };
  const way = travel(first.to, second.from);
  const free = second.earliest - first.earliest - first[duration];
  if (isFlexible(first) || isFlexible(second)) return { kind: 'travel' as const, ...of, ...minutes(way, free) };
  if (first.earliest === second.earliest && way !== 0) return { kind: 'twoPlaces' as const, ...of, ...minutes(way, 0) };
  if (free < 0) return { kind: 'overlap' as const, ...of };
  return { kind: 'travel' as const, ...of, ...minutes(way, free) };
}

const isSameDay = (first: TimedJob, second: TimedJob) =>
  second.earliest <= first.latest && first.earliest <= second.latest + first.least;
