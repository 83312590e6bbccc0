import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestServer, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { CERTIFICATE } from './certificate.ts';
import { startConsole } from './console.ts';
import { freePort, type Program, startProgram, startWorker } from './program.ts';
import type { Command } from './start.ts';

/*
 * Runs the whole system for the tests: a Postgres with the demo data, the API, the worker and the built console, each
 * on a free port. Sends its addresses to the parent process over the IPC channel, executes its commands, and stops when
 * the channel closes.
 */

const api = join(import.meta.dirname, '../../apps/api/src');
/** Whether mails stay in the mailbox of the console, which production does not have. */
const hasMailbox = process.env.E2E_MAILBOX === '1';
const endings: (() => Promise<unknown> | unknown)[] = [];

/** A part that can be taken away during a test. */
type Stoppable = { stop(): Promise<unknown>; start(): Promise<unknown> };
type Restartable = Stoppable & { signal(signal: NodeJS.Signals): void };

type System = {
  addresses: { consoleUrl: string; apiUrl: string; secretKey: string; smtpPort: string; openIdPort: string };
  parts: { api: Restartable; console: Restartable; database: Stoppable };
  setPickup(orderId: number, time: string): Promise<unknown>;
};

async function start(): Promise<System> {
  const server = await startTestServer();
  endings.push(server.stop);
  const database = await testDatabase();
  endings.push(database.drop);
  const files = mkdtempSync(join(tmpdir(), 'channel-e2e-'));
  endings.push(() => rmSync(files, { recursive: true, force: true }));
  const authority = join(files, 'receivers.pem');
  writeFileSync(authority, CERTIFICATE.cert);
  const [apiPort, consolePort] = [await freePort(), await freePort()];
  const [smtpPort, openIdPort] = [String(await freePort()), String(await freePort())];
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const env = {
    ...process.env,
    NODE_ENV: hasMailbox ? 'test' : 'production',
    DATABASE_URL: database.application,
    DATA_DIR: files,
    MEDIA_DIR: join(files, 'media'),
    SECRET_KEY: randomBytes(32).toString('hex'),
    HOST: '127.0.0.1',
    API_PORT: String(apiPort),
    API_URL: apiUrl,
    CONSOLE_URL: `http://127.0.0.1:${consolePort}`,
    LOG_LEVEL: 'warn',
    // Fewer failures than by default, because each takes as long as a login.
    LOGIN_FAILURES: '5',
    // Tests set up data with bearer tokens of console users: a session may send only the console's own documents.
    PERMISSION_GRAPHQL: 'console.access',
    GRAPHIQL: '1',
    // Receivers of the tests listen on this machine, over HTTPS as required in production.
    WEBHOOK_ALLOWED_RANGES: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: authority,
    // The mail server is one that a test starts.
    ...(hasMailbox
      ? { DEMO_MAILBOX: '1' }
      : { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: 'Meridian Lane <desk@meridianlane.example>' }),
    // So is the provider by which people sign in.
    OPENID_ISSUER: `http://127.0.0.1:${openIdPort}`,
    OPENID_CLIENT_ID: 'console',
    OPENID_NAME: 'Example ID',
    // A failed delivery is retried once, unless the receiver sends Retry-After.
    WEBHOOK_RETRY_SECONDS: '0,1',
    WEBHOOK_JITTER_PERCENT: '0',
  };
  // In production mode the demo accounts would get random passwords.
  const seeding = { ...env, NODE_ENV: 'test' };
  await promisify(execFile)(process.execPath, [join(api, 'cli/seed-demo.ts')], { env: seeding });
  await bookAroundMidnight(database);
  const starting = [
    restartable(() => startProgram({ name: 'API', args: [join(api, 'main.ts')], env, url: apiUrl, health: '/readyz' })),
    restartable(() => startConsole(apiUrl, consolePort, { SECRET_KEY: env.SECRET_KEY })),
    startWorker(join(api, 'worker.ts'), { ...env, DATABASE_MAINTENANCE_URL: database.maintenance }),
  ] as const;
  for (const program of await Promise.allSettled(starting)) {
    if (program.status === 'fulfilled') endings.push(() => program.value.stop());
  }
  const [apiProgram, consoleProgram] = await Promise.all(starting);
  return {
    addresses: { consoleUrl: env.CONSOLE_URL, apiUrl, secretKey: env.SECRET_KEY, smtpPort, openIdPort },
    parts: {
      api: apiProgram,
      console: consoleProgram,
      database: {
        stop: async () => server.scratch?.halt(),
        start: async () => server.scratch?.start(),
      },
    },
    setPickup: (id, time) => {
      const pickup = { update: { time: new Date(`1970-01-01T${time}Z`) } };
      return again(() => database.db.order.update({ where: { id }, data: { pickup } }));
    },
  };
}

/** A program that is started again as it was. */
async function restartable(start: () => Promise<Program>): Promise<Restartable> {
  let program = await start();
  return {
    stop: () => program.stop(),
    start: async () => {
      program = await start();
    },
    signal: (signal) => process.kill(program.pid, signal),
  };
}

/** Repeats a statement whose connection the database closed when it was stopped. */
async function again<Result>(run: () => Promise<Result>): Promise<Result> {
  return run().catch(run).catch(run);
}

/** Moves an order to a time that is of another day in the time zone of its organization than in UTC. */
async function bookAroundMidnight({ db }: TestDatabase): Promise<void> {
  const { id, createdAt } = await db.order.findFirstOrThrow({
    where: { status: 'Booked' },
    orderBy: { createdAt: 'asc' },
  });
  const late = new Date(`${createdAt.toISOString().slice(0, 10)}T23:30:00Z`);
  await db.order.update({ where: { id }, data: { createdAt: late, bookedAt: late } });
}

/** Stops the parts in reverse order. */
async function end(): Promise<void> {
  for (const ending of endings.splice(0).reverse()) {
    try {
      await ending();
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
}

for (const event of ['disconnect', 'SIGTERM', 'SIGINT'] as const) {
  process.on(event, () => void end().then(() => process.exit()));
}

const SIGNALS = { kill: 'SIGKILL', freeze: 'SIGSTOP', thaw: 'SIGCONT' } as const;

async function execute({ parts, setPickup }: System, command: Command): Promise<void> {
  switch (command.kind) {
    case 'setPickup':
      await setPickup(command.orderId, command.time);
      break;
    case 'start':
    case 'stop':
      await parts[command.part][command.kind]();
      break;
    default:
      parts[command.program].signal(SIGNALS[command.kind]);
  }
}

try {
  const system = await start();
  process.on('message', (command: Command) => {
    execute(system, command).then(
      () => process.send?.({}),
      (error: unknown) => process.send?.({ problem: String(error) }),
    );
  });
  process.send?.(system.addresses);
} catch (error) {
  console.error(error);
  await end();
  process.exit(1);
}
