import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFamily } from '@channel/auth';
import { createPrisma, type PrismaClient } from '@channel/prisma';
import { migrate } from '@channel/prisma/migrate';
import pg from 'pg';
import { dataDir, root } from '../place.ts';
import { runProgram } from '../processes.ts';
import { multiply } from './multiply.ts';

/* The database of all measurements: generated once and kept, copied for each run. */

/** The sources of the data set: it is regenerated when one of them changes, and each day. */
const SOURCES = [
  'prisma/migrations/**/*.sql',
  'prisma/seed/**/*.{ts,svgz}',
  'apps/api/src/import/**/*.ts',
  'apps/bench/src/world/*.ts',
];

export type World = {
  /** Of the database of this run; its changes are lost at the next run. */
  connectionString: string;
  /** Milliseconds to provide it. */
  took: number;
  /** Whether it existed already. */
  isKept: boolean;
};

type Options = {
  /** Of any database of the server. */
  server: string;
  orders: number;
  log: (message: string) => void;
};

/** The environment of every program; only settings that are equal for all. */
export const environment = (connectionString: string) => ({
  DATABASE_URL: connectionString,
  SECRET_KEY: 'a key that only the benchmark knows',
  MEDIA_DIR: join(dataDir, 'media'),
  DATA_DIR: dataDir,
  API_URL: 'http://localhost:4000',
});

/** The address of another database of the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs `use` with a separate connection. */
export async function connected<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'channel-bench' });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function worldName(orders: number): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const file of globSync(SOURCES, { cwd: root }).sort()) hash.update(file).update(readFileSync(join(root, file)));
  return `${prefixOf(orders)}${hash.digest('hex').slice(0, 10)}`;
}

const prefixOf = (orders: number) => `world_${orders}_`;

/**
 * The data set with this many orders, generated unless it exists: read-only.
 *
 * @returns its name on the server, and whether it existed
 */
export async function keptWorld({ server, orders, log }: Options): Promise<{ name: string; isKept: boolean }> {
  const name = worldName(orders);
  const isKept = await connected(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname LIKE $1', [
      `${prefixOf(orders)}%`,
    ]);
    for (const { datname } of rows) {
      if (datname !== name) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
    }
    return rows.some(({ datname }) => datname === name);
  });
  if (!isKept) {
    const unfinished = `${name}_unfinished`;
    await connected(server, (client) => client.query(`CREATE DATABASE "${unfinished}"`));
    await fill(databaseUrl(server, unfinished), orders, log);
    await connected(server, (client) => client.query(`ALTER DATABASE "${unfinished}" RENAME TO "${name}"`));
  }
  return { name, isKept };
}

/** A new copy of the data set with this many orders. */
export async function loadWorld(options: Options): Promise<World> {
  const started = performance.now();
  const { server, log } = options;
  const { name, isKept } = await keptWorld(options);
  log('copying the data set for this run');
  return { connectionString: await copyWorld(server, name, 'run'), took: performance.now() - started, isKept };
}

/** Copies a data set to a database of the same server, which is replaced. @returns its address */
export async function copyWorld(server: string, name: string, copy: string): Promise<string> {
  await connected(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS "${copy}" WITH (FORCE)`);
    await client.query(`CREATE DATABASE "${copy}" TEMPLATE "${name}" STRATEGY file_copy`);
  });
  return databaseUrl(server, copy);
}

async function fill(connectionString: string, orders: number, log: Options['log']): Promise<void> {
  log('creating the demo world');
  await migrate(connectionString);
  await runProgram('apps/api/src/cli/seed-demo.ts', environment(connectionString));
  log(`generating ${orders.toLocaleString('en')} orders from it`);
  await connected(connectionString, (client) => multiply(client, orders));
}

/** The callers. */
export type Viewers = {
  /** Sees every order of the larger organization. */
  staff: string;
  /** Sees the orders that were sold through one role: a large part. */
  partner: string;
  /** The role of the partner. */
  partnerRole: number;
};

/** An access token that is valid for a day. */
export async function accessTokenOf(db: PrismaClient, userId: number): Promise<string> {
  const day = 86_400;
  const lives = { accessTokenSeconds: day, refreshTokenSeconds: day, refreshRepeatSeconds: 0 };
  return (await startFamily(db, userId, new Date(), lives)).accessToken;
}

/** Access tokens for users of the demo world. */
export async function signIn(connectionString: string): Promise<Viewers> {
  const db = createPrisma({ connectionString, poolSize: 1 });
  try {
    const tokenOf = async (email: string) => {
      const user = await db.user.findFirstOrThrow({ where: { email }, include: { roles: true } });
      return { accessToken: await accessTokenOf(db, user.id), roleId: user.roles[0]?.roleId ?? 0 };
    };
    const [staff, partner] = [await tokenOf('staff@demo.example'), await tokenOf('partner@demo.example')];
    return { staff: staff.accessToken, partner: partner.accessToken, partnerRole: partner.roleId };
  } finally {
    await db.$disconnect();
  }
}
