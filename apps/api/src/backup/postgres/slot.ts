import { codeOf } from '../errors.ts';
import { type Lsn, parseLsn } from './lsn.ts';
import { type Replication, withClient } from './replication.ts';

/** The server keeps for a slot the WAL that its archiver has not confirmed. */
export type Slot = { name: string; restart: Lsn; isActive: boolean };

/** A slot of a repository; the name contains the repository's id, so that each repository has its own. */
export const slotNameOf = (repositoryId: string): string => `channel_backup_${repositoryId}`;

/** The slot, if it exists and still holds WAL; a slot whose WAL the server gave up is dropped. */
export async function findSlot(url: string, name: string): Promise<Slot | undefined> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      'select restart_lsn, active, wal_status from pg_replication_slots where slot_name = $1',
      [name],
    );
    const [slot] = rows;
    if (!slot) return undefined;
    if (slot.wal_status === 'lost' || slot.restart_lsn === null) {
      if (!slot.active) await client.query('select pg_drop_replication_slot($1)', [name]);
      return undefined;
    }
    return { name, restart: parseLsn(slot.restart_lsn), isActive: slot.active };
  });
}

/** Creates the slot; from now on the server keeps the WAL. */
export async function createSlot(replication: Replication, url: string, name: string): Promise<Slot | undefined> {
  try {
    await replication.rows(`CREATE_REPLICATION_SLOT ${name} PHYSICAL RESERVE_WAL`);
  } catch (error) {
    if (codeOf(error) !== '42710') throw error;
  }
  return findSlot(url, name);
}
