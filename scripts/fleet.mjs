import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run fleet`
await setUp();
await runOnOwnNode('fleet/main.ts');
