import { HELP } from '../apps/bench/src/help.mjs';
import { setUp } from './set-up/index.mjs';
import { asksForHelp, runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run bench`: compares this server with other implementations. docs/performance.md. Its help needs no packages.
if (asksForHelp(process.argv)) console.log(HELP);
else {
  await setUp();
  await runOnOwnNode('../apps/bench/src/main.ts');
}
