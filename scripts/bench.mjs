import { handOver } from './set-up/hand-over.mjs';
import { setUp } from './set-up/index.mjs';

// `npm run bench`: compares this server with other implementations. docs/performance.md.
await setUp();
await handOver('../apps/bench/src/main.ts');
