import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@channel/prisma';

/** How many deadlocks Postgres has ended in a database so far. */
export async function deadlocksOf(db: PrismaClient): Promise<number> {
  // Connections report what they counted once a second at most, and when they are idle.
  await sleep(1_100);
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [row] = await db.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return row?.deadlocks ?? 0;
}
