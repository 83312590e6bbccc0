import type { Clash, Group, RulesOf, TimedJob } from './clash-types.ts';

/** Rides that are judged together: those on board at one moment at most, and those that join them at an unknown time. */
type Period<J extends TimedJob> = { rides: readonly Group<J>[]; joining?: readonly Group<J>[] };

/**
 * Times at which a driver has more guests, wheelchairs and the like on board than the vehicle takes: one finding for each
 * period of overlapping transfers, at its fullest moment. The transfers of a departure that have no time are one ride,
 * with those of it that have one.
 *
 * @param groups sorted by their start
 */
export function capacityClashes<J extends TimedJob>(groups: readonly Group<J>[], rulesOf: RulesOf): Clash<J>[] {
  const rides = groups.filter(([{ task }]) => task !== 'guide');
  const timed = rides.filter(([{ earliest, latest }]) => earliest === latest);
  const untimed = rides.filter(([{ earliest, latest }]) => earliest !== latest);
  const clashes: Clash<J>[] = [];
  const periods = [...periodsOf(timed).map((some): Period<J> => ({ rides: some })), ...untimedPeriods(untimed, timed)];
  for (const { rides: some, joining = [] } of periods) {
    const first = (joining[0] ?? some[0])?.[0];
    if (!first) continue;
    const { worker, seatsTag } = rulesOf(first.organizationId);
    for (const [tag, available] of worker(first.personId).capacity) {
      const isSeats = tag === seatsTag;
      const needOf = (group: Group<J>) =>
        group.reduce((sum, job) => sum + (isSeats ? job.guests : (job.needs.get(tag) ?? 0)), 0);
      const { aboard, needed } = fullest(some, joining, needOf);
      if (needed <= (available ?? 0)) continue;
      const severity = available === null ? 'unknown' : 'overCapacity';
      const of = { personId: first.personId, groups: aboard };
      clashes.push({ kind: 'capacity', severity, ...of, tag, isSeats, needed, available });
    }
  }
  return clashes;
}

/** The rides of a departure without a time, each with those of the departure that have a time on that day. */
function untimedPeriods<J extends TimedJob>(untimed: readonly Group<J>[], timed: readonly Group<J>[]): Period<J>[] {
  const keyOf = ([{ task, departure }]: Group<J>) => `${task} ${departure}`;
  const timedOf = Map.groupBy(timed, keyOf);
  const periods = Map.groupBy(untimed, (ride) => `${keyOf(ride)} ${startOf(ride)}`);
  return [...periods.values()].flatMap((joining) => {
    const [one] = joining;
    if (!one) return [];
    const [{ latest }] = one;
    const isOnDay = (ride: Group<J>) => startOf(one) <= startOf(ride) && startOf(ride) <= latest;
    return [{ rides: (timedOf.get(keyOf(one)) ?? []).filter(isOnDay), joining }];
  });
}

const startOf = <J extends TimedJob>([{ earliest }]: Group<J>) => earliest;
const endOf = <J extends TimedJob>([{ earliest, likely }]: Group<J>) => earliest + likely;

/** Periods in which each ride overlaps another one. */
function periodsOf<J extends TimedJob>(rides: readonly Group<J>[]): Group<J>[][] {
  const periods: Group<J>[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const ride of rides) {
    const period = periods.at(-1);
    if (period && startOf(ride) < end) period.push(ride);
    else periods.push([ride]);
    end = Math.max(end, endOf(ride));
  }
  return periods;
}

/**
 * The rides on board at the moment of the greatest need. Guests get on at the start of a ride, and off at its end; those
 * of rides without a time join the emptiest of the periods in which the others overlap.
 */
function fullest<J extends TimedJob>(
  rides: readonly Group<J>[],
  joining: readonly Group<J>[],
  needOf: (ride: Group<J>) => number,
) {
  const peaks = (joining.length > 0 ? periodsOf(rides) : [rides]).map((period) => peakOf(period, needOf));
  const least = peaks.reduce((one, other) => (other.needed < one.needed ? other : one), peaks[0] ?? NOBODY_ABOARD);
  const further = joining.filter((ride) => needOf(ride) > 0);
  const aboard = [...least.aboard, ...further].sort((one, other) => startOf(one) - startOf(other));
  return { aboard, needed: further.reduce((sum, ride) => sum + needOf(ride), least.needed) };
}

const NOBODY_ABOARD = { aboard: [], needed: 0 };

function peakOf<J extends TimedJob>(period: readonly Group<J>[], needOf: (ride: Group<J>) => number) {
  const changes = period.flatMap((ride) => {
    const need = needOf(ride);
    return [
      { at: startOf(ride), by: need },
      { at: endOf(ride), by: -need },
    ];
  });
  // Those who get off make room for those who get on at the same moment.
  changes.sort((one, other) => one.at - other.at || one.by - other.by);
  let [now, needed, moment] = [0, 0, 0];
  for (const { at, by } of changes) {
    now += by;
    if (now > needed) [needed, moment] = [now, at];
  }
  const isAboard = (ride: Group<J>) => startOf(ride) <= moment && moment < endOf(ride) && needOf(ride) > 0;
  return { aboard: period.filter(isAboard), needed };
}
