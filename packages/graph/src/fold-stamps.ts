import type { PrismaClient } from '@channel/prisma';

/** Stamps that one statement adds up. */
const BATCH = 10_000;

/**
 * Adds up the change stamps of finished transactions, so that validators read few rows. No validator changes. For a
 * recurring job.
 */
export async function foldStamps(db: PrismaClient): Promise<void> {
  for (let folded = BATCH; folded === BATCH; ) {
    const [row] = await db.$queryRaw<{ folded: number }[]>`SELECT fold_change_stamps(${BATCH}::int) AS folded`;
    folded = row?.folded ?? 0;
  }
}
