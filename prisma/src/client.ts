import type pg from 'pg';
import { adapterOver } from './adapter.ts';
import { presentSignal } from './cancel.ts';
import './integers.ts';
import type { Statement } from './finished-query.ts';
import { type Prisma, PrismaClient } from './generated/client/client.ts';
import { joinReadsOf } from './joined-reads.ts';
import { type HeldStatement, sendTogether, transactionOf } from './pipelined-transaction.ts';
import { isConnected } from './pool.ts';
import { type PoolUse, useOf } from './pool-use.ts';
import { type Presence, presenceOf } from './presence.ts';
import type { Health } from './probe.ts';
import { connected, onReader } from './replica-pools.ts';
import { openReplicas, type ReplicaOptions, type Replicas } from './replicas.ts';
import { bytesOf, type RowBytes, rowBytes } from './row-bytes.ts';
import { LIMITS, sessionSettings } from './session-settings.ts';
import { presentUse } from './share.ts';
import { shortageLog } from './shortage.ts';
import { statementNames } from './statement-names.ts';
import { alone, type StatementPart } from './statement-parts.ts';
import { isClient, type Tx } from './transaction.ts';
import { openWatchedPool } from './watched-pool.ts';

export type { PrismaClient, Statement };

/** How a client connects. All times are milliseconds. */
export type PrismaOptions = {
  connectionString: string;
  /**
   * Whether the address leads to a pooler in transaction mode, such as PgBouncer, which takes no settings of sessions: those
   * of the role apply instead (`setForRole`).
   */
  isPooled?: boolean;
  /** Maximum number of connections of this process (default 10). */
  poolSize?: number;
  /**
   * Instead of `poolSize`: the maximum number of connections of each share, which `onShare` names. Work on no share
   * uses the first.
   */
  shares?: Readonly<Record<string, number>>;
  /** Replicas that answer reads of `onReplica`. */
  replicas?: ReplicaOptions | undefined;
  /** Shown by Postgres in `pg_stat_activity` (default `channel-booking`). */
  applicationName?: string;
  /** A single statement may take this long (default 5000); exports and migrations set more. */
  statementTimeout?: number;
  /**
   * Called when connections are lost, when the database goes away or comes back, and when it lacks disk or memory. The
   * client recovers automatically, so a log line is enough.
   */
  log?: (message: string) => void;
  /** Called with every statement that Prisma sends; for tests that count them. */
  onQuery?: (sql: string) => void;
};

// In a rush of bookings a short wait is better than a refusal; but a refusal must come within 3 s.
const ACQUIRE_TIMEOUT = 2_500;

/**
 * A Prisma client over its own pools, one for each share of its connections. It connects at the first query; end it
 * with `$disconnect()`.
 *
 * Every wait is bounded: for a connection 2.5 s, for a lock 2 s, for a statement 5 s, for the next statement of a
 * transaction 10 s. While the database is away, waiting statements fail within 3 s, and new ones do not wait.
 */
export function createPrisma(options: PrismaOptions): PrismaClient {
  const { statementTimeout = LIMITS.statement_timeout, isPooled = false, onQuery, log = () => {} } = options;
  const presence = presenceOf(options.connectionString);
  const limits = {
    application_name: options.applicationName ?? 'channel-booking',
    connectionTimeoutMillis: ACQUIRE_TIMEOUT,
    query_timeout: statementTimeout + 1_000,
  };
  const shortages = shortageLog(log);
  const shares = Object.entries(options.shares ?? { all: options.poolSize ?? 10 });
  const settings = sessionSettings(statementTimeout);
  const config = { ...limits, ...(isPooled ? {} : settings), connectionString: options.connectionString };
  const own = new Map(shares.map(([name, max]) => [name, openWatchedPool({ ...config, max }, presence, log)]));
  for (const pool of own.values()) pool.on('connect', shortages);
  const replicas = options.replicas && openReplicas(options.replicas, { ...limits, ...settings }, shares, own, log);
  const adapter = adapterOver(own, replicas, onQuery);
  const client = onQuery ? loggingClient(adapter, onQuery) : new PrismaClient({ adapter });
  joinReadsOf(client, () => presentSignal() ?? presentUse());
  const parts = new Map((replicas?.all ?? []).map((replica) => [replica, replica.pools]));
  pools.set(client, {
    own,
    readers: { parts: own, replicas: parts, poolOf: (pool) => pool },
    replicas,
    presence,
    onQuery,
  });
  const disconnect = client.$disconnect.bind(client);
  // Prisma ends only pools that it connected, not those of a client that only ran finished statements.
  client.$disconnect = async () => {
    await replicas?.end();
    await disconnect();
    await Promise.all([...own.values()].filter((pool) => !pool.ending).map((pool) => pool.end()));
  };
  return client;
}

function loggingClient(adapter: ReturnType<typeof adapterOver>, onQuery: (sql: string) => void): PrismaClient {
  const client = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  client.$on('query', (event) => onQuery(event.query));
  return client;
}

/** The pools behind clients, for statements that bypass Prisma. */
const pools = new WeakMap<
  PrismaClient,
  {
    own: ReadonlyMap<string, pg.Pool>;
    readers: Parameters<typeof onReader<pg.Pool, unknown>>[0];
    replicas: Replicas | undefined;
    presence: Presence;
    onQuery: PrismaOptions['onQuery'];
  }
>();

function behind(db: PrismaClient) {
  const known = pools.get(db);
  if (!known) throw new Error('the client was not made by createPrisma');
  return known;
}

/** The connections of a client, for each of its shares. */
export const poolUse = (db: PrismaClient): PoolUse[] => [...behind(db).own].map(([name, pool]) => useOf(name, pool));

/** The replicas of a client, if it has any. */
export const replicasOf = (db: PrismaClient): Replicas | undefined => behind(db).replicas;

/**
 * The state of a client's database, within 0.7 s and however busy the client's connections are. A database without free
 * connections counts as healthy as long as the client has one for each share.
 */
export async function checkDatabase(db: PrismaClient): Promise<Health> {
  const { own, presence } = behind(db);
  const health = await presence.check();
  return health === 'full' && [...own.values()].every(isConnected) ? 'well' : health;
}

/**
 * Runs a finished statement: on the client's own connections, bypassing Prisma's engine; within a transaction, on its
 * connection. Rows are lists of their columns, which must have different names.
 */
export async function queryRows(db: PrismaClient | Tx, statement: Statement): Promise<unknown[][]> {
  if (!isClient(db)) return rowsWithin(db, statement);
  return onConnection(db, statement, (connection) => rowsOn(connection, statement));
}

/** The same for columns of text: each as UTF-8 bytes, without a string. */
export async function queryBytes(db: PrismaClient | Tx, statement: Statement): Promise<RowBytes[]> {
  if (!isClient(db)) return (await rowsWithin(db, statement)).map((row) => row.map(bytesOf));
  return onConnection(db, statement, (connection) => rowBytes(connection, () => sendTogether(connection, [statement])));
}

/**
 * Runs a statement, and then the one that `next` makes of its rows, whose rows it returns. Both see the same state of the
 * database, unless a caller's transaction of another isolation level runs them. They must not write.
 */
export async function queryBytesInSnapshot(
  db: PrismaClient | Tx,
  first: Statement,
  next: (rows: RowBytes[]) => Statement,
): Promise<RowBytes[]> {
  if (!isClient(db)) return queryBytes(db, next(await queryBytes(db, first)));
  return onConnection(db, first, async (connection) => {
    const second = next(await rowBytes(connection, () => sendTogether(connection, [BEGIN_SNAPSHOT, first])));
    behind(db).onQuery?.(second.text);
    return rowBytes(connection, () => sendTogether(connection, [second, COMMIT]));
  });
}

const BEGIN_SNAPSHOT = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', values: [] };
const COMMIT = { text: 'COMMIT', values: [] };

const rowsOn = async (connection: pg.PoolClient, statement: Statement): Promise<unknown[][]> =>
  (await sendTogether(connection, [statement]))[0] ?? [];

async function rowsWithin(tx: Tx, statement: Statement): Promise<unknown[][]> {
  const transaction = transactionOf(tx);
  if (transaction) return (await transaction.run(statement)).rows;
  const { text, values } = statement;
  const rows = await tx.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
  return rows.map((row) => Object.values(row));
}

const nameOf = statementNames('q');

/** A statement in SQL as a finished one, which connections prepare where it is repeated. */
const finished = (sql: Prisma.Sql): Statement => ({
  name: nameOf({ sql: sql.text }),
  text: sql.text,
  values: sql.values,
});

/** The rows of a statement of a transaction: objects of their columns, as the driver converts them. */
export async function rowsIn<Row>(tx: Tx, sql: Prisma.Sql): Promise<Row[]> {
  const transaction = transactionOf(tx);
  if (!transaction) return tx.$queryRaw<Row[]>(sql);
  const { rows, columns } = await transaction.run(finished(sql));
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])) as Row);
}

/**
 * Runs a statement of a transaction whose result nobody needs: it is sent together with the next statement, or with the
 * commit, which then fails if it fails.
 *
 * @param errorOf the error to throw in place of the one with which it fails
 */
export async function execute(
  tx: Tx,
  sql: Prisma.Sql,
  errorOf: HeldStatement['errorOf'] = (error) => error,
): Promise<void> {
  const transaction = transactionOf(tx);
  if (transaction) return transaction.hold({ ...finished(sql), errorOf });
  await tx.$executeRaw(sql).catch((error: unknown) => {
    throw errorOf(error);
  });
}

/**
 * Runs a statement of a transaction whose result nobody needs, as `execute` does. Where the last read of the transaction
 * follows, see `atTheEnd`, both are sent as one statement.
 */
export async function executeInLastRead(tx: Tx, part: StatementPart): Promise<void> {
  const transaction = transactionOf(tx);
  if (transaction) return transaction.hold({ ...finished(alone(part)), part });
  await tx.$executeRaw(alone(part));
}

/** Sends what `execute` held back. @throws its errors */
export const sendHeld = async (tx: Tx): Promise<void> => transactionOf(tx)?.flush();

/**
 * Starts the last work of a transaction. Where its statement can be sent together with the commit, it is not awaited:
 * the transaction then ends before the result is there.
 *
 * @param work sends one statement, which has one row
 * @returns the result, which is rejected if the commit fails
 */
export async function atTheEnd<Result>(tx: Tx, work: () => Promise<Result>): Promise<{ result: Promise<Result> }> {
  const transaction = transactionOf(tx);
  const before = transaction?.queued;
  const result = work();
  // The commit fails in the same way, and its error is thrown.
  result.catch(() => {});
  // Prisma sends its statements later, and one after the other.
  if (transaction?.queued === before) await result;
  else transaction?.join();
  return { result };
}

async function onConnection<Rows>(
  db: PrismaClient,
  { text }: Statement,
  run: (connection: pg.PoolClient) => Promise<Rows>,
): Promise<Rows> {
  const { readers, onQuery } = behind(db);
  onQuery?.(text);
  return onReader(readers, (pool) => connected(pool, run));
}
