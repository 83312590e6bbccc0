import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { troubleOf } from './busy.ts';

/** What a database server is, seen over a new connection. `full`: it lives and has none left; `silent`: no answer came in time. */
export type Health = 'well' | 'read-only' | 'full' | 'refused' | 'silent';

/** Milliseconds without an answer, in steps: a process that was held up itself counts one step, not all of them. */
const STEP = 50;
const STEPS = 13;

/** Connects anew, asks, and leaves: within 0.7 s, whatever the pools and their connections are in the middle of. */
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
    const trouble = troubleOf(error);
    if (trouble === 'busy') return 'full';
    // What is wrong on our side says nothing about the server.
    return trouble === 'away' || trouble === 'lost' ? 'refused' : 'well';
  }
}

async function silence(signal: AbortSignal): Promise<Health> {
  for (let step = 0; step < STEPS && !signal.aborted; step++) await sleep(STEP, undefined, { ref: false });
  return 'silent';
}
