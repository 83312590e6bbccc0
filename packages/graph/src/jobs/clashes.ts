import { capacityClashes } from './capacity.ts';
import type { Clash, Rules, TimedJob } from './clash-types.ts';
import { pairClashes } from './job-pairs.ts';
import { unspoken } from './languages.ts';
import { workingTimeClashes } from './working-time.ts';

/*
 * The one rule that says whether a person can do the jobs that they are assigned to. Every path that assigns uses it.
 * These modules do not access the database.
 */

/** Maximum number of findings. */
export const MAX_CLASHES = 1_000;

/**
 * All findings about the people of jobs, by person and time.
 *
 * @param jobs those in whose findings the caller is interested, and all others of the same people near them
 */
export function clashesAmong<J extends TimedJob>(
  jobs: readonly J[],
  rulesOf: (organizationId: number) => Rules,
): Clash<J>[] {
  const clashes: Clash<J>[] = [];
  for (const own of Map.groupBy(jobs, ({ personId }) => personId).values()) {
    own.sort(
      (one, other) => one.earliest - other.earliest || one.orderId - other.orderId || (one.id < other.id ? -1 : 1),
    );
    clashes.push(
      ...pairClashes(own, rulesOf),
      ...capacityClashes(own, rulesOf),
      ...own.flatMap((job) => {
        const { worker } = rulesOf(job.organizationId);
        return [...workingTimeClashes(job, worker(job.personId)), ...unspoken(job, worker(job.personId))];
      }),
    );
    if (clashes.length >= MAX_CLASHES) break;
  }
  return clashes.slice(0, MAX_CLASHES);
}
