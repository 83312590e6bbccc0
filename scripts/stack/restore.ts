import { RESTORE_HELP, readRestoreArguments, runRestore } from '@channel/api/backup';
import { addressesOfRunning } from '@channel/prisma/embedded';
import { loadSettings } from '@channel/settings';
import { fail, note, say } from '../set-up/progress.mjs';
import { asksForHelp } from '../set-up/run-on-own-node.mjs';
import { absolute } from './absolute.ts';
import { postgresDirOf } from './database.ts';
import { storedKey } from './environment.ts';
import { runningStack } from './single.ts';

/* `npm run restore`: database and media files as they were at a time. */

async function restore(args: string[]): Promise<void> {
  const command = readRestoreArguments(args);
  const settings = loadSettings(process.env);
  await runRestore(command, {
    settings: absolute(settings),
    storedKey: storedKey(settings),
    isRunning: () => runningStack(settings) !== undefined || addressesOfRunning(postgresDirOf(settings)) !== undefined,
    print: say,
    note,
    clock: () => new Date(),
  });
}

// Handlers of `exit` remove what is unfinished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) say(RESTORE_HELP);
  else await restore(args);
} catch (error) {
  fail(error);
}
process.disconnect?.();
