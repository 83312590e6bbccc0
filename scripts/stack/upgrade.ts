import { join, resolve } from 'node:path';
import { loadSettings, type Settings } from '@channel/settings';
import { Explained, fail, say, step } from '../set-up/progress.mjs';
import { ownNode, root } from '../set-up/project.mjs';
import { abortRuns, run } from '../set-up/run.mjs';
import { asksForHelp } from '../set-up/run-on-own-node.mjs';
import { buildConsole } from './console-build.ts';
import { borrowDatabase } from './database.ts';
import { previousOf, releaseOf } from './release-link.ts';
import { switchRelease } from './switch-release.ts';
import { HELP, upgradeOptions } from './upgrade-options.ts';

/*
 * `npm run upgrade`: from the release that runs to the one in this folder, and back. Migrations only add (decision 36), so
 * the old release works with the migrated database, before and after a return.
 */
async function upgrade(): Promise<void> {
  const settings = loadSettings(process.env);
  const { back, backup, as, prepared, switching } = upgradeOptions(process.argv.slice(2), settings.apiUrl);
  if (switching && back) {
    const previous = previousOf(switching.link);
    await switchRelease(switching, previous);
    return say(`\n  The release in ${previous} runs again. The database is unchanged.`);
  }
  const folder = resolve(root);
  const wayBack = as ? `${as} --back` : 'npm run upgrade -- --back, with the same --link and --restart';
  if (switching && releaseOf(switching.link) === folder)
    throw new Explained(
      `${switching.link} leads to ${folder} already. Run this in the folder of the new release. If an upgrade was ` +
        `interrupted, restart the programs (${switching.restart}), or return (${wayBack}).`,
    );
  if (!prepared) await prepare(settings, backup);
  // A script that runs this restarts them itself.
  const next = as ? '' : ' Restart the programs from this folder.';
  if (!switching) return say(`\n  The database is ready for this release.${next}`);
  await switchRelease(switching, folder);
  say(`\n  The programs run from ${folder}. To return: ${wayBack}.`);
}

/** All that is done while the old release runs. */
async function prepare(settings: Settings, backup: boolean): Promise<void> {
  if (backup && settings.backupDir === null)
    throw new Explained(
      'Set BACKUP_DIR for a backup before the upgrade, or add --without-backup. Nothing was changed.',
    );
  await buildConsole();
  if (backup) await program('Taking a backup', 'backup.ts');
  const database = await borrowDatabase(settings);
  try {
    await program('Checking the installation', 'doctor.ts');
  } finally {
    await database.release();
  }
}

const program = (title: string, file: string) =>
  step(title, () => run(title, ownNode, [join(root, 'scripts/stack', file)]));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, abortRuns);
try {
  if (asksForHelp(process.argv.slice(2))) say(HELP);
  else await upgrade();
} catch (error) {
  fail(error);
}
// The IPC channel to the parent process would keep this one running.
process.disconnect?.();
