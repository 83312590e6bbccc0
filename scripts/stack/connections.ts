import { maxConnections } from '@channel/api/connections';
import type { Settings } from '@channel/settings';
import { query } from './query.ts';

/** The connections of Postgres for roles that are not superusers. */
const AVAILABLE = `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
  - current_setting('reserved_connections')::int as available`;

/**
 * Compares the connections of the programs with those of Postgres. @returns a line for the operator if Postgres has
 * fewer
 */
export async function lackOfConnections(connectionString: string, settings: Settings): Promise<string | undefined> {
  const [row] = await query(connectionString, AVAILABLE);
  const available = Number(row?.available);
  const needed = maxConnections(settings);
  if (needed <= available) return undefined;
  const { apiProcesses, databasePoolSize } = settings;
  return `Postgres has ${available} connections, and API_PROCESSES=${apiProcesses} with DATABASE_POOL_SIZE=${databasePoolSize} may need ${needed}: lower one of them, or raise max_connections of Postgres`;
}
