import { loadSettings } from '@channel/settings';
import { proceeds } from '../set-up/arguments.mjs';
import { fail } from '../set-up/progress.mjs';
import { borrowDatabase } from './database.ts';

const HELP = `Usage: npm run migrate

Migrates the database of this installation to this release, as every npm start does, and starts nothing: for programs
that are started one by one, by containers or by systemd. With DATABASE_OWNER_URL it migrates with that role, and grants
the role of DATABASE_URL what the programs need. Without anything to do it changes nothing. It can be repeated, and runs
beside programs of the last release.`;

try {
  if (proceeds(HELP)) await (await borrowDatabase(loadSettings(process.env))).release();
} catch (error) {
  fail(error);
}
// The IPC channel to the parent process would keep this one running.
process.disconnect?.();
