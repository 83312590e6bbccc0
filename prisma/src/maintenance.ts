import pg from 'pg';

/** The functions that only the role for maintenance may execute. */
export type Maintenance = {
  /**
   * Erases the values of a requested erasure in the audit log, at most so many entries; the call that finds none records
   * that it is complete.
   *
   * @returns the number of changed entries
   */
  redactAudit(erasureId: number, most: number, now: Date): Promise<number>;
};

const TIMEOUT = 15_000;

/** Opens a connection for each call, because calls are rare. */
export function openMaintenance(connectionString: string): Maintenance {
  return {
    async redactAudit(erasureId, most, now) {
      const client = new pg.Client({
        connectionString,
        application_name: 'channel-maintenance',
        connectionTimeoutMillis: 5_000,
        statement_timeout: TIMEOUT,
        query_timeout: TIMEOUT,
      });
      client.on('error', () => {});
      await client.connect();
      try {
        const { rows } = await client.query<{ changed: number }>('select redact_audit($1, $2, $3) as changed', [
          erasureId,
          most,
          now,
        ]);
        return rows[0]?.changed ?? 0;
      } finally {
        await client.end();
      }
    },
  };
}
