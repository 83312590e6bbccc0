import pg from 'pg';

/**
 * Creates or updates a role that can log in, is not a superuser, and can create neither roles nor databases.
 *
 * @param replicates whether it may read the whole cluster for a backup
 */
export async function ensureRole(client: pg.Client, name: string, password: string, replicates = false): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount === 0) await client.query(`create role ${name}`);
  await client.query(`alter role ${name} login nosuperuser nocreatedb nocreaterole nobypassrls ${replicates ? 'replication' : 'noreplication'}
    password ${pg.escapeLiteral(password)}`);
}

/**
 * Creates or updates the role for maintenance of the audit log. It can log in and nothing else: `ensureMaintenanceGrants`
 * lets it execute some functions of a migrated database.
 */
export const ensureMaintenanceRole = (client: pg.Client, name: string, password: string): Promise<void> =>
  ensureRole(client, name, password);

/**
 * Makes a role the owner of a database and of all objects that a superuser created in it. Earlier releases used the
 * superuser for everything. Objects of extensions are kept.
 */
export async function transferOwnership(client: pg.Client, database: string, owner: string): Promise<void> {
  await client.query(
    `alter database ${database} owner to ${owner}; revoke temporary on database ${database} from public`,
  );
  await client.query(TRANSFER_OWNERSHIP.replaceAll('$owner', owner));
}

/**
 * Sequences of columns and row types change owner with their tables, so dependent objects are left out. Partitions depend
 * on their table, too, but have an owner of their own.
 */
const TRANSFER_OWNERSHIP = `
do $$
declare what text;
begin
  perform set_config('search_path', '', true);
  for what in
    with mine as (select oid from pg_namespace where nspname in ('public', 'graphile_worker', 'audit_months', 'audit_archive', 'webhook_parts')),
      bound as (select classid, objid from pg_depend where deptype = 'e' or deptype in ('a', 'i')
        and not (classid = 'pg_class'::regclass and objid in (select oid from pg_class where relkind in ('r', 'p'))))
    select format('schema %I', nspname) from pg_namespace where nspowner = 10 and nspname <> 'public' and oid in (select oid from mine)
    union all
    select case relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'S' then 'sequence ' else 'table ' end
      || oid::regclass
    from pg_class where relowner = 10 and relkind in ('r', 'p', 'v', 'm', 'S') and relnamespace in (select oid from mine)
      and ('pg_class'::regclass, oid) not in (select classid, objid from bound)
    union all
    select 'routine ' || oid::regprocedure
    from pg_proc where proowner = 10 and pronamespace in (select oid from mine)
      and ('pg_proc'::regclass, oid) not in (select classid, objid from bound)
    union all
    select 'type ' || oid::regtype
    from pg_type t where typowner = 10 and typnamespace in (select oid from mine)
      and (typtype in ('e', 'd') or typtype = 'c' and (select relkind from pg_class where oid = t.typrelid) = 'c')
      and ('pg_type'::regclass, oid) not in (select classid, objid from bound)
  loop
    execute format('alter %s owner to $owner', what);
  end loop;
end $$`;

/** Lets the role for backups record which migrations a backup has. The table exists after the first migration. */
export async function letReadMigrations(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query("select to_regclass('public._prisma_migrations') is not null as exists");
  if (rows[0]?.exists) await client.query(`grant select on public._prisma_migrations to ${role}`);
}
