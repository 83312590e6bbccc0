/** The schedule of attempts. */
export type Schedule = {
  /** Seconds before each attempt; their number is the number of attempts. */
  waits: readonly number[];
  /** Maximum deviation of a wait, up or down, in percent. */
  jitterPercent: number;
  /** Random number from 0 up to (not including) 1. */
  random: () => number;
};

/** Maximum wait that a receiver can request, in seconds. */
const LONGEST_RETRY_AFTER = 86_400;

/**
 * The time of the next attempt after a failed one, or null after the last one.
 *
 * @param tried number of attempts so far
 * @param retryAfter wait in seconds that the receiver requested
 */
export function nextTry(schedule: Schedule, tried: number, now: Date, retryAfter: number | null): Date | null {
  const wait = schedule.waits[tried];
  if (wait === undefined) return null;
  const off = (schedule.random() * 2 - 1) * (schedule.jitterPercent / 100);
  const seconds = Math.max(wait * (1 + off), Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER));
  return new Date(now.getTime() + Math.round(seconds * 1_000));
}

/** The longest time, in seconds, from the creation of a delivery to its last attempt, without delays of the queue. */
export const longestLife = ({ waits, jitterPercent }: Omit<Schedule, 'random'>): number =>
  waits.reduce((sum, wait) => sum + Math.max(wait * (1 + jitterPercent / 100), LONGEST_RETRY_AFTER), 0);

/** The seconds of a `Retry-After` header: a number or a date. Null for any other text. */
export function retryAfterSeconds(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_RETRY_AFTER);
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const seconds = Math.ceil((Date.parse(text) - now.getTime()) / 1_000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
