import { PREFIX } from './database.ts';
import { type ScratchServer, startScratch } from './scratch.ts';
import { onServer, prepareTemplate } from './template.ts';

export type TestServer = {
  /** The server, if this process started it. */
  scratch: ScratchServer | undefined;
  /** Stops it. @throws when a test file of this run never dropped its database. */
  stop(): Promise<void>;
};

/**
 * Provides `testDatabase()` of this process and its children with a server and a migrated template: the server of
 * `TEST_DATABASE_URL` (`TEST_DATABASE_LOG` names its log file), otherwise a new one.
 */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const scratch = given ? undefined : await startScratch();
  const server = given ?? scratch?.connectionString ?? '';
  const template = await prepareTemplate(server);
  process.env.TEST_DATABASE_URL = server;
  process.env.TEST_DATABASE_TEMPLATE = template;
  if (scratch) process.env.TEST_DATABASE_LOG = scratch.log;
  const stop = async () => {
    if (!scratch) return;
    const left = await onServer(server, (client) =>
      client.query('select datname from pg_database where starts_with(datname, $1)', [PREFIX]),
    );
    await scratch.stop();
    if (left.rowCount) throw new Error(`${left.rowCount} test databases were not dropped: call drop() in afterAll`);
  };
  return { scratch, stop };
}
