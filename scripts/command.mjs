import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// A command on the installation's database, such as `npm run import FILE`.
await setUp();
await runOnOwnNode('stack/command.ts');
