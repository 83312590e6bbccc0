import { setUp } from './set-up/index.mjs';
import { asksForHelp, runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run measure:console`: measures the console. docs/performance.md. A console that runs elsewhere needs no build
// here.
await setUp();
const isElsewhere = process.argv.some((argument) => argument.startsWith('--against'));
if (!isElsewhere && !asksForHelp(process.argv)) await runOnOwnNode('stack/build-console.ts');
if (!process.exitCode) await runOnOwnNode('../apps/bench/src/console/main.ts');
