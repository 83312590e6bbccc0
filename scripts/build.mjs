import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

// `npm run build`: what `npm start` does before it starts something. Packages, database client, console.
await setUp();
await runOnOwnNode('stack/build-console.ts');
