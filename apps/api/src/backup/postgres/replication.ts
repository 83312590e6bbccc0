import pg from 'pg';
import { BackupError, codeOf, messageOf } from '../errors.ts';
import { CopyQuery } from './copy-query.ts';

/** A connection that speaks the replication protocol. */
export type Replication = {
  /** The rows of a command's last result set. */
  rows(command: string): Promise<Record<string, string | null>[]>;
  copy(command: string): CopyQuery;
  /** Warnings of the server on this connection. */
  warnings: string[];
  close(): Promise<void>;
};

const CONNECT_TIMEOUT = 10_000;

/** @throws {BackupError} when the server refuses the connection, with what to do */
export async function openReplication(url: string, applicationName = 'channel-backup'): Promise<Replication> {
  const address = new URL(url);
  address.searchParams.set('replication', 'true');
  const client = new pg.Client({
    connectionString: address.href,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: applicationName,
    keepAlive: true,
  });
  const warnings: string[] = [];
  client.on('error', () => {});
  client.on('notice', ({ message }) => warnings.push(message ?? ''));
  await client.connect().catch((error: unknown) => Promise.reject(explainConnection(error, url)));
  const copy = (command: string) => client.query(new CopyQuery(command));
  return {
    warnings,
    copy,
    async rows(command) {
      const query = copy(command);
      for await (const _ of query);
      return query.results.at(-1) ?? [];
    },
    close: () => client.end().catch(() => {}),
  };
}

/** Runs statements over an ordinary connection of the role for backups. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: 30_000,
    application_name: 'channel-backup',
  });
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => Promise.reject(explainConnection(error, url)));
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether the server is away or full for now, so that a later try may succeed. */
export const isTemporary = (error: unknown): boolean => {
  const cause = error instanceof BackupError ? error.cause : error;
  const code = codeOf(error) ?? '';
  return (
    /^(ECONN|ETIMEDOUT|EHOST|ENET|EPIPE|EAI_|08|57P|53300)/.test(code) || /terminated|timeout/i.test(messageOf(cause))
  );
};

function explainConnection(error: unknown, url: string): unknown {
  const { host, username } = new URL(url);
  const role = decodeURIComponent(username);
  const text = messageOf(error);
  const explained = (message: string) => new BackupError(message, { cause: error });
  const code = codeOf(error);
  if (/pg_hba\.conf/.test(text)) {
    return explained(
      `Postgres at ${host} has no pg_hba.conf entry for this connection: add \`host replication ${role} <address> scram-sha-256\` (and one for its database), and reload`,
    );
  }
  if (code === '42501' || /WAL sender|walsender/.test(text)) {
    return explained(`The role ${role} may not replicate: run \`ALTER ROLE ${role} REPLICATION\` as a superuser`);
  }
  if (code === '28P01' || code === '28000')
    return explained(`Postgres at ${host} refuses the role ${role}: ${text} (setting BACKUP_DATABASE_URL)`);
  if (code === '53300' && /max_wal_senders/.test(text)) {
    return explained(`Postgres at ${host} has no free WAL sender: raise max_wal_senders (a backup uses 2)`);
  }
  return explained(`Postgres at ${host} can't be reached for the backup: ${text}`);
}
