import { dayIn } from '#lib/format.ts';
import type { CrewAction, CrewJob, CrewState } from './crew-operations.ts';

/** What the person can say next: the usual step, the other one, and the way back. */
export type Steps = { next?: CrewState; other?: CrewState; back?: CrewState };

const STEPS: Record<CrewState, Steps> = {
  assigned: { next: 'accepted', other: 'declined' },
  accepted: { next: 'onTheWay', other: 'declined', back: 'assigned' },
  declined: { next: 'accepted', back: 'assigned' },
  onTheWay: { next: 'arrived', back: 'accepted' },
  arrived: { next: 'done', other: 'noShow', back: 'onTheWay' },
  noShow: { back: 'arrived' },
  done: { back: 'arrived' },
};

/** A way to a job that begins later is not begun yet. */
const LONGEST_WAY_MS = 6 * 3_600_000;

/** Whether a person may be on the way to a job: it is today at its place, or begins soon. */
export const isNear = ({ day, startsAt, timeZone }: CrewJob, now: Date): boolean =>
  (day !== null && day <= dayIn(timeZone, now)) ||
  (startsAt !== null && Date.parse(startsAt) - now.getTime() <= LONGEST_WAY_MS);

/** The steps of a job. Nobody is on the way to a job that is not near. */
export function stepsOf({ state, isWithdrawn }: CrewJob, isNear: boolean): Steps {
  if (isWithdrawn) return {};
  const { next, ...steps } = STEPS[state];
  return next === undefined || (next === 'onTheWay' && !isNear) ? steps : { next, ...steps };
}

/** The jobs with the actions applied that were not sent yet. An answer for another day, time or place does not count. */
export function withActions(jobs: readonly CrewJob[], queue: readonly CrewAction[]): CrewJob[] {
  return jobs.map((job) => {
    const last = queue.findLast(({ jobId, appointment }) => jobId === job.id && appointment === job.appointment);
    return last ? { ...job, state: last.state, reason: last.reason ?? '', stateAt: last.at } : job;
  });
}

/** A random UUID; `crypto.randomUUID` is missing on pages that are served over HTTP from another machine. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
