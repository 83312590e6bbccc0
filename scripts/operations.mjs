import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run operations`: the execution strategy of each persisted document.
await setUp();
await runOnOwnNode('../apps/api/src/cli/operations.ts');
