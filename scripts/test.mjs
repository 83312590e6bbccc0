import { proceeds } from './set-up/arguments.mjs';
import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

const HELP = `npm test            all checks and tests; it takes a while, and starts databases and browsers
npm run test:long   the slow tests alone
npm run test:fleet  the tests that run Patroni, PgBouncer and HAProxy: Linux and root, see npm run fleet -- --help
npm run verify      only the checks that need no running program: format, lint, imports, types, compatibility`;

// `npm test`, `npm run test:long`, `npm run test:fleet` and `npm run verify`; plain JavaScript without dependencies up to here.
if (proceeds(HELP, ['long', 'fleet', 'static'])) {
  await setUp();
  await runOnOwnNode('checks/main.ts');
}
