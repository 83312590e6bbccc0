import pg from 'pg';

/** Locks a table, so that everybody who reads it waits until it is released. */
export async function lockedTable(ownerConnectionString: string, table: string): Promise<{ release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: ownerConnectionString });
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${pg.escapeIdentifier(table)} IN ACCESS EXCLUSIVE MODE`);
  return {
    release: async () => {
      await holder.query('COMMIT');
      await holder.end();
    },
  };
}
