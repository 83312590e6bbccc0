import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseFailureOf } from './busy.ts';

/**
 * The state of a database server, seen over a new connection. `full`: it is up but has no free connection; `silent`: no
 * answer in time.
 */
export type Health = 'well' | 'read-only' | 'full' | 'refused' | 'silent';

/** Milliseconds without an answer. */
const SILENCE = 650;
/** Milliseconds of a step, and those that count if it ended late because this process was blocked itself. */
const STEP = 50;
const MAX_STEP = 60;

/** Opens a new connection, queries, and closes it: within 0.7 s, independent of the pools and their connections. */
export async function probe(connectionString: string): Promise<Health> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString, application_name: 'channel-booking-probe', stream: () => socket });
  client.on('error', () => {});
  const answered = new AbortController();
  const health = await Promise.race([ask(client), silence(answered.signal)]);
  answered.abort();
  if (health === 'well' || health === 'read-only') client.end().catch(() => {});
  else socket.destroy();
  return health;
}

async function ask(client: pg.Client): Promise<Health> {
  try {
    await client.connect();
    const { rows } = await client.query("SELECT current_setting('transaction_read_only') = 'on' AS read_only");
    return rows[0]?.read_only ? 'read-only' : 'well';
  } catch (error) {
    const failure = databaseFailureOf(error);
    if (failure === 'busy') return 'full';
    // A local error says nothing about the server.
    return failure === 'away' || failure === 'lost' ? 'refused' : 'well';
  }
}

async function silence(signal: AbortSignal): Promise<Health> {
  for (let waited = 0; waited < SILENCE && !signal.aborted; ) {
    const begun = performance.now();
    await sleep(STEP, undefined, { ref: false });
    waited += Math.min(performance.now() - begun, MAX_STEP);
  }
  return 'silent';
}
