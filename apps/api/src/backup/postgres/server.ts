import { SUPERUSER } from '@channel/prisma/embedded';
import { BackupError } from '../errors.ts';
import { type Lsn, parseLsn } from './lsn.ts';
import { type Replication, withClient } from './replication.ts';

/** What a server is, and how far its WAL has reached. */
export type ServerIdentity = {
  systemIdentifier: string;
  timeline: number;
  position: Lsn;
  segmentSize: number;
  /** Whether WAL that an archiver does not fetch may fill its disk. */
  keepsWalUnbounded: boolean;
};

/** @throws {BackupError} when the server writes too little WAL for backups */
export async function identify(replication: Replication): Promise<ServerIdentity> {
  const [system] = await replication.rows('IDENTIFY_SYSTEM');
  const [size] = await replication.rows('SHOW wal_segment_size');
  const [limit] = await replication.rows('SHOW max_slot_wal_keep_size');
  if (!system?.systemid || !system.xlogpos) throw new BackupError('The server does not identify itself as a Postgres');
  return {
    systemIdentifier: system.systemid,
    timeline: Number(system.timeline),
    position: parseLsn(system.xlogpos),
    segmentSize: bytesOf(size?.wal_segment_size ?? ''),
    keepsWalUnbounded: limit?.max_slot_wal_keep_size === '-1',
  };
}

/** Facts of the server and its database that a manifest records. */
export type ServerFacts = {
  /** Such as 180004. */
  version: number;
  superuser: string;
  /** Whether it is the embedded server, whose passwords are in files. */
  isEmbedded: boolean;
  database: string;
  /** Of the server's clock. */
  now: Date;
  /** Migrations that were applied; null when the role may not read their table. */
  migrations: string[] | null;
};

/** @throws {BackupError} for a server that this mechanism does not cover */
export function readFacts(url: string): Promise<ServerFacts> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`
      select current_setting('server_version_num')::int as version, rolname as superuser,
        current_database() as database, clock_timestamp() as now,
        (select count(*)::int from pg_tablespace where oid not in (1663, 1664)) as tablespaces,
        coalesce(has_table_privilege(to_regclass('_prisma_migrations')::oid, 'select'), false) as readable
      from pg_roles where oid = 10`);
    const { tablespaces, readable, ...facts } = rows[0];
    if (tablespaces > 0)
      throw new BackupError('The server has tablespaces of its own, which this backup does not cover');
    const migrations = readable
      ? (
          await client.query<{ migration_name: string }>(
            'select migration_name from _prisma_migrations where finished_at is not null order by 1',
          )
        ).rows.map((row) => row.migration_name)
      : null;
    return { ...facts, isEmbedded: facts.superuser === SUPERUSER, migrations };
  });
}

/** The present by the clock of the server. */
export function readTime(url: string): Promise<Date> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]?.now ?? new Date(0);
  });
}

function bytesOf(text: string): number {
  const match = text.match(/^(\d+)(MB|GB|kB|B)$/);
  if (!match) throw new BackupError(`Postgres reports the segment size "${text}"`);
  return Number(match[1]) * { B: 1, kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[match[2] as 'B'];
}
