import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run widen-ids`
await setUp();
await runOnOwnNode('stack/widen-ids.ts');
