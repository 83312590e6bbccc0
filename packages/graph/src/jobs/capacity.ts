import type { Clash, Rules, TimedJob } from './clash-types.ts';

/**
 * Times at which a driver has more guests, wheelchairs and the like on board than the vehicle takes: one finding for each
 * period of overlapping transfers, at its fullest moment. The jobs are sorted by their start.
 */
export function capacityClashes<J extends TimedJob>(
  own: readonly J[],
  rulesOf: (organizationId: number) => Rules,
): Clash<J>[] {
  const rides = own.filter(({ task, earliest, latest }) => task !== 'guide' && earliest === latest);
  return periodsOf(rides).flatMap((period) => {
    const [first] = period;
    const { worker, seatsTag } = rulesOf(first.organizationId);
    return [...worker(first.personId).capacity].flatMap(([tag, available]) => {
      const needOf = (job: J) => (tag === seatsTag ? job.guests : (job.needs.get(tag) ?? 0));
      const { jobs, needed } = fullest(period, needOf);
      return needed > available
        ? [
            {
              kind: 'capacity' as const,
              severity: 'overCapacity' as const,
              personId: first.personId,
              jobs,
              tag,
              needed,
              available,
            },
          ]
        : [];
    });
  });
}

const endOf = ({ earliest, likely }: TimedJob) => earliest + likely;

/** Groups of jobs of which each overlaps another one. */
function periodsOf<J extends TimedJob>(rides: readonly J[]): [J, ...J[]][] {
  const periods: [J, ...J[]][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const ride of rides) {
    const period = periods.at(-1);
    if (period && ride.earliest < end) period.push(ride);
    else periods.push([ride]);
    end = Math.max(end, endOf(ride));
  }
  return periods;
}

/** The jobs on board at the moment of the greatest need. Guests only get on at the start of a job. */
function fullest<J extends TimedJob>(period: readonly J[], needOf: (job: J) => number): { jobs: J[]; needed: number } {
  let most: { jobs: J[]; needed: number } = { jobs: [], needed: 0 };
  let aboard: J[] = [];
  let needed = 0;
  for (const [index, job] of period.entries()) {
    const stay = aboard.filter((each) => endOf(each) > job.earliest);
    needed -= aboard.reduce((sum, each) => sum + (endOf(each) > job.earliest ? 0 : needOf(each)), 0);
    aboard = [...stay, job];
    needed += needOf(job);
    const isLastOfMoment = period[index + 1]?.earliest !== job.earliest;
    if (isLastOfMoment && needed > most.needed) most = { jobs: aboard.filter((each) => needOf(each) > 0), needed };
  }
  return most;
}
