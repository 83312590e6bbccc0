import { handOver } from './set-up/hand-over.mjs';
import { setUp } from './set-up/index.mjs';

// `npm run operations`: the execution strategy of each persisted document.
await setUp();
await handOver('../apps/api/src/cli/operations.ts');
