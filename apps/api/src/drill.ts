import { constants, setPriority } from 'node:os';
import { drill } from './backup/drill/drill.ts';
import { backupOptions } from './backup/options.ts';
import { openLog } from './log.ts';
import { settingsOrExit } from './settings-or-exit.ts';
import { shutDownOnSignal } from './shut-down-on-signal.ts';

/* The drill process, which the archiver starts: one drill of the recovery. Its result goes to the parent process. */

const settings = settingsOrExit();
const log = openLog('channel-drill', settings);
// The archiver and the programs go first; the Postgres of the drill inherits it.
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // A sandbox may refuse it.
}
const { folder, origin, clock, readClock } = backupOptions(settings, { log: (message) => log.info(message) });
const ending = new AbortController();
const { postgresBin } = settings;
await readClock();
const drilling = drill({
  folder,
  key: origin.key,
  clock,
  postgresBin,
  log: (message) => log.info(message),
  signal: ending.signal,
});

shutDownOnSignal(log, settings.shutdownTimeoutSeconds, async () => {
  ending.abort();
  await drilling.catch(() => {});
});
try {
  const result = await drilling;
  process.send?.(result, () => process.disconnect());
} catch (error) {
  if (!ending.signal.aborted) {
    log.error({ err: error }, 'the drill has no result');
    process.exitCode = 1;
    log.flush(() => process.exit());
  }
}
