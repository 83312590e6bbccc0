import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Fleet, NODES, type Node } from '../fleet.ts';

/** The superuser on one node, whatever its role. */
export function addressOf({ address, addresses }: Fleet, node: Node): string {
  const url = new URL(addresses.superuser);
  url.hostname = address(21 + NODES.indexOf(node));
  return url.href;
}

const INTERVAL = 20;
const PATIENCE = 90_000;

/**
 * Watches a standby over a session that it keeps when it becomes the leader.
 *
 * @returns `happened`, which resolves when the standby takes writes, and throws when it doesn't within 90 s
 */
export async function promotionOf(fleet: Fleet, standby: Node): Promise<{ happened(): Promise<void> }> {
  const client = new pg.Client({ connectionString: addressOf(fleet, standby) });
  client.on('error', () => {});
  await client.connect();
  return {
    async happened() {
      try {
        for (const end = performance.now() + PATIENCE; performance.now() < end; await sleep(INTERVAL)) {
          const { rows } = await client.query('select pg_is_in_recovery() as "isStandby"');
          if (rows[0]?.isStandby === false) return;
        }
        throw new Error(`${standby} was not promoted within ${PATIENCE / 1_000} s.`);
      } finally {
        await client.end();
      }
    },
  };
}
