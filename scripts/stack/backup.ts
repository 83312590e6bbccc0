import { BACKUP_HELP, readBackupArguments, runBackup } from '@channel/api/backup';
import { runningEmbedded } from '@channel/prisma/embedded';
import { loadSettings, type Settings } from '@channel/settings';
import { fail, note, say } from '../set-up/progress.mjs';
import { asksForHelp } from '../set-up/run-on-own-node.mjs';
import { withKey } from './absolute.ts';
import { postgresDirOf, startOwn } from './database.ts';

/* `npm run backup`: a base backup now, or what the repository has. */

async function backup(args: string[]): Promise<boolean> {
  const command = readBackupArguments(args);
  const settings = withKey(loadSettings(process.env));
  const run = (used: Settings) => runBackup(command, { settings: used, print: say, note, clock: () => new Date() });
  const usesDatabase = command.action !== 'list';
  if (!usesDatabase || settings.backupDir === null || settings.databaseUrl !== null) return run(settings);
  const running = await runningEmbedded(postgresDirOf(settings));
  // Only a new backup needs the database; a drill and a check go by its clock, and report to it.
  const started = running || command.action !== 'backup' ? undefined : (await startOwn(settings)).embedded;
  const embedded = running ?? started;
  try {
    return await run({
      ...settings,
      databaseUrl: embedded?.connectionString ?? null,
      backupDatabaseUrl: embedded?.backup ?? null,
    });
  } finally {
    await started?.stop();
  }
}

// Handlers of `exit` remove what is unfinished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) say(BACKUP_HELP);
  else if (!(await backup(args))) process.exitCode = 1;
} catch (error) {
  fail(error);
}
// The IPC channel to the parent process would keep this one running.
process.disconnect?.();
