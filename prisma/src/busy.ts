import { Prisma } from './generated/client/client.ts';

/** The database had no connection or lost a race that it can't settle: nothing was written, the same call may be tried again. */
export class DatabaseBusy extends Error {
  readonly retriable = true;
  constructor(cause: unknown) {
    super('The database is busy, please try again', { cause });
    this.name = 'DatabaseBusy';
  }
}

/** No connection in time, a transaction that could not start or took too long, a write conflict or deadlock. */
const PRISMA_CODES = new Set(['P2024', 'P2028', 'P2034']);

/** Waiting for a lock or for a statement was given up, a race was lost, or the server takes no connections. */
const STATES = new Set(['55P03', '57014', '40001', '40P01', '53300', '57P03']);

/** What the pool says when no connection became free in time. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/**
 * Whether an error says "not now" rather than "broken": whatever was tried did not happen and may be tried again. Errors
 * come from Prisma, from its adapter or from the driver itself, each with the reason in another place.
 */
export function isBusy(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true;
  if (!(error instanceof Error)) return false;
  if (error.message === NO_CONNECTION) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && PRISMA_CODES.has(error.code)) return true;
  const state = stateOf(error);
  return (state !== undefined && STATES.has(state)) || adapterKind(error) === 'TransactionWriteConflict';
}

/** Whether waiting for a lock was given up. */
export const isLockTimeout = (error: unknown): boolean => error instanceof Error && stateOf(error) === '55P03';

/** The SQLSTATE of an error of the database. */
function stateOf(error: Error): string | undefined {
  const code = adapterCause(error)?.originalCode ?? ('code' in error ? error.code : undefined);
  return typeof code === 'string' ? code : undefined;
}

const adapterKind = (error: Error) => adapterCause(error)?.kind;

/** What the adapter of the driver knew of an error that Prisma wrapped. */
function adapterCause(error: Error): { kind?: unknown; originalCode?: unknown } | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  const adapterError = error.meta?.driverAdapterError;
  return adapterError instanceof Error && typeof adapterError.cause === 'object' && adapterError.cause !== null
    ? adapterError.cause
    : undefined;
}
