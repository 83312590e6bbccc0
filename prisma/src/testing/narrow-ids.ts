import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../migrate.ts';
import { MIGRATIONS, readMigrations } from '../migrations.ts';

const LAST_BEFORE = '20261128180000_reports_of_checks';

/** Migrates an empty database as an installation of release 1.0.0 is: its ids keep 32 bits. It is empty afterwards. */
export async function migrateNarrow(connectionString: string, ...roles: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  const client = new pg.Client({ connectionString });
  try {
    for (const { name } of await readMigrations())
      if (name <= LAST_BEFORE) cpSync(join(MIGRATIONS, name), join(folder, name), { recursive: true });
    await migrate(connectionString, folder);
    await client.connect();
    // A database without an organization counts as new.
    await client.query(`insert into currency (code, symbol, name) values ('EUR', '€', 'Euro');
      insert into organization (name, currency_code, time_zone) values ('Any', 'EUR', 'UTC')`);
    await migrate(connectionString, MIGRATIONS, ...roles);
    await client.query(
      'delete from organization; delete from currency; delete from change_stamp; alter sequence organization_id_seq restart',
    );
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
  }
}
