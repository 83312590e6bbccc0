import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardEmbedded, type EmbeddedPostgres, keepRunning, startEmbedded } from '@channel/prisma/embedded';
import { startTestServer } from '@channel/prisma/testing';
import { startServer, type TestServer, type TestServerOptions } from './start-server.ts';

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

type OwnPostgresOptions = TestServerOptions & {
  /** The folder of Postgres; default a new one. */
  dataDir?: string;
  /** Starts Postgres again whenever it ends, as `npm start` does; called with its lines. Default: only `restart` does. */
  onKept?: (line: string) => void;
};

/** Starts both. Postgres runs with full durability. */
export async function startOnOwnPostgres({
  dataDir: given,
  onKept,
  ...options
}: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  const { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE } = process.env;
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'channel-own-'));
  let postgres = await startEmbedded({ dataDir });
  let isOver = false;
  const restart = async () => {
    postgres = await startEmbedded({ dataDir, port: postgres.port, again: true });
    return postgres;
  };
  const keeping =
    onKept &&
    keepRunning(postgres, {
      start: restart,
      onEndRequested: () => {},
      isOver: () => isOver,
      log: onKept,
      fail: (error) => onKept(String(error)),
    });
  process.env.TEST_DATABASE_URL = postgres.superuser;
  await startTestServer();
  const server = await startServer(options);
  return {
    server,
    postgres: () => postgres,
    async kill() {
      postgres.kill();
      await postgres.exited;
    },
    async restart() {
      await restart();
    },
    async close() {
      isOver = true;
      Object.assign(process.env, { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE });
      await server.close();
      await postgres.stop();
      await keeping;
      await discardEmbedded(dataDir);
    },
  };
}
