/** The calendar date `YYYY-MM-DD` as Prisma takes it. */
export const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

/** The time of day `HH:MM` or `HH:MM:SS` as Prisma takes it. */
export const clock = (text: string): Date => new Date(`1970-01-01T${text.length === 5 ? `${text}:00` : text}Z`);

/** The default day of departures, a Wednesday. */
export const DEPARTURE_DAY = day('2026-06-10');
