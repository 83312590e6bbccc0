import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `prepack` and, with `--restore`, `postpack` of the packages that can be installed elsewhere.
await setUp();
await runOnOwnNode('packages/pack.ts');
