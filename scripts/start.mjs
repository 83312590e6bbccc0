import { handOver } from './set-up/hand-over.mjs';
import { setUp } from './set-up/index.mjs';

// `npm start`. Plain JavaScript without dependencies up to here: it runs on the machine's own Node.
await setUp();
if (await handOver('stack/main.ts')) await handOver('stack/stop-postgres.ts');
