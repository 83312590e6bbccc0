import { asksForHelp, handOver } from './set-up/hand-over.mjs';
import { setUp } from './set-up/index.mjs';

// `npm run screenshots`: the pictures of docs/console.md, with the demo data of the current day.
await setUp();
if (!asksForHelp(process.argv)) await handOver('stack/build-console.ts');
if (!process.exitCode) await handOver('../e2e/screenshots/main.ts');
