import { proceeds } from './set-up/arguments.mjs';
import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

const HELP = `Usage: npm run build

Prepares this folder to run, as npm start does before it starts something: installs packages, generates the database client,
and builds the console unless it was built from the same sources. It needs no settings and no database.`;

// `npm run build`
if (proceeds(HELP)) {
  await setUp();
  await runOnOwnNode('stack/build-console.ts');
}
