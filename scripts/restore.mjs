import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run restore`
await setUp();
await runOnOwnNode('stack/restore.ts');
