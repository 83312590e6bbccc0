import { capacityClashes } from './capacity.ts';
import type { Clash, RulesOf, TimedJob } from './clash-types.ts';
import { notEligible } from './eligible.ts';
import { groupsOf, jobsOf } from './groups.ts';
import { pairClashes } from './job-pairs.ts';
import { unspoken } from './languages.ts';
import { lateRide } from './rides.ts';
import { workingTimeClashes } from './working-time.ts';

/*
 * The one rule that says whether a person can do the jobs that they are assigned to. Every path that assigns uses it.
 * These modules do not access the database.
 */

/**
 * The findings about the people of jobs, by person.
 *
 * @param jobs those in whose findings the caller is interested, and all others of the same people near them
 * @param own the ids of the jobs in whose findings the caller is interested; others are not looked for
 */
export function clashesAmong<J extends TimedJob>(
  jobs: readonly J[],
  rulesOf: RulesOf,
  own: ReadonlySet<string>,
): Clash<J>[] {
  const clashes: Clash<J>[] = [];
  const isOwn = (some: readonly J[]) => some.some(({ id }) => own.has(id));
  for (const ofPerson of Map.groupBy(jobs, ({ personId }) => personId).values()) {
    ofPerson.sort(
      (one, other) => one.earliest - other.earliest || one.orderId - other.orderId || (one.id < other.id ? -1 : 1),
    );
    const groups = groupsOf(ofPerson);
    const found = [pairClashes(groups, rulesOf, isOwn), capacityClashes(groups, rulesOf)];
    for (const group of groups) {
      if (!isOwn(group)) continue;
      const [first] = group;
      const rules = rulesOf(first.organizationId);
      const worker = rules.worker(first.personId);
      found.push(
        workingTimeClashes(group, worker),
        unspoken(group, worker),
        lateRide(group, rules),
        notEligible(group, worker),
      );
    }
    for (const some of found) for (const clash of some) if (isOwn(jobsOf(clash))) clashes.push(clash);
  }
  return clashes;
}
