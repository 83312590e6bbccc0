import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run backup`
await setUp();
await runOnOwnNode('stack/backup.ts');
