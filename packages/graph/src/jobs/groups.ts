import type { Clash, Group, TimedJob } from './clash-types.ts';

const placeKey = ({ cityId, latitude, longitude }: TimedJob['from']) => `${cityId} ${latitude} ${longitude}`;

/** Groups the jobs of a person that are done together, in the given order. */
export function groupsOf<J extends TimedJob>(own: readonly J[]): Group<J>[] {
  const groups = Map.groupBy(own, (job) =>
    [
      job.task,
      job.departure,
      job.earliest,
      job.latest,
      job.least,
      job.likely,
      placeKey(job.from),
      job.task === 'pickup' ? placeKey(job.to) : job.to.cityId,
    ].join('|'),
  );
  // Each group has the job that made it.
  return [...groups.values()] as unknown as Group<J>[];
}

/** All jobs that a finding concerns. */
export const jobsOf = <J extends TimedJob>({ groups }: Clash<J>): J[] => groups.flat();
