import { basename } from 'node:path';
import { setUp } from './set-up/index.mjs';
import { launcher } from './set-up/launcher.mjs';
import { acquire, release } from './set-up/lock.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `prepack` and, with `--restore`, `postpack` of the packages that can be installed elsewhere.
await setUp();
const lock = `pack-${basename(process.cwd())}`;
// Between the two, npm reads the folder: the lock is npm's, and is free when npm is killed.
if (!process.argv.includes('--restore')) await acquire(lock, launcher());
await runOnOwnNode('packages/pack.ts');
if (process.argv.includes('--restore')) release(lock);
