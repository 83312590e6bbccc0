import type { PrismaClient } from '@channel/prisma';

/** Milliseconds between the clocks of Postgres and of this machine that no token or hold notices. */
export const CLOCK_TOLERANCE = 2_000;

/** The clock of Postgres, in milliseconds since 1970, at some moment between two readings of other clocks. */
export type ClockReading<Other> = { at: number; before: Other; after: Other };

/** The present by the clock of Postgres. */
export async function timeOf(db: PrismaClient): Promise<Date> {
  const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  return row?.at ?? new Date(0);
}

/** Reads the clock of Postgres, and others before and after it. */
export async function readClock<Other>(read: () => Promise<Date>, others: () => Other): Promise<ClockReading<Other>> {
  const before = others();
  const at = (await read()).getTime();
  return { at, before, after: others() };
}

/** Milliseconds by which another clock is at least ahead of that of Postgres; negative where it is behind. */
export function offsetIn({ at, before, after }: ClockReading<number>): number {
  if (before > at) return before - at;
  return Math.min(0, after - at);
}
