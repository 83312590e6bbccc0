import { generateDatabaseClient } from './database-client.mjs';
import { endWithLauncher } from './launcher.mjs';
import { exclusively } from './lock.mjs';
import { installPackages } from './packages.mjs';
import { Explained, fail } from './progress.mjs';
import { isPrepared } from './project.mjs';
import { abortRuns, throwIfAborted } from './run.mjs';

const OLDEST_NODE = 20;

/**
 * Prepares a clone to run: packages, the project's own Node, the generated client. Existing parts are kept,
 * which takes some 50 ms. Ends the program when something is missing that cannot be created.
 */
export async function setUp() {
  // An install that continues in the background would disturb the next start, so it is stopped first.
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, abortRuns);
  endWithLauncher();
  try {
    if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
      throw new Explained(`This needs Node ${OLDEST_NODE} or newer; it runs on ${process.version}.`);
    }
    if (!isPrepared)
      await exclusively('set-up', async () => {
        await installPackages();
        await generateDatabaseClient();
      });
    throwIfAborted('The start');
  } catch (error) {
    fail(error);
    process.exit(1);
  } finally {
    for (const signal of signals) process.off(signal, abortRuns);
  }
}
