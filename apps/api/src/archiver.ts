import { runArchiver } from './backup/archiver.ts';
import { BackupError } from './backup/errors.ts';
import { archiverOptions } from './backup/options.ts';
import { openLog } from './log.ts';
import { settingsOrExit } from './settings-or-exit.ts';
import { shutDownOnSignal } from './shut-down-on-signal.ts';

/* The archiver process: continuous backups into BACKUP_DIR. One of these runs per repository. */

const settings = settingsOrExit();
const log = openLog('channel-archiver', settings);
const options = archiverOptions(settings, { log: (message) => log.info(message) });
const ending = new AbortController();
const archiving = runArchiver(options, ending.signal);

shutDownOnSignal(log, settings.shutdownTimeoutSeconds, async () => {
  ending.abort();
  await archiving;
});
process.send?.({ ready: true });
try {
  await archiving;
} catch (error) {
  if (error instanceof BackupError) log.fatal(error.message);
  else log.fatal({ err: error }, 'the archiver failed');
  process.exitCode = 1;
  log.flush(() => process.exit());
}
