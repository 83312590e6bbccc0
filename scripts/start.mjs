import { proceeds } from './set-up/arguments.mjs';
import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

const HELP = `Usage: npm start

Starts the whole system on this machine: Postgres (or uses the one of DATABASE_URL), migrations, API, worker and console; with
BACKUP_DIR also the archiver. It runs until Ctrl-C. It has no options: docs/settings.md lists the settings, which are environment
variables.`;

// `npm start`. Plain JavaScript without dependencies up to here: it runs on the machine's own Node.
if (proceeds(HELP)) {
  await setUp();
  if (await runOnOwnNode('stack/main.ts')) await runOnOwnNode('stack/stop-postgres.ts');
}
