import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run upgrade`
await setUp();
await runOnOwnNode('stack/upgrade.ts');
