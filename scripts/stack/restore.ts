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
    whole,
    isRunning: () => runningStack(settings) !== undefined || addressesOfRunning(postgresDirOf(settings)) !== undefined,
    print: say,
    note,
    clock: () => new Date(),
  });
}

const INTERRUPTED = 130;
let [isWhole, isEnding] = [false, false];

/** Folders are partly the former ones while they are replaced: a signal waits until all are. */
async function whole<T>(work: () => Promise<T>): Promise<T> {
  isWhole = true;
  try {
    return await work();
  } catch (error) {
    if (isEnding) fail(error);
    throw error;
  } finally {
    isWhole = false;
    if (isEnding) process.exit(INTERRUPTED);
  }
}

// Handlers of `exit` remove what is unfinished. Each signal has one, also the second of its kind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (isWhole) isEnding = true;
    else process.exit(INTERRUPTED);
  });
try {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) say(RESTORE_HELP);
  else await restore(args);
} catch (error) {
  fail(error);
}
process.disconnect?.();
