import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrisma, type PrismaClient } from '@channel/prisma';
import {
  type DatabaseProxy,
  programSettings,
  type ReplicatedServer,
  startProxy,
  testDatabase,
} from '@channel/prisma/testing';
import { loadSettings, type Settings } from '@channel/settings';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pooled, replicasIn } from '../addresses.ts';
import { poolsOf } from '../admission/surface.ts';
import type { Services } from '../context.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { apiDocument } from '../openapi/document.ts';
import { type Contract, contractOf } from './contract.ts';
import { DEMO_MEDIA, demoAt } from './demo.ts';
import { refuseNoAddress } from './refuse-no-address.ts';
import { serve } from './serve.ts';

/** The default clock of tests: a Monday, noon in Amsterdam. */
export const NOW = new Date('2026-06-01T10:00:00Z');

const POOL_SIZE = 5;

export const SECRET_KEY = 'a key that only tests know, 32 and more';

/** The API on a socket with its own database. */
export type TestServer = {
  /** Without a slash at the end. */
  url: string;
  app: FastifyInstance;
  /** The test's own client of the database, as its owner; the server uses the role that may only change rows. */
  db: PrismaClient;
  /** For programs on the same database. */
  connectionString: string;
  /** The database as its owner, who may also change tables. */
  ownerConnectionString: string;
  /** The database with the role for maintenance. */
  maintenanceConnectionString: string;
  /** The folder of images and tickets. */
  media: string;
  /** The proxy of the server's own connections, if `proxied`. */
  proxy: DatabaseProxy | undefined;
  services: Services;
  settings: Settings;
  /** Validates answers against the published document in its exact form. */
  contract: Contract;
  /** Sets the clock. */
  setNow(now: Date): void;
  /** Stops the server and drops the database; call it in `afterAll`. */
  close(): Promise<void>;
};

export type TestServerOptions = {
  /** The content of the database; default empty. The first file of a run with the demo waits up to `DEMO_TIMEOUT`. */
  world?: 'empty' | 'demo';
  /** Default `NOW`. */
  now?: Date;
  /** Environment variables, as an operator sets them. */
  env?: Readonly<Record<string, string>>;
  /** Called for every statement, for tests that count them. */
  onQuery?: (sql: string) => void;
  /** Whether the server reaches its database through a proxy that a test can break. */
  proxied?: boolean;
  /** A primary for its database, whose replica it reads. */
  on?: ReplicatedServer;
  /** Called with what the client of the database logs; default: the log of the server, if it has one. */
  onLog?: (message: string) => void;
  /** Default no log. */
  loggerInstance?: FastifyBaseLogger;
  /** Called before the server listens. */
  prepare?: (app: FastifyInstance) => void;
};

/** Starts the API of `server.ts` on a free port. */
export async function startServer({
  world = 'empty',
  now = NOW,
  env = {},
  onQuery,
  proxied = false,
  on,
  onLog,
  loggerInstance,
  prepare,
}: TestServerOptions = {}): Promise<TestServer> {
  const isDemo = world === 'demo';
  const media = isDemo ? DEMO_MEDIA : mkdtempSync(join(tmpdir(), 'channel-media-'));
  const database = await testDatabase({
    poolSize: POOL_SIZE,
    on,
    ...(isDemo ? { world: demoAt(NOW, SECRET_KEY) } : {}),
  });
  await refuseNoAddress(database.db);
  const addresses = programSettings(database.application);
  const { DATABASE_URL, DATABASE_DIRECT_URL: direct } = addresses;
  const proxy = proxied ? await startProxy(DATABASE_URL, ...(direct ? [direct] : [])) : undefined;
  const [own = DATABASE_URL, ownDirect = direct] = proxy?.connectionStrings ?? [];
  const given = { DATABASE_URL: own, ...(ownDirect && { DATABASE_DIRECT_URL: ownDirect }) };
  await on?.replica.caughtUp();
  const replicas = on ? { DATABASE_REPLICA_URLS: on.replica.of(database.application) } : {};
  const settings = loadSettings({ SECRET_KEY, ...given, ...replicas, ...env });
  const metrics = settings.metricsPort === null ? undefined : createMetrics();
  const db = createPrisma({
    ...pooled(settings),
    replicas: replicasIn(settings),
    ...(proxy ? { poolSize: POOL_SIZE } : { shares: poolsOf(settings) }),
    ...(onQuery ? { onQuery } : {}),
    log: onLog ?? ((message: string) => loggerInstance?.warn(message)),
  });
  metrics?.watchDatabase(db, { offset: 0 });
  let clock = now;
  const { app, services, url } = await serve({
    db,
    settings,
    clock: () => clock,
    media,
    metrics,
    ...(loggerInstance ? { loggerInstance } : {}),
    ...(prepare ? { prepare } : {}),
  });
  return {
    url,
    app,
    db: database.db,
    proxy,
    connectionString: database.application,
    ownerConnectionString: database.connectionString,
    maintenanceConnectionString: database.maintenance,
    media,
    services,
    settings,
    contract: contractOf(apiDocument(settings, { exact: true })),
    setNow(moment) {
      clock = moment;
    },
    async close() {
      await app.close();
      await db.$disconnect();
      await proxy?.close();
      await database.drop();
      if (!isDemo) rmSync(media, { recursive: true, force: true });
    },
  };
}
