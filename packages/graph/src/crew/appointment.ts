import type { Prisma } from '@channel/prisma';
import { dateText, timeText } from '../shared/calendar.ts';
import { type CrewFacts, shortDigest } from './crew-facts.ts';

/** What a person said about a job. */
export type Said = Pick<Prisma.CrewJobGetPayload<object>, 'state' | 'reason' | 'stateAt'>;

/** What a person says who has not answered. */
export const NOTHING_SAID = { state: 'assigned', reason: '', stateAt: null, appointment: null } as const;

/** Identifies the day, the time and the place of a job: what a person agrees to, arrives at or declines. */
export const appointmentOf = ({ job, place, startsAt }: CrewFacts): string =>
  shortDigest([job.day && dateText(job.day), job.time && timeText(job.time), startsAt, place]);

/** What a person said about a job as it is now: an answer for another day, time or place does not count. */
export const saidOf = (row: (Said & { appointment: string | null }) | undefined, facts: CrewFacts): Said =>
  row?.appointment === appointmentOf(facts) ? row : NOTHING_SAID;
