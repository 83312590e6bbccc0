import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPrisma, type PrismaClient, type PrismaOptions } from '../client.ts';
import type { ReplicatedServer } from './replicated.ts';
import { asApplication, asMaintenance, databaseUrl, onServer, prepareWorld, type World } from './template.ts';

/** A migrated, empty database that belongs to one test file. */
export type TestDatabase = {
  db: PrismaClient;
  connectionString: string;
  /** The same for the role of the programs, which can only read and write rows. */
  application: string;
  /** The same for the role that can only execute the functions for maintenance. */
  maintenance: string;
  /**
   * Closes `db` and deletes the database; call it in `afterAll`.
   * @throws when the file left connections open (its own pools, or a transaction that never ended).
   */
  drop(): Promise<void>;
};

export const PREFIX = 'channel_test_';
const DISCONNECT_TIMEOUT = 5_000;
const LEAK_TIMEOUT = 5_000;

type TestDatabaseOptions = Omit<PrismaOptions, 'connectionString'> & {
  /** The content of the database; default empty. The first file that requests a world waits until it is filled. */
  world?: World;
  /** Another server than that of the run, with its migrated template. */
  on?: Pick<ReplicatedServer, 'primary' | 'template'> | undefined;
};

/**
 * A fresh copy of the migrated template, about 50 ms, or of a world. The server and the template come from the run's
 * global set-up (`TEST_DATABASE_URL`, `TEST_DATABASE_TEMPLATE`).
 */
export async function testDatabase({ world, on, ...options }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE } = process.env;
  const { primary: server, template: migrated } = on ?? {
    primary: TEST_DATABASE_URL,
    template: TEST_DATABASE_TEMPLATE,
  };
  if (!server || !migrated) throw new Error('testDatabase() needs the set-up of prisma/src/testing/global-setup.ts');
  const template = world ? await prepareWorld(server, migrated, world) : migrated;
  const name = `${PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  const connectionString = databaseUrl(server, name);
  const db = createPrisma({ connectionString, ...options });
  return {
    db,
    connectionString,
    application: asApplication(connectionString),
    maintenance: asMaintenance(connectionString),
    async drop() {
      const closed = await Promise.race([
        db.$disconnect().then(() => true),
        sleep(DISCONNECT_TIMEOUT, false, { ref: false }),
      ]);
      await onServer(server, async (client) => {
        const open = await openConnections(client, name);
        await client.query(`drop database ${name} with (force)`);
        if (!closed) throw new Error('A connection of the test database was never released to its pool');
        if (open.length && !process.env.TEST_POOLER)
          throw new Error(`Connections of the test database were left open: ${open.join(', ')}`);
      });
    },
  };
}

type Client = Parameters<Parameters<typeof onServer>[1]>[0];

/** The open connections, after a moment for connections that are closing. */
async function openConnections(client: Client, name: string): Promise<string[]> {
  const end = performance.now() + LEAK_TIMEOUT;
  for (;;) {
    const { rows } = await client.query<{ who: string }>(
      "select application_name || ' (' || coalesce(state, '') || ': ' || left(query, 80) || ')' as who from pg_stat_activity where datname = $1",
      [name],
    );
    if (rows.length === 0 || performance.now() > end) return rows.map((row) => row.who);
    await sleep(10);
  }
}
