import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrisma, type PrismaClient } from '@channel/prisma';
import { type DatabaseProxy, startProxy, testDatabase } from '@channel/prisma/testing';
import { loadSettings, type Settings } from '@channel/settings';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { poolsOf } from '../admission/surface.ts';
import type { Services } from '../context.ts';
import { apiDocument } from '../openapi/document.ts';
import { type Contract, contractOf } from './contract.ts';
import { DEMO_MEDIA, demoAt } from './demo.ts';
import { serve } from './serve.ts';

/** The clock of tests that set none: a Monday, noon in Amsterdam. */
export const NOW = new Date('2026-06-01T10:00:00Z');

const POOL_SIZE = 5;

export const SECRET_KEY = 'a key that only tests know, 32 and more';

/** The API on a socket and a database of its own. */
export type TestServer = {
  /** Without a slash at the end. */
  url: string;
  app: FastifyInstance;
  /** The test's own way to the database, as its owner; the server goes as the programs do, with the role that works with rows alone. */
  db: PrismaClient;
  /** For programs on the same database. */
  connectionString: string;
  /** The database as its owner sees it, who may change more than rows. */
  ownerConnectionString: string;
  /** What the server's own connections go through, where that was asked for. */
  proxy: DatabaseProxy | undefined;
  services: Services;
  settings: Settings;
  /** What the published document, in its exact form, says of answers. */
  contract: Contract;
  /** Sets the clock. */
  setNow(now: Date): void;
  /** Stops the server and drops the database; call it in `afterAll`. */
  close(): Promise<void>;
};

export type TestServerOptions = {
  /** What the database holds; default nothing. The first file of a run that asks for the demo waits `DEMO_TIMEOUT`. */
  world?: 'empty' | 'demo';
  /** Default `NOW`. */
  now?: Date;
  /** Environment variables, as an operator would set them. */
  env?: Readonly<Record<string, string>>;
  /** Told of every statement; for tests that count them. */
  onQuery?: (sql: string) => void;
  /** Whether the server reaches its database through a proxy, which a test can break. */
  proxied?: boolean;
  /** Default no log. */
  loggerInstance?: FastifyBaseLogger;
  /** Called before the server listens. */
  prepare?: (app: FastifyInstance) => void;
};

/** Starts the API of `server.ts` on a port of the system's choice. */
export async function startServer({
  world = 'empty',
  now = NOW,
  env = {},
  onQuery,
  proxied = false,
  loggerInstance,
  prepare,
}: TestServerOptions = {}): Promise<TestServer> {
  const isDemo = world === 'demo';
  const media = isDemo ? DEMO_MEDIA : mkdtempSync(join(tmpdir(), 'channel-media-'));
  const database = await testDatabase({
    poolSize: POOL_SIZE,
    ...(isDemo ? { world: demoAt(NOW, SECRET_KEY) } : {}),
  });
  const proxy = proxied ? await startProxy(database.application) : undefined;
  const connectionString = proxy?.connectionString ?? database.application;
  const settings = loadSettings({ SECRET_KEY, DATABASE_URL: connectionString, ...env });
  const db = createPrisma({
    connectionString,
    ...(proxy ? { poolSize: POOL_SIZE } : { shares: poolsOf(settings) }),
    ...(onQuery ? { onQuery } : {}),
  });
  let clock = now;
  const { app, services, url } = await serve({
    db,
    settings,
    clock: () => clock,
    media,
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
