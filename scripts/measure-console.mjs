import { asksForHelp, handOver } from './set-up/hand-over.mjs';
import { setUp } from './set-up/index.mjs';

// `npm run measure:console`: measures the console. docs/performance.md. A console that runs elsewhere needs no build
// here.
await setUp();
const isElsewhere = process.argv.some((argument) => argument.startsWith('--against'));
if (!isElsewhere && !asksForHelp(process.argv)) await handOver('stack/build-console.ts');
if (!process.exitCode) await handOver('../apps/bench/src/console/main.ts');
