import { handOver } from './set-up/hand-over.mjs';
import { setUp } from './set-up/index.mjs';

// A command on the installation's database, such as `npm run import FILE`.
await setUp();
await handOver('stack/command.ts');
