import { handOver } from './set-up/hand-over.mjs';
import { setUp } from './set-up/index.mjs';

// `npm run operations`: how each persisted document is answered.
await setUp();
await handOver('../apps/api/src/cli/operations.ts');
