import { EventEmitter } from 'node:events';
import type pg from 'pg';

/** SQLSTATEs by which Postgres reports that its machine lacks something: disk, memory, or a disk that works. */
const SHORTAGES = new Set(['53100', '53200', '58030']);

/** Milliseconds after a line in which the same shortage is not logged again: every request meets it. */
const QUIET = 60_000;

/**
 * Logs the shortages that Postgres reports to connections, each at most once a minute. Answers say only "not now".
 *
 * @returns watches a connection
 */
export function shortageLog(log: (message: string) => void): (client: pg.PoolClient) => void {
  const loggedAt = new Map<string, number>();
  const report = ({ code = '', message }: { code?: string; message: string }) => {
    if (!SHORTAGES.has(code)) return;
    const now = performance.now();
    if (now - (loggedAt.get(code) ?? Number.NEGATIVE_INFINITY) < QUIET) return;
    loggedAt.set(code, now);
    log(`Postgres could not execute a statement: ${message} (SQLSTATE ${code})`);
  };
  return (client) => {
    // The driver gives errors to the callers of statements, who do not log them.
    const wire: unknown = Reflect.get(client, 'connection');
    if (wire instanceof EventEmitter) wire.on('errorMessage', report);
  };
}
