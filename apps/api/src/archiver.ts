import { runArchiver } from './backup/archiver.ts';
import { drillInProcess } from './backup/drill/drill-process.ts';
import { BackupError } from './backup/errors.ts';
import { backupOptions } from './backup/options.ts';
import { openReports } from './backup/reports.ts';
import { openLog } from './log.ts';
import { settingsOrExit } from './settings-or-exit.ts';
import { shutDownOnSignal } from './shut-down-on-signal.ts';

/* The archiver process: continuous backups into BACKUP_DIR. One of these runs per repository. */

const settings = settingsOrExit();
const log = openLog('channel-archiver', settings);
const warn = (message: string) => log.warn(message);
const options = backupOptions(settings, { log: (message) => log.info(message), warn });
const reports = openReports({ settings, warn });
const ending = new AbortController();
const { report } = reports;
const drills = { drillHours: settings.backupDrillHours, runDrill: drillInProcess, report };
const archiving = runArchiver({ ...options, ...drills }, ending.signal).finally(() => reports.close());

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
