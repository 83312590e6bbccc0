import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { onceAMinute } from './once-a-minute.ts';

/** SQLSTATEs by which Postgres reports that its machine lacks something: disk, memory, or a disk that works. */
const SHORTAGES = new Set(['53100', '53200', '58030']);

/**
 * Logs the shortages that Postgres reports to connections, each at most once a minute. Answers say only "not now".
 *
 * @returns watches a connection
 */
export function shortageLog(log: (message: string) => void): (client: pg.PoolClient) => void {
  const logOnce = onceAMinute(log);
  const report = ({ code = '', message }: { code?: string; message: string }) => {
    if (SHORTAGES.has(code)) logOnce(code, `Postgres could not execute a statement: ${message} (SQLSTATE ${code})`);
  };
  return (client) => {
    // The driver gives errors to the callers of statements, who do not log them.
    const wire: unknown = Reflect.get(client, 'connection');
    if (wire instanceof EventEmitter) wire.on('errorMessage', report);
  };
}
