import { startTestServer } from '@channel/prisma/testing';
import { fail, say } from '../../set-up/progress.mjs';
import { environment, root } from '../../set-up/project.mjs';
import { abortRuns, runVisibly } from '../../set-up/run.mjs';
import { asksForHelp } from '../../set-up/run-on-own-node.mjs';
import { buildBaseSystem } from '../base-system.ts';
import { startEngine } from '../engine.ts';
import { deployed, engineFiles } from '../engine-files.ts';
import { ownNetwork } from '../own-network.ts';

const HELP = `Usage: npm run test:pooler [-- FILE …]

Runs the integration tests of the API with programs that connect through PgBouncer in transaction mode, with the configuration
of deploy/fleet. Tests that cannot hold there are in scripts/fleet/not-pooled.ts, with the reason. It needs what npm run fleet
needs.`;

/** Through a pooler, the role of the programs on a test server; its password is its name. */
const ROLE = 'channel_test_application';

async function runTests(filters: string[]): Promise<number> {
  await buildBaseSystem();
  const { stop } = await startTestServer();
  const { host, port } = new URL(process.env.TEST_DATABASE_URL ?? '');
  const { inside, write, remove } = engineFiles();
  const address = `${ownNetwork()}10`;
  const ini = deployed('pgbouncer.ini', {
    // Each test file has a database of its own.
    'channel = host=10.0.0.10 port=5432': `* = host=127.0.0.1 port=${port}`,
    '10.0.0.10': address,
    '/etc/pgbouncer/userlist.txt': write('userlist.txt', `"${ROLE}" "${ROLE}"\n`),
    '/var/log/postgresql': inside,
    '/run/postgresql': inside,
    'unix_socket_dir =': 'unix_socket_dir =\nserver_idle_timeout = 5',
  });
  const pooler = startEngine('pgbouncer', ['pgbouncer', write('pgbouncer.ini', ini)]);
  try {
    const env = { ...environment(), ...process.env, TEST_POOLER: `${address}:6432`, TEST_POOLED: host };
    return await runVisibly(`${root}/node_modules/.bin/vitest`, ['run', ...filters], { env });
  } finally {
    await pooler.kill();
    remove();
    await stop();
  }
}

// The tests end, and then what was started for them.
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(event, abortRuns);

const filters = process.argv.slice(2);
if (asksForHelp(filters)) say(HELP);
else {
  try {
    process.exitCode = await runTests(filters);
  } catch (error) {
    fail(error);
  }
}
process.channel?.unref();
