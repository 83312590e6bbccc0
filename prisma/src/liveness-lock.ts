import type { PrismaClient } from './client.ts';
import { type SteadyConnection, steadyConnection } from './steady-connection.ts';
import type { Tx } from './transaction.ts';

/** Used only for this purpose among the two-part advisory locks of a database. */
const CLASS = 727_073_693;

/**
 * Shows to all other processes, by an advisory lock that ends with its connection, that the holder of this name is
 * alive: until this process ends, also by a crash.
 */
export function livenessLock(connectionString: string, name: string): Promise<SteadyConnection> {
  return steadyConnection({
    connectionString,
    applicationName: 'channel-booking-liveness-lock',
    onConnect: (client) => client.query('select pg_advisory_lock_shared($1, hashtext($2))', [CLASS, name]),
  });
}

/** The names without a live holder. A name that was registered a moment ago may be included. */
export async function withoutLivenessLock(db: PrismaClient | Tx, names: string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT name FROM unnest(${names}::text[]) AS name
    WHERE NOT EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 2 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid = ${CLASS}::oid AND objid = (hashtext(name)::bigint & 4294967295)::oid)`;
  const dead = new Set(rows.map(({ name }) => name));
  return names.filter((name) => dead.has(name));
}
