import { isLockTimeout, Prisma, type PrismaClient, queryRows, type Tx } from '@channel/prisma';
import DataLoader from 'dataloader';
import { filled, type Query, type Row, RowReader, type Sql, TooManyValues } from 'graphql-sql';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { tables } from './tables.ts';

/*
 * Reads in the terms of Prisma that take one round trip, whatever relations they include: Prisma itself sends a
 * statement for each relation. For mutations, which hold locks while they read.
 */

const reader = new RowReader<Tx>({
  tables,
  query: queryRows,
  parse: { Decimal: (text) => new Prisma.Decimal(text), BigInt },
});

type Delegates = { [Model in Prisma.ModelName]: PrismaClient[Uncapitalize<Model>] };

/** The arguments and the result of Prisma's `findMany` for a model. */
type ArgsOf<Model extends Prisma.ModelName, Args> = Prisma.Exact<Args, Prisma.Args<Delegates[Model], 'findMany'>>;
type RowsOf<Model extends Prisma.ModelName, Args> = Prisma.Result<Delegates[Model], Args, 'findMany'>;

/** One of several reads that are sent together. */
type Read = { model: Prisma.ModelName; query: Query };

/** @throws a validation error for more values than a statement can have */
async function read(db: Tx, reads: readonly Read[]): Promise<unknown[][]> {
  try {
    return await reader.read(db, reads);
  } catch (error) {
    if (error instanceof TooManyValues) throw invalid([{ path: [], message: error.message }]);
    throw error;
  }
}

/** Prisma's `findMany`, in one statement. Supports columns, `select`, `include`, `where`, `orderBy` and `take`. */
export async function readRows<Model extends Prisma.ModelName, Args>(
  db: Tx,
  model: Model,
  query: ArgsOf<Model, Args>,
): Promise<RowsOf<Model, Args>> {
  const [rows] = await read(db, [{ model, query: query as Query }]);
  // The reader follows the query, as Prisma's type does.
  return rows as RowsOf<Model, Args>;
}

const loaders = new WeakMap<Context, DataLoader<Read, unknown[]>>();

/** `readRows` on the context's database. Concurrent reads on the same context are sent as one statement. */
export async function rowsOf<Model extends Prisma.ModelName, Args>(
  context: Context,
  model: Model,
  query: ArgsOf<Model, Args>,
): Promise<RowsOf<Model, Args>> {
  const loader =
    loaders.get(context) ??
    new DataLoader((reads: readonly Read[]) => read(context.db, reads), { cache: false, maxBatchSize: 50 });
  loaders.set(context, loader);
  return (await loader.load({ model, query: query as Query })) as RowsOf<Model, Args>;
}

/**
 * `readRows` of two models and an expression of JSON in one statement, which is built once. The conditions hold values of
 * `fromPlan`.
 *
 * @returns a function that reads with the values, by their names
 */
export function preparedReads<One extends Prisma.ModelName, OneArgs, Other extends Prisma.ModelName, OtherArgs, Json>(
  one: { model: One; query: ArgsOf<One, OneArgs> },
  other: { model: Other; query: ArgsOf<Other, OtherArgs> },
  more: { json: Sql; type?: Json },
) {
  let run: ReturnType<typeof reader.prepared> | undefined;
  return async (db: Tx, values: Readonly<Record<string, unknown>>) => {
    // The tables are complete when the first request arrives.
    run ??= reader.prepared([one as unknown as Read, other as unknown as Read], [more.json]);
    return (await run(db, values)) as [RowsOf<One, OneArgs>, RowsOf<Other, OtherArgs>, Json | null];
  };
}

/** The ids of the rows that match `where` and a further condition in SQL. */
export async function findIds(
  db: Tx,
  model: Prisma.ModelName,
  where: unknown,
  condition: (row: Row) => Sql,
): Promise<number[]> {
  return (await reader.find(db, model, where, condition)).map(Number);
}

/**
 * The JSON that a statement makes of the rows of a model that match `where`: one row with one text, parsed. `make`
 * writes the statement, with the model's table under the alias of `row`.
 */
export async function jsonOver<Json>(
  db: Tx,
  model: Prisma.ModelName,
  where: unknown,
  make: (row: Row & { kind: 'model' }, matches: Sql) => Sql,
): Promise<Json> {
  const [[json] = []] = await reader.over(db, model, where, make);
  return JSON.parse(String(json)) as Json;
}

/**
 * Locks the matching rows (at most `max`), in ascending order of id. Other transactions may still write rows that reference
 * them.
 *
 * @returns the ids of the locked rows
 */
export async function lockRows(tx: Tx, model: Prisma.ModelName, where: unknown, max?: number): Promise<number[]> {
  return (await reader.lock(tx, model, where, max)).map(Number);
}

/** A row to lock is locked by another transaction. */
export class RowsLocked extends Error {}

/**
 * `lockRows` and `readRows` of the locked rows, in ascending order of id: one statement, and a second one where a row
 * was changed while the first one waited for it. A change of what the relations hold must change the row as well; the places that
 * bookings hold do not, and are read again under the lock of their departure.
 *
 * @param waits whether to wait for rows that other transactions have locked
 * @throws {RowsLocked} for such a row where it does not wait; the transaction must then end
 */
export async function lockedRows<Model extends Prisma.ModelName, Args>(
  tx: Tx,
  model: Model,
  query: ArgsOf<Model, Args>,
  waits = true,
): Promise<RowsOf<Model, Args>> {
  const given = query as Query;
  const { keys, rows } = await reader.lockAndRead(tx, { model, query: given }, waits).catch((error: unknown) => {
    throw !waits && isLockTimeout(error) ? new RowsLocked() : error;
  });
  return (rows ?? (await read(tx, [{ model, query: { ...given, where: { id: { in: keys } } } }]))[0]) as RowsOf<
    Model,
    Args
  >;
}

/**
 * Rows of a statement with the parameters of a plan (and the language), for requests that are not compiled.
 *
 * @param parameters values of `fromPlan`, by name
 */
export async function statementRows<Row>(
  { db, lang }: Pick<Context, 'db' | 'lang'>,
  statement: Sql,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  const { text, values } = filled(statement, parameters, { lang });
  return db.$queryRawUnsafe<Row[]>(text, ...values);
}
