import { handOver } from './set-up/hand-over.mjs';
import { setUp } from './set-up/index.mjs';

// `npm test`, `npm run test:long` and `npm run verify`; plain JavaScript without dependencies up to here.
await setUp();
await handOver('checks/main.ts');
