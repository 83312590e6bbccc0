import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm start`. Plain JavaScript without dependencies up to here: it runs on the machine's own Node.
await setUp();
if (await runOnOwnNode('stack/main.ts')) await runOnOwnNode('stack/stop-postgres.ts');
