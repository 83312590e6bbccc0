import { setUp } from './set-up/index.mjs';
import { asksForHelp, runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run screenshots`: the pictures of docs/console.md, with the demo data of the current day.
await setUp();
if (!asksForHelp(process.argv)) await runOnOwnNode('stack/build-console.ts');
if (!process.exitCode) await runOnOwnNode('../e2e/screenshots/main.ts');
