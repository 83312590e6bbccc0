import type { Clash, Group, RulesOf, TimedJob } from './clash-types.ts';

/**
 * Times at which a driver has more guests, wheelchairs and the like on board than the vehicle takes: one finding for each
 * period of overlapping transfers, at its fullest moment. A transfer without a time is a period of its own.
 *
 * @param groups sorted by their start
 */
export function capacityClashes<J extends TimedJob>(groups: readonly Group<J>[], rulesOf: RulesOf): Clash<J>[] {
  const rides = groups.filter(([{ task }]) => task !== 'guide');
  const timed = rides.filter(([{ earliest, latest }]) => earliest === latest);
  const untimed = rides.filter((ride) => !timed.includes(ride));
  const clashes: Clash<J>[] = [];
  for (const period of [...periodsOf(timed), ...untimed.map((ride) => [ride])]) {
    const [[first] = []] = period;
    if (!first) continue;
    const { worker, seatsTag } = rulesOf(first.organizationId);
    for (const [tag, available] of worker(first.personId).capacity) {
      const isSeats = tag === seatsTag;
      const needOf = (group: Group<J>) =>
        group.reduce((sum, job) => sum + (isSeats ? job.guests : (job.needs.get(tag) ?? 0)), 0);
      const { aboard, needed } = fullest(period, needOf);
      if (needed > available) {
        const of = { personId: first.personId, groups: aboard };
        clashes.push({ kind: 'capacity', severity: 'overCapacity', ...of, tag, isSeats, needed, available });
      }
    }
  }
  return clashes;
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

/** The rides on board at the moment of the greatest need. Guests get on at the start of a ride, and off at its end. */
function fullest<J extends TimedJob>(period: readonly Group<J>[], needOf: (ride: Group<J>) => number) {
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
