import { proceeds } from './set-up/arguments.mjs';
import { setUp } from './set-up/index.mjs';
import { runOnOwnNode } from './set-up/run-on-own-node.mjs';

const HELP = `Usage: npm test

Runs all checks and tests; it takes a while, and starts databases and browsers. Parts of it, and what it leaves out:

npm run verify      only the checks that need no running program: format, lint, imports, types, compatibility
npm run test:long   the slow tests alone
npm run test:fleet  the tests that run Patroni, PgBouncer and HAProxy: Linux and root`;

/** The help of the commands that pass a flag. */
const HELP_OF = {
  '--static': `Usage: npm run verify

Runs only the checks that need no running program: format, lint, imports, types, compatibility.`,
  '--long': `Usage: npm run test:long

Runs the slow tests alone. It starts databases, browsers and Prometheus.`,
  '--fleet': `Usage: npm run test:fleet

Builds the console, and runs the tests that need the engines of npm run fleet, which they start: the leader is killed and
changed under bookings, and programs connect through PgBouncer. It prints the figures of docs/operations.md (Fleet).

It needs what npm run fleet needs: Linux, root, and a Debian in .data/fleet, which it builds once.`,
};
const [, help = HELP] = Object.entries(HELP_OF).find(([flag]) => process.argv.includes(flag)) ?? [];

// `npm test`, `npm run test:long`, `npm run test:fleet` and `npm run verify`; plain JavaScript without dependencies up to here.
if (proceeds(help, ['long', 'fleet', 'static'])) {
  await setUp();
  await runOnOwnNode('checks/main.ts');
}
