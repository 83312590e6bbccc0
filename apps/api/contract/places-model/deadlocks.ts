import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@channel/prisma';

/** The number of deadlocks that Postgres has resolved in a database so far. */
export async function deadlocksOf(db: PrismaClient): Promise<number> {
  // Connections report their statistics at most once a second, and when they are idle.
  await sleep(1_100);
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [row] = await db.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return row?.deadlocks ?? 0;
}
