import pg from 'pg';

/** The schemas whose rows the programs use: the domain's and the queue's. */
const SCHEMAS = 'public, graphile_worker';

/**
 * Grants a role the access to rows that the programs need in a migrated database; it cannot change tables. It can
 * insert rows of the audit log but not change them, create partitions and drop those of old webhooks, but not use them directly. It deletes
 * no user and no organization: archived months name them, without a foreign key. The client must own the tables; a
 * repeated call changes nothing.
 *
 * @param client outside of a transaction
 */
export async function grantRows(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  // Together they are one transaction.
  await client.query(`
    grant usage on schema ${SCHEMAS} to ${name};
    grant select, insert, update, delete on all tables in schema ${SCHEMAS} to ${name};
    grant usage, select on all sequences in schema ${SCHEMAS} to ${name};
    revoke update, delete on audit_entry from ${name};
    revoke delete on "user", organization from ${name};
    grant execute on function create_audit_months(timestamptz), create_webhook_parts(timestamptz, integer),
      forget_webhooks(timestamptz, integer) to ${name};
    revoke insert, update, delete on _prisma_migrations from ${name}`);
  // The queue restricts its tables to their owner by row-level security.
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
     where c.relrowsecurity and c.relnamespace = 'graphile_worker'::regnamespace
       and not exists (select from pg_policy p where p.polrelid = c.oid and $1::text::regrole = any (p.polroles))`,
    [name],
  );
  const policy = pg.escapeIdentifier(`rows of ${role}`);
  for (const { table } of rows) await client.query(`create policy ${policy} on ${table} to ${name} using (true)`);
}

/** The functions for maintenance. Each has a fixed `search_path` and the rights of the owner of the tables. */
const MAINTENANCE_FUNCTIONS = [
  'redact_audit(bigint, integer, timestamptz)',
  'detach_audit_months(timestamptz)',
  'archive_default_audit_entries(timestamptz, integer)',
  'archived_audit_of_order(text, bigint, bigint, integer)',
];

/**
 * Grants the role for maintenance the execution of its functions, and nothing else: it can neither read nor write a row
 * but through them.
 * The client must own the functions; a repeated call changes nothing.
 */
export async function ensureMaintenanceGrants(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const grants = MAINTENANCE_FUNCTIONS.map((each) => `grant execute on function ${each} to ${name};`);
  await client.query(`grant usage on schema public to ${name}; ${grants.join(' ')}`);
}
