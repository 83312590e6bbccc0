import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Fleet, Node } from '../fleet.ts';
import { addressOf } from './promotion.ts';

/** Ends the replication of a leader, and keeps standbys away for so many milliseconds at least. */
export async function cutOff(fleet: Fleet, leader: Node, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(fleet, leader) });
  await client.connect();
  try {
    // Its commits must wait for nobody.
    for (let names = '-'; names !== ''; await sleep(100))
      names = (await client.query('show synchronous_standby_names')).rows[0].synchronous_standby_names;
    await client.query('alter role replicator nologin');
    await client.query('select pg_terminate_backend(pid) from pg_stat_replication');
    await sleep(ms);
  } finally {
    await client.end();
  }
}
