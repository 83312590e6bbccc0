import { handOver } from './set-up/hand-over.mjs';
import { setUp } from './set-up/index.mjs';

// `npm run bench`: how fast reads and writes are, beside other ways to have them. docs/performance.md.
await setUp();
await handOver('../apps/bench/src/main.ts');
