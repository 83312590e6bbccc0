import type { CrewDay, CrewJob } from './crew-operations.ts';

const isPast = ({ hidesGuestsAt, place, leader, needs, notes }: CrewJob, now: number) =>
  hidesGuestsAt !== null &&
  Date.parse(hidesGuestsAt) <= now &&
  (place !== null || leader !== null || needs.length + notes.length > 0);

/**
 * The jobs without the guests that their person no longer needs to know, as the server would send them; the same object
 * if there are none.
 */
export function withoutPastGuests(day: CrewDay, now: number): CrewDay {
  if (!day.jobs.some((job) => isPast(job, now))) return day;
  const hidden = { place: null, leader: null, needs: [], notes: [] };
  return { ...day, jobs: day.jobs.map((job) => (isPast(job, now) ? { ...job, ...hidden } : job)) };
}
