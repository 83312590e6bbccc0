import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Settings } from '@channel/settings';
import { commandClock } from '../../clock/command-clock.ts';
import { describe } from '../archiver.ts';
import { backupNow } from '../backup-now.ts';
import { type Checked, checkRepository } from '../check/check.ts';
import { drill } from '../drill/drill.ts';
import { describeResult } from '../drill/keep-drills.ts';
import { BackupError, messageOf } from '../errors.ts';
import { backupOptions } from '../options.ts';
import { readTime } from '../postgres/server.ts';
import { openReports, type Report } from '../reports.ts';
import { openRepository } from '../repository/repository.ts';
import { windows } from '../repository/windows.ts';
import { describeWindow } from '../restore/plan.ts';

export const BACKUP_HELP = `Usage: npm run backup [-- --list | --check | --drill] [-- --from FOLDER]

Takes a base backup into BACKUP_DIR at once, also while an archiver runs there.

  --list             the base backups, and the times that each can be restored to
  --check            verifies every file, the WAL without gaps, and all media files; exits with 1 if there is a problem
  --stale-after N    with --check: minutes without new WAL that count as a problem (default: 15)
  --drill            restores the newest backup into a temporary Postgres, verifies all tables and indexes, and deletes it
  --from FOLDER      another repository than BACKUP_DIR, for --list, --check and --drill

docs/operations.md, section Backup, says how to set it up.`;

/** Problems in the report of a check. */
const SHOWN = 5;

const OPTIONS = {
  list: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  drill: { type: 'boolean', default: false },
  from: { type: 'string' },
  'stale-after': { type: 'string', default: '15' },
} as const;

export type BackupArguments = {
  action: 'backup' | 'list' | 'check' | 'drill';
  from: string | undefined;
  staleAfter: number;
};

/** @throws {BackupError} for arguments that the command does not have */
export function readBackupArguments(args: string[]): BackupArguments {
  try {
    const { values } = parseArgs({ args, options: OPTIONS });
    const actions = (['list', 'check', 'drill'] as const).filter((name) => values[name]);
    const staleAfter = Number(values['stale-after']);
    if (actions.length > 1) throw new Error(`--${actions.join(' and --')} exclude each other`);
    if (!(staleAfter > 0)) throw new Error('--stale-after needs a number of minutes');
    return { action: actions[0] ?? 'backup', from: values.from, staleAfter };
  } catch (error) {
    throw new BackupError(`${error instanceof Error ? error.message : error}. See npm run backup -- --help`);
  }
}

export type Commands = {
  settings: Settings;
  print: (line: string) => void;
  note: (line: string) => void;
  /** That of the machine, by which a command goes that has no address of Postgres, or no answer. */
  clock: () => Date;
};

/**
 * Runs a command. How a base backup, a drill or a check of the repository of `BACKUP_DIR` ended is reported to the database
 * of `databaseUrl`, if there is one.
 *
 * @returns whether everything was in order
 */
export async function runBackup(args: BackupArguments, commands: Commands): Promise<boolean> {
  const reports = openReports({ settings: commands.settings, warn: commands.note });
  try {
    return await runReported(args, commands, reports.report);
  } finally {
    await reports.close();
  }
}

async function backUp({ settings, print, note }: Commands, report: Report): Promise<boolean> {
  const options = backupOptions(settings, { log: note });
  try {
    const manifest = await backupNow(options);
    print(`Base backup ${describe(manifest)}, in ${options.folder}`);
    await report({ kind: 'base', at: options.clock(), succeeded: true, text: describe(manifest) });
    return true;
  } catch (error) {
    await report({ kind: 'base', at: options.clock(), succeeded: false, text: messageOf(error) });
    throw error;
  }
}

/** The times of a repository are of the clock of Postgres. */
function clockOf({ settings: { backupDatabaseUrl: url }, note, clock }: Commands): Promise<() => Date> | (() => Date) {
  return url === null ? clock : commandClock(() => readTime(url), note, clock);
}

async function runReported(
  { action, from, staleAfter }: BackupArguments,
  commands: Commands,
  report: Report,
): Promise<boolean> {
  const { settings, print, note } = commands;
  if (action === 'backup') return backUp(commands, report);
  const folder = from ?? settings.backupDir;
  if (folder === null) throw new BackupError('There is no repository: set BACKUP_DIR, or name one with --from');
  if (!existsSync(folder)) {
    const text = `There is no repository ${folder}`;
    // A disk that is not mounted: a daily check must not fail in silence.
    if (action === 'check' && from === undefined)
      await report({ kind: 'check', at: (await clockOf(commands))(), succeeded: false, text });
    throw new BackupError(text);
  }
  const key = settings.secretKey;
  if (action === 'list') {
    const all = await windows(await openRepository(folder), key);
    for (const window of all)
      print(`${describe(window.manifest)}; can be restored to any time ${describeWindow(window)}`);
    if (all.length === 0) print(`${folder} has no base backup yet`);
    return true;
  }
  const clock = await clockOf(commands);
  if (action === 'drill') {
    const result = await drill({ folder, key, clock, postgresBin: settings.postgresBin, log: note });
    print(JSON.stringify(result, null, 2));
    const succeeded = result.problems.length === 0;
    if (from === undefined) await report({ kind: 'drill', at: clock(), succeeded, text: describeResult(result) });
    return succeeded;
  }
  const checked = await checkRepository({ folder, key, now: clock(), staleAfter });
  const text = describeChecked(checked);
  for (const problem of checked.problems) print(problem);
  print(text);
  const succeeded = checked.problems.length === 0;
  const shown = [text, ...checked.problems.slice(0, SHOWN)].join('\n');
  if (from === undefined) await report({ kind: 'check', at: clock(), succeeded, text: shown });
  return succeeded;
}

function describeChecked({ problems, bases, segments, media }: Checked): string {
  const found = problems.length === 1 ? '1 problem' : `${problems.length || 'No'} problems`;
  return `${found}: ${bases} base backups, ${segments} segments of WAL, ${media} media files`;
}
