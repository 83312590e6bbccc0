import { checkEndpointPermissions } from '@channel/api/known-endpoints';
import { loadSettings } from '@channel/settings';
import { bold, fail, say, step } from '../set-up/progress.mjs';
import { asksForHelp } from '../set-up/run-on-own-node.mjs';
import { buildConsole } from '../stack/console-build.ts';
import { seedDemo } from '../stack/database.ts';
import { printTable } from '../stack/output.ts';
import type { Program } from '../stack/program.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { fleetEnvironment, fleetPrograms, migrateFleet } from './fleet-programs.ts';

const HELP = `Usage: npm run fleet

Runs a fleet on the loopback addresses of this machine, to try what docs/operations.md describes for several machines: etcd,
two nodes of Postgres 17 under Patroni with synchronous replication, PgBouncer, HAProxy, and two API, worker and console
programs each, with the demo world. All of it is deleted at the end.

It needs Linux and root: it builds a Debian in .data/fleet once (debootstrap; 900 MB, some minutes; DEBIAN_MIRROR names another
mirror), and runs programs in it by unshare and chroot.`;

let fleet: Fleet | undefined;
let programs: Program[] = [];
let isEnding = false;

async function start(): Promise<void> {
  say(`\n  ${bold('Channel booking, a fleet')}\n`);
  const building = buildConsole();
  building.catch(() => {});
  fleet = await step('Starting etcd, Postgres, PgBouncer and HAProxy', startFleet);
  const env = fleetEnvironment(fleet);
  const settings = loadSettings({ ...env, SEED_DEMO: '1' });
  await checkEndpointPermissions(settings);
  await migrateFleet(fleet);
  // It writes the demo world over a session of Postgres.
  await seedDemo({ connectionString: fleet.addresses.direct, owner: fleet.addresses.owner }, settings, {
    ...process.env,
    ...env,
  });
  await building;
  programs = fleetPrograms(fleet, env, ['api', 'worker', 'console']);
  await step(
    'Starting two of each program',
    async () => void (await Promise.all(programs.map((each) => each.start()))),
  );
  say('');
  printTable([
    ['Console', env.CONSOLE_URL ?? ''],
    ['API', `${env.API_URL}/v1`],
    ['Documentation', `${env.API_URL}/docs`],
    ['PgBouncer', `${fleet.address(10)}:6432`],
    ['Leader', `${fleet.address(10)}:5432`],
    ['Standbys', `${fleet.address(10)}:5433`],
    ['Patroni', `${fleet.address(21)}:8008 and ${fleet.address(22)}:8008`],
  ]);
  say(
    `\n    The logins are those of the demo world in the README. Ctrl-C ends and deletes everything, and so does \`kill ${process.pid}\`.\n`,
  );
}

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await Promise.all(programs.map((each) => each.stop()));
  await fleet?.stop();
  process.exit(code);
}

if (asksForHelp(process.argv.slice(2))) {
  say(HELP);
  process.disconnect?.();
} else {
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(event, () => void end(0));
  await start().catch((error: unknown) => {
    fail(error);
    void end(1);
  });
}
