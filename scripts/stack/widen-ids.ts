import { connectedPrograms, widenIds } from '@channel/prisma/widen-ids';
import { loadSettings } from '@channel/settings';
import { proceeds } from '../set-up/arguments.mjs';
import { Explained, fail, note } from '../set-up/progress.mjs';
import { borrowDatabase } from './database.ts';

const HELP = `Usage: npm run widen-ids

Widens the ids of an installation of release 1.0.0 from 32 to 64 bits, table by table, the smallest first. A table is rewritten,
and nobody can read or write it meanwhile: run it in a maintenance window, once all programs are of this release and API and worker
are stopped (docs/operations.md, Ids). It needs free disk space for a second copy of the largest table. Without anything to do it changes nothing. After a failure
or a kill it goes on with the tables that are left.`;

try {
  if (proceeds(HELP)) {
    const database = await borrowDatabase(loadSettings(process.env));
    try {
      const programs = await connectedPrograms(database.owner);
      if (programs.length > 0)
        throw new Explained(
          `Programs are connected to the database (${programs.join(', ')}): stop API and worker first.`,
        );
      let count = 0;
      for await (const { table, ms } of widenIds(database.owner)) {
        count += 1;
        note(`${table}: ${(ms / 1_000).toFixed(1)} s`);
      }
      note(count === 0 ? 'All ids have 64 bits' : `The ids of ${count} tables have 64 bits now`);
    } finally {
      await database.release();
    }
  }
} catch (error) {
  fail(error);
}
// The IPC channel to the parent process would keep this one running.
process.disconnect?.();
