import type pg from 'pg';

/**
 * Maximum number of statements that a connection keeps prepared for `queryRows`. Each costs Postgres its parsed tree
 * and plan, up to about a megabyte for the largest; the least recently used one is deallocated.
 */
export const MAX_PREPARED = 60;

/** The names that a connection has prepared, least recently used first. */
const prepared = new WeakMap<pg.PoolClient, Set<string>>();

/**
 * Records that a connection is about to use a prepared statement, and deallocates the least recently used one above the
 * maximum.
 */
export async function usePrepared(connection: pg.PoolClient, name: string): Promise<void> {
  const names = prepared.get(connection) ?? new Set();
  prepared.set(connection, names);
  // Deleting and adding moves it to the end.
  names.delete(name);
  names.add(name);
  if (names.size <= MAX_PREPARED) return;
  const [oldest = ''] = names;
  names.delete(oldest);
  await connection.query(`DEALLOCATE "${oldest}"`);
  forget(connection, oldest);
}

/** The driver keeps its own record of prepared statements, without an API to remove one. */
function forget(connection: object, name: string): void {
  const wire: unknown = Reflect.get(connection, 'connection');
  const known: unknown = typeof wire === 'object' && wire !== null ? Reflect.get(wire, 'parsedStatements') : undefined;
  if (typeof known !== 'object' || known === null)
    throw new Error('the installed driver has no record of prepared statements at the known place');
  Reflect.deleteProperty(known, name);
}
