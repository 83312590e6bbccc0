import { asksForHelp, handOver } from './set-up/hand-over.mjs';
import { setUp } from './set-up/index.mjs';

// `npm run measure:console`: how quick the console is. docs/performance.md. One that runs elsewhere needs no build here.
await setUp();
const isElsewhere = process.argv.some((argument) => argument.startsWith('--against'));
if (!isElsewhere && !asksForHelp(process.argv)) await handOver('stack/build-console.ts');
if (!process.exitCode) await handOver('../e2e/measure/main.ts');
