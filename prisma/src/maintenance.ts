import pg from 'pg';

const TIMEOUT = 15_000;

/** Runs `use` with a connection of the role for maintenance. Each has its own, because calls are rare. */
export async function asMaintenance<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(connectionString);
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'channel-maintenance',
    connectionTimeoutMillis: 5_000,
    statement_timeout: TIMEOUT,
    query_timeout: TIMEOUT,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * Erases the values of a requested erasure in the audit log, at most so many entries; the call that finds none records that
 * it is complete.
 *
 * @param maintenance the address of the database with the role for maintenance
 * @returns the number of changed entries
 */
export const redactAudit = (maintenance: string, erasureId: number, most: number, now: Date): Promise<number> =>
  asMaintenance(maintenance, async (client) => {
    const { rows } = await client.query<{ changed: number }>('select redact_audit($1, $2, $3) as changed', [
      erasureId,
      most,
      now,
    ]);
    return rows[0]?.changed ?? 0;
  });

/** An entry of an archived month of the audit log, as JSON. */
export type ArchivedEntry = { id: string; entry: string };

/** Reads archived months over one connection, which the first call opens. */
export type ArchiveReader = {
  /**
   * The next entries of an order, by their ids.
   *
   * @param past the id after which they begin; '0' for the first ones
   */
  read: (page: { orderId: number; past: string; most: number }) => Promise<ArchivedEntry[]>;
  /** Ends the connection, if there is one. It never throws. */
  end: () => Promise<void>;
};

/**
 * Reads the archived months of the audit log.
 *
 * @param maintenance the address of the database with the role for maintenance
 * @param requestId the request whose exports of the orders the audit log records, committed
 */
export function archiveReader(maintenance: string, requestId: string): ArchiveReader {
  let connection: Promise<pg.Client> | undefined;
  return {
    async read({ orderId, past, most }) {
      connection ??= connect(maintenance);
      const { rows } = await (await connection).query<ArchivedEntry>(
        'select id::text, entry::text from archived_audit_of_order($1, $2, $3, $4)',
        [requestId, orderId, past, most],
      );
      return rows;
    },
    async end() {
      await connection?.then((client) => client.end()).catch(() => {});
    },
  };
}
