import { Prisma } from './generated/client/client.ts';

/**
 * Why the database did not execute a statement, other than by a programming error:
 * - `busy`: the database is up, but had no connection, no lock or no time. Nothing was written.
 * - `away`: it does not accept connections: it is down, starting or shutting down. The statement was never sent.
 * - `read-only`: it takes no writes at the moment, for example because its disk is full. Nothing was written.
 * - `lost`: the connection ended during the statement. Outside a transaction, a write may have been executed.
 */
export type DatabaseFailure = 'busy' | 'away' | 'read-only' | 'lost';

/** The database could not execute it now. Nothing was written: the same call may be repeated. */
export class DatabaseBusy extends Error {
  readonly failure: DatabaseFailure = 'busy';
  constructor(cause: unknown, message = 'The database is busy, please try again') {
    super(message, { cause });
    this.name = new.target.name;
  }
}

/** The database is down or read-only. Nothing was written: the same call may be repeated once it is back. */
export class DatabaseAway extends DatabaseBusy {
  override readonly failure: DatabaseFailure;
  constructor(cause: unknown, failure: Exclude<DatabaseFailure, 'busy' | 'lost'> = 'away') {
    super(cause, 'The database is away, please try again');
    this.failure = failure;
  }
}

/** A connection ended during a statement. */
export class ConnectionLost extends Error {
  readonly failure: DatabaseFailure = 'lost';
  constructor(message: string) {
    super(message);
    this.name = 'ConnectionLost';
  }
}

/** The connection ended during a commit: the transaction was either written as a whole or not at all. */
export class OutcomeUnknown extends Error {
  readonly failure: DatabaseFailure = 'lost';
  constructor(cause: unknown) {
    super('The connection was lost during a commit', { cause });
    this.name = 'OutcomeUnknown';
  }
}

/** States of Postgres by their code or class, longer prefixes first. */
const STATES: readonly (readonly [string, DatabaseFailure])[] = [
  // Lock timeout, statement timeout, serialization failure, deadlock, or a transaction that took too long.
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['25P03', 'busy'],
  ['25P04', 'busy'],
  // Its disk is full: reads go on, and those who wait for a connection will get one.
  ['53100', 'read-only'],
  // No more connections or memory, or the disk failed at this statement.
  ['53', 'busy'],
  ['58030', 'busy'],
  ['25006', 'read-only'],
  // It is starting or shutting down, or refuses the login.
  ['57P03', 'away'],
  ['08001', 'away'],
  ['08004', 'away'],
  ['28', 'away'],
  ['3D000', 'away'],
  // An administrator, a crash or the network ended the connection.
  ['57P', 'lost'],
  ['08', 'lost'],
];

/** Codes of Prisma and of sockets, and error kinds of Prisma's adapter. */
const CODES: Readonly<Record<string, DatabaseFailure>> = {
  P2024: 'busy',
  P2028: 'busy',
  P2034: 'busy',
  P2037: 'busy',
  P1000: 'away',
  P1001: 'away',
  P1003: 'away',
  P1010: 'away',
  P1002: 'lost',
  P1008: 'lost',
  P1017: 'lost',
  ECONNREFUSED: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  ETIMEDOUT: 'lost',
  TransactionWriteConflict: 'busy',
  DatabaseNotReachable: 'away',
  ConnectionClosed: 'lost',
  SocketTimeout: 'lost',
};

/** Errors of the driver and its pool that have only a message. */
const MESSAGES: Readonly<Record<string, DatabaseFailure>> = {
  'timeout exceeded when trying to connect': 'busy',
  'timeout expired': 'away',
  'Connection terminated due to connection timeout': 'away',
  'Client has encountered a connection error and is not queryable': 'away',
  'Connection terminated unexpectedly': 'lost',
  'Connection terminated': 'lost',
  'Query read timeout': 'lost',
};

/**
 * Classifies an error of the database; undefined for all other errors, programming errors included. Errors come from
 * Prisma, from its adapter or from the driver itself, each with the reason in a different member.
 */
export function databaseFailureOf(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseBusy || error instanceof ConnectionLost || error instanceof OutcomeUnknown)
    return error.failure;
  const { kind, originalCode } = adapterCause(error) ?? {};
  return (
    ofState(originalCode ?? codeOf(error)) ?? ofCode(kind) ?? ofCode(codeOf(error)) ?? ownOf(MESSAGES, error.message)
  );
}

/** Whether an error is temporary and the database is up: the call had no effect and may be repeated. */
export const isBusy = (error: unknown): boolean => databaseFailureOf(error) === 'busy';

/** Whether the error is a lock timeout. */
export const isLockTimeout = (error: unknown): boolean => stateOf(error) === '55P03';

/** Whether the error is a second row with a unique key. */
export const isDuplicate = (error: unknown): boolean => stateOf(error) === '23505';

const stateOf = (error: unknown) =>
  error instanceof Error ? (adapterCause(error)?.originalCode ?? codeOf(error)) : undefined;

const ofState = (state: unknown) =>
  typeof state === 'string' && /^[0-9A-Z]{5}$/.test(state)
    ? STATES.find(([prefix]) => state.startsWith(prefix))?.[1]
    : undefined;

const ofCode = (code: unknown) => (typeof code === 'string' ? ownOf(CODES, code) : undefined);

const ownOf = (known: Readonly<Record<string, DatabaseFailure>>, name: string) =>
  Object.hasOwn(known, name) ? known[name] : undefined;

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined);

/** The cause of an error of Prisma's driver adapter, wrapped by Prisma or not. */
function adapterCause(error: Error): { kind?: unknown; originalCode?: unknown } | undefined {
  const wrapped = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta?.driverAdapterError : error;
  const isAdapters = wrapped instanceof Error && wrapped.name === 'DriverAdapterError';
  return isAdapters && typeof wrapped.cause === 'object' && wrapped.cause !== null ? wrapped.cause : undefined;
}
