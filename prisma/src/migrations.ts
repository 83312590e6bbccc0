import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The folder of the migrations of this release. */
export const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');

/** One folder of `prisma/migrations`. */
export type Migration = { name: string; sql: string };

/**
 * Whether a migration runs outside of a transaction, because its one statement has to: `create index concurrently`, or a
 * `do` block that commits after each part of a long change. It must have the same result when it is repeated.
 */
export const isWithoutTransaction = (sql: string): boolean => /^-- without a transaction[ \t]*\r?\n/.test(sql);

/** The migrations of a folder in the order in which they apply (by name). */
export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, sql: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  );
}

/** The names of the pending migrations of a database; for readiness checks. Changes nothing. */
export async function pendingMigrations(connectionString: string, folder = MIGRATIONS): Promise<string[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const table = await client.query("select to_regclass('_prisma_migrations') is not null as exists");
    const applied = table.rows[0]?.exists
      ? await client.query('select migration_name as name from _prisma_migrations where finished_at is not null')
      : { rows: [] };
    const names = new Set(applied.rows.map((row) => row.name));
    return (await readMigrations(folder)).map((migration) => migration.name).filter((name) => !names.has(name));
  } finally {
    await client.end();
  }
}
