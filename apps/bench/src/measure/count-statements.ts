import { openSync, readFileSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Counts the statements that Postgres receives during a call, by its log: all of them, including those that begin and
 * end a transaction.
 *
 * @param log the log file
 */
export async function countStatements(client: pg.Client, log: string, happen: () => Promise<unknown>): Promise<number> {
  await client.query("ALTER SYSTEM SET log_statement = 'all'");
  await client.query('SELECT pg_reload_conf()');
  await sleep(RELOAD);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const from = statSync(log).size;
  await happen();
  const lines = readFrom(log, from).split('\n');
  await client.query('ALTER SYSTEM RESET log_statement');
  await client.query('SELECT pg_reload_conf()');
  return lines.filter((line) => /LOG: {2}(statement|execute [^:]*):/.test(line) && !line.includes(`[${rows[0]?.pid}]`))
    .length;
}

/** Milliseconds until all sessions have reloaded the settings. */
const RELOAD = 300;

function readFrom(file: string, from: number): string {
  if (from === 0) return readFileSync(file, 'utf8');
  const bytes = Buffer.alloc(statSync(file).size - from);
  readSync(openSync(file, 'r'), bytes, 0, bytes.length, from);
  return bytes.toString();
}
