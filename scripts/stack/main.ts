import { join } from 'node:path';
import { checkEndpointPermissions } from '@channel/api/known-endpoints';
import { demoLogins, publishedPassword } from '@channel/prisma/demo';
import { keepRunning } from '@channel/prisma/embedded';
import { loadSettings, type Settings } from '@channel/settings';
import { bold, Explained, fail, note, say, step } from '../set-up/progress.mjs';
import { ownNode, root } from '../set-up/project.mjs';
import { abortRuns, run } from '../set-up/run.mjs';
import { lackOfConnections } from './connections.ts';
import { buildConsole } from './console-build.ts';
import {
  type Database,
  demandKey,
  hasAdministrator,
  hasPublishedDemo,
  migrateDatabase,
  openDatabase,
  seedDemo,
  shutdownTimeoutOf,
  startAgain,
} from './database.ts';
import { type DemoReceiver, startDemoReceiver } from './demo-receiver.ts';
import { archiverEnvironment, programEnvironment, reachableHost } from './environment.ts';
import { printTable } from './output.ts';
import { freePort } from './ports.ts';
import { Program } from './program.ts';
import { query } from './query.ts';
import { claimStack } from './single.ts';

/*
 * The whole system: Postgres, API, worker and console. Everything that is started is put on `running` at once, so that
 * a Ctrl-C during the start stops it too.
 */

/** Next does not notice when its parent process is gone. */
const END_WITH_PARENT = new URL('end-with-parent.mjs', import.meta.url).href;
/** npm forwards a Ctrl-C that the terminal has sent already: two signals within these milliseconds count as one. */
const SAME_SIGNAL = 500;
const FORCE_PAUSE = 200;

const running: {
  console?: Program;
  worker?: Program;
  api?: Program;
  archiver?: Program;
  receiver?: DemoReceiver;
  opening?: Promise<Database>;
} = {};
let stopping: number | undefined;

async function start(): Promise<void> {
  const settings = loadSettings(process.env);
  await checkEndpointPermissions(settings);
  claimStack(settings);
  say(`\n  ${bold('Channel booking')}\n`);
  const { host, apiPort, consolePort } = settings;
  const api = await freePort({ port: apiPort, setting: 'API_PORT', who: 'the API' }, host);
  const ports = {
    api,
    console: await freePort({ port: consolePort, setting: 'CONSOLE_PORT', who: 'the console', api }, host),
  };

  const building = buildConsole();
  // A failure is reported where it is awaited; until then it must not count as unhandled.
  building.catch(() => {});

  running.opening = openDatabase(settings);
  const database = await running.opening;
  watchPostgres(database, settings);
  const lack = await lackOfConnections(database.connectionString, settings);
  if (lack) note(lack);
  await migrateDatabase(database);
  // Their lines arrive here as JSON and are printed in the format that the user has set.
  const own = { ...programEnvironment(settings, database.connectionString, ports), LOG_FORMAT: 'json' };
  await demandKey(database, own.SECRET_KEY);
  await seedDemo(database, settings, own);
  if (stopping) return;
  if (await hasPublishedDemo(database.connectionString)) {
    running.receiver = await startDemoReceiver(settings, process.env);
  } else if (!process.env.DEMO_MAILBOX) {
    // Mails to people of a real business are in no mailbox.
    own.DEMO_MAILBOX = '0';
  }
  const env = { ...own, ...running.receiver?.env };

  const reachable = reachableHost(host);
  const ending = { timeout: shutdownTimeoutOf(settings), onEnded: endAll };
  running.api = new Program({
    name: 'api',
    args: [join(root, 'apps/api/src/main.ts')],
    env,
    health: `http://${reachable}:${ports.api}/healthz`,
    ...ending,
  });
  running.worker = new Program({
    name: 'worker',
    args: [join(root, 'apps/api/src/worker.ts')],
    env: { ...env, DATABASE_MAINTENANCE_URL: database.maintenance },
    ...ending,
  });
  const { api: apiProgram, worker } = running;
  const archiverEnv = archiverEnvironment(settings, database.embedded ?? {}, env);
  if (archiverEnv) {
    running.archiver = new Program({
      name: 'archiver',
      args: [join(root, 'apps/api/src/archiver.ts')],
      env: archiverEnv,
      ...ending,
    });
    await running.archiver.start();
  }
  await step('Starting API and worker', async () => void (await Promise.all([apiProgram.start(), worker.start()])));
  note(`The API answers at ${env.API_URL}`);
  if (running.receiver) await sendDemoWebhooks(database.connectionString, running.receiver, env);

  await building;
  if (stopping) return;
  running.console = new Program({
    name: 'console',
    args: [
      '--import',
      END_WITH_PARENT,
      join(root, 'apps/console/serve.ts'),
      'start',
      '-p',
      String(ports.console),
      '-H',
      host,
    ],
    cwd: join(root, 'apps/console'),
    // It sends no mail.
    env: { ...env, SMTP_URL: undefined },
    health: `http://${reachable}:${ports.console}/login`,
    ...ending,
  });
  const { console } = running;
  await step('Starting the console', () => console.start());
  if (stopping) return;
  await printSummary(env, database.connectionString, settings);
}

/** Sends webhooks of the demo world, unless it has an endpoint already. The system works without them. */
async function sendDemoWebhooks(
  connectionString: string,
  { url }: DemoReceiver,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if ((await query(connectionString, 'select from webhook_endpoint limit 1')).length > 0) return;
  const title = 'Sending webhooks of the demo world';
  const program = join(root, 'apps/api/src/cli/demo-webhooks.ts');
  try {
    await step(title, () => run(title, ownNode, [program, url], env));
  } catch (error) {
    if (!(error instanceof Explained)) throw error;
    if (!stopping) note(error.message);
  }
}

async function printSummary(
  env: ReturnType<typeof programEnvironment>,
  connectionString: string,
  settings: Settings,
): Promise<void> {
  say('');
  printTable([
    ['Console', env.CONSOLE_URL],
    ['API', `${env.API_URL}/v1`],
    ['Documentation', `${env.API_URL}/docs`],
    ['GraphQL', `${env.API_URL}/graphql`],
  ]);
  if (!settings.isProduction && (await hasPublishedDemo(connectionString))) {
    say('');
    const logins = demoLogins.map((login) => [login.email, publishedPassword(login), login.does]);
    printTable([['Demo login', 'Password', ''], ...logins]);
  } else if (!(await hasAdministrator(connectionString, settings))) {
    say(
      '\n    There is no administrator yet: `npm run admin:create` creates the first organization and its administrator.',
    );
  }
  say(`\n    Ctrl-C stops everything, and so does \`kill ${process.pid}\`.\n`);
}

/** Restarts the embedded Postgres after a crash; the programs reconnect automatically. */
function watchPostgres({ embedded }: Database, settings: Settings): void {
  if (!embedded) return;
  const start = async () => {
    const starting = startAgain(settings);
    running.opening = starting;
    return (await starting).embedded;
  };
  void keepRunning(embedded, { start, onEndRequested: endAll, isOver: () => stopping !== undefined, log: note, fail });
}

/**
 * Called when one of the programs received a request to end. Unlike a second Ctrl-C, a second call does not force the others.
 */
function endAll(): void {
  if (stopping === undefined) void stop();
}

async function stop(): Promise<void> {
  if (stopping !== undefined) {
    if (performance.now() - stopping > SAME_SIGNAL) force();
    return;
  }
  stopping = performance.now();
  if (!running.opening) process.exit();
  say('');
  note('Stopping');
  abortRuns();
  await running.console?.stop();
  await running.worker?.stop();
  running.receiver?.stop();
  await running.api?.stop();
  // After the others, so that their last changes are archived.
  await running.archiver?.stop();
  await (await opened())?.embedded?.stop();
  note('Stopped');
  process.exit();
}

/** The database, also while it is being started. */
const opened = () => running.opening?.catch(() => undefined);

function force(): void {
  note('Stopping by force');
  for (const program of [running.console, running.worker, running.api, running.archiver]) program?.kill();
  void opened()?.then((database) => database?.embedded?.kill());
  setTimeout(() => process.exit(1), FORCE_PAUSE);
}

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(event, () => void stop());
// The parent process may be gone already.
if (process.connected === false) await stop();
// Closed output must not prevent a graceful end.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

try {
  await start();
} catch (error) {
  if (stopping === undefined) {
    fail(error);
    await stop();
  }
}
