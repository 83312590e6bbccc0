import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm test`, `npm run test:long` and `npm run verify`; plain JavaScript without dependencies up to here.
await setUp();
await runOnOwnNode('checks/main.ts');
