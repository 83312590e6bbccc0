import type pg from 'pg';

/**
 * Most statements that a connection keeps prepared for `queryRows`. Each costs Postgres its parsed tree and plan, up to
 * about a megabyte for the largest; what was not used for longest is given up.
 */
export const MAX_PREPARED = 60;

/** The names that a connection has prepared, least recently used first. */
const prepared = new WeakMap<pg.PoolClient, Set<string>>();

/** Remembers that a connection is about to use a prepared statement, and gives up the oldest one where there are too many. */
export async function usePrepared(connection: pg.PoolClient, name: string): Promise<void> {
  const names = prepared.get(connection) ?? new Set();
  prepared.set(connection, names);
  // Deleted and added again, it is the youngest.
  names.delete(name);
  names.add(name);
  if (names.size <= MAX_PREPARED) return;
  const [oldest = ''] = names;
  names.delete(oldest);
  await connection.query(`DEALLOCATE "${oldest}"`);
  forget(connection, oldest);
}

/** The driver remembers for itself what it has prepared, and has no way to be told otherwise. */
function forget(connection: object, name: string): void {
  const wire: unknown = Reflect.get(connection, 'connection');
  const known: unknown = typeof wire === 'object' && wire !== null ? Reflect.get(wire, 'parsedStatements') : undefined;
  if (typeof known !== 'object' || known === null)
    throw new Error('the driver keeps its prepared statements elsewhere');
  Reflect.deleteProperty(known, name);
}
