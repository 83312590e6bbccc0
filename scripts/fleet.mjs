import { lacksForFleet } from './fleet/needs.mjs';
import { setUp } from './set-up/index.mjs';
import { asksForHelp, runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run fleet`
const lacks = lacksForFleet();
if (lacks !== undefined && !asksForHelp(process.argv.slice(2))) {
  console.error(lacks);
  process.exit(1);
}
await setUp();
await runOnOwnNode('fleet/main.ts');
