import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run bench`: compares this server with other implementations. docs/performance.md.
await setUp();
await runOnOwnNode('../apps/bench/src/main.ts');
