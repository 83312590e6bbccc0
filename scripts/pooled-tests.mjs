import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run test:pooler`
await setUp();
await runOnOwnNode('fleet/testing/pooled-tests.ts');
