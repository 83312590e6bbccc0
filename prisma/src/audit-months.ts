import type { PrismaClient } from './client.ts';
import { asMaintenance } from './maintenance.ts';

/*
 * The partitions of the audit log, by month in UTC. Postgres has the functions: a role that may execute one has no other
 * access to the partitions.
 */

/** The first instant of a month in UTC, counted from the month of a time. */
const monthFrom = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));

/**
 * Creates the partitions of the present month and the next ones, as far as they are missing; two years from the time of
 * the database at most.
 *
 * @param ahead how many months after the present one
 * @returns how many it created
 * @throws when it gets no lock within a second: the entries of a missing month go to the default partition, so call it again
 */
export async function createAuditMonths(db: PrismaClient, now: Date, ahead: number): Promise<number> {
  const [row] = await db.$queryRaw<{ created: number }[]>`
    SELECT create_audit_months(${monthFrom(now, ahead + 1)}::timestamptz) AS created`;
  return row?.created ?? 0;
}

/** Months that one call moves, so that it ends. */
const MAX_MONTHS = 120;
const ENTRIES_AT_A_TIME = 1_000;

/**
 * Moves months out of the audit log into the schema `audit_archive`, the oldest first, each in a transaction of its own. It
 * stops at a lock that another transaction holds for longer than 100 ms; call it again.
 *
 * @param maintenance the address of the database with the role of maintenance
 * @param kept how many months before the present one stay, 1 or more
 * @returns the names of the moved tables
 */
export const detachAuditMonths = (maintenance: string, now: Date, kept: number): Promise<string[]> =>
  asMaintenance(maintenance, async (client) => {
    const moved: string[] = [];
    while (moved.length < MAX_MONTHS) {
      const { rows } = await client.query<{ name: string }>('select name from detach_audit_months($1) as name', [
        monthFrom(now, -kept),
      ]);
      if (rows.length === 0) break;
      moved.push(...rows.map(({ name }) => name));
    }
    return moved;
  });

/**
 * Moves entries out of the default partition of the audit log into the schema `audit_archive`, whose months are as old as
 * those that `detachAuditMonths` moves. An entry is in the log or in the archive at any moment.
 *
 * @param maintenance the address of the database with the role of maintenance
 * @param kept how many months before the present one stay, 1 or more
 * @param hasTime whether to continue; else a later call does
 * @returns the number of moved entries
 */
export const archiveDefaultEntries = (
  maintenance: string,
  now: Date,
  kept: number,
  hasTime: () => boolean,
): Promise<number> =>
  asMaintenance(maintenance, async (client) => {
    let total = 0;
    do {
      const { rows } = await client.query<{ moved: number }>('select archive_default_audit_entries($1, $2) as moved', [
        monthFrom(now, -kept),
        ENTRIES_AT_A_TIME,
      ]);
      const moved = rows[0]?.moved ?? 0;
      if (moved === 0) break;
      total += moved;
    } while (hasTime());
    return total;
  });
