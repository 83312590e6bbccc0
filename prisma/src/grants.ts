import pg from 'pg';

/** What has rows that the programs work with: ours and that of the queue. */
const SCHEMAS = 'public, graphile_worker';

/**
 * Gives a role what the programs need of a migrated database, rows alone: no table is its own to change. Rows of the
 * audit log it writes once. Whoever asks must own the tables; asking again changes nothing.
 *
 * @param client in no transaction
 */
export async function grantRows(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await client.query(`
    begin;
    grant usage on schema ${SCHEMAS} to ${name};
    grant select, insert, update, delete on all tables in schema ${SCHEMAS} to ${name};
    grant usage, select on all sequences in schema ${SCHEMAS} to ${name};
    revoke update, delete on audit_entry from ${name};
    revoke insert, update, delete on _prisma_migrations from ${name};
    commit`);
  // The queue closes its tables to everybody but their owner, row by row.
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
     where c.relrowsecurity and c.relnamespace = 'graphile_worker'::regnamespace
       and not exists (select from pg_policy p where p.polrelid = c.oid and $1::text::regrole = any (p.polroles))`,
    [name],
  );
  const policy = pg.escapeIdentifier(`rows of ${role}`);
  for (const { table } of rows) await client.query(`create policy ${policy} on ${table} to ${name} using (true)`);
}
