/** When tries are made. */
export type Schedule = {
  /** Seconds before each try; their number is the number of tries. */
  waits: readonly number[];
  /** How far a wait may be off, up or down, in percent. */
  jitterPercent: number;
  /** Chance from 0 up to (not including) 1. */
  random: () => number;
};

/** A receiver may ask for patience, but not for ever. */
const LONGEST_RETRY_AFTER = 86_400;

/**
 * When to try again after a failed try, or null when that was the last.
 *
 * @param tried how many tries have been made
 * @param retryAfter seconds for which the receiver asked to be left alone
 */
export function nextTry(schedule: Schedule, tried: number, now: Date, retryAfter: number | null): Date | null {
  const wait = schedule.waits[tried];
  if (wait === undefined) return null;
  const off = (schedule.random() * 2 - 1) * (schedule.jitterPercent / 100);
  const seconds = Math.max(wait * (1 + off), Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER));
  return new Date(now.getTime() + Math.round(seconds * 1_000));
}

/** The longest time, in seconds, from the making of a delivery to its last try, if nothing holds the queue up. */
export const longestLife = ({ waits, jitterPercent }: Omit<Schedule, 'random'>): number =>
  waits.reduce((sum, wait) => sum + Math.max(wait * (1 + jitterPercent / 100), LONGEST_RETRY_AFTER), 0);

/** The seconds of a `Retry-After` header: a number, or a date. Null without a sensible one. */
export function retryAfterSeconds(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_RETRY_AFTER);
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const seconds = Math.ceil((Date.parse(text) - now.getTime()) / 1_000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
