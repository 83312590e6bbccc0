import { HELP } from '../apps/bench/src/console/help.mjs';
import { setUp } from './set-up/index.mjs';
import { asksForHelp, runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run measure:console`: measures the console. docs/performance.md. A console that runs elsewhere needs no build
// here. Its help needs no packages.
if (asksForHelp(process.argv)) console.log(HELP);
else {
  await setUp();
  const isElsewhere = process.argv.some((argument) => argument.startsWith('--against'));
  if (!isElsewhere) await runOnOwnNode('stack/build-console.ts');
  if (!process.exitCode) await runOnOwnNode('../apps/bench/src/console/main.ts');
}
