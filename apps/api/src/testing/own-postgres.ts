import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardEmbedded, type EmbeddedPostgres, startEmbedded } from '@channel/prisma/embedded';
import { startTestServer } from '@channel/prisma/testing';
import { startServer, type TestServer } from './start-server.ts';

/** The API on its own Postgres, which may be killed, stopped and started again. */
export type OwnPostgres = {
  server: TestServer;
  /** The running Postgres. */
  postgres(): EmbeddedPostgres;
  /** Kills it, and waits until it has ended. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** Starts both. Postgres runs with full durability. */
export async function startOnOwnPostgres(): Promise<OwnPostgres> {
  const { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE } = process.env;
  const dataDir = mkdtempSync(join(tmpdir(), 'channel-own-'));
  let postgres = await startEmbedded({ dataDir });
  process.env.TEST_DATABASE_URL = postgres.superuser;
  await startTestServer();
  const server = await startServer();
  return {
    server,
    postgres: () => postgres,
    async kill() {
      postgres.kill();
      await postgres.exited;
    },
    async restart() {
      postgres = await startEmbedded({ dataDir, port: postgres.port });
    },
    async close() {
      Object.assign(process.env, { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE });
      await server.close();
      await postgres.stop();
      await discardEmbedded(dataDir);
    },
  };
}
