import { Prisma, type PrismaClient, queryRows, type Tx } from '@channel/prisma';
import DataLoader from 'dataloader';
import type { Context } from '../context.ts';
import { bound, filled, joined, literal, name, named, namedValues, raw, type Sql, sql } from './sql.ts';
import { cachedStatement, shapeOf } from './statements.ts';
import {
  aliases,
  castOf,
  columnSql,
  limitSql,
  matchesAnySql,
  orderSql,
  type RowOf,
  relatedSql,
  tableOf,
  Unsupported,
  whereSql,
} from './where.ts';

/*
 * Reads in the terms of Prisma that take one round trip, whatever relations they include: Prisma itself sends a
 * statement for each relation. For mutations, which hold locks while they read.
 */

type Delegates = { [Model in Prisma.ModelName]: PrismaClient[Uncapitalize<Model>] };

/** The arguments and the result of Prisma's `findMany` for a model. */
type ArgsOf<Model extends Prisma.ModelName, Args> = Prisma.Exact<Args, Prisma.Args<Delegates[Model], 'findMany'>>;
type RowsOf<Model extends Prisma.ModelName, Args> = Prisma.Result<Delegates[Model], Args, 'findMany'>;

type Query = { where?: unknown; orderBy?: unknown; take?: number; select?: Selection; include?: Selection };
type Selection = Readonly<Record<string, boolean | Query | undefined>>;

/** One of several reads that are sent together. */
type Read = { model: Prisma.ModelName; query: Query };

/** Prisma's `findMany`, in one statement. Supports columns, `select`, `include`, `where`, `orderBy` and `take`. */
export async function readRows<Model extends Prisma.ModelName, Args>(
  db: PrismaClient | Tx,
  model: Model,
  query: ArgsOf<Model, Args>,
): Promise<RowsOf<Model, Args>> {
  const [rows] = await readTogether(db, [{ model, query: query as Query }]);
  // The statement and the conversion below follow the query, as Prisma's type does.
  return rows as RowsOf<Model, Args>;
}

const readers = new WeakMap<Context, DataLoader<Read, unknown[]>>();

/** `readRows` on the context's database. Concurrent reads on the same context are sent as one statement. */
export async function rowsOf<Model extends Prisma.ModelName, Args>(
  context: Context,
  model: Model,
  query: ArgsOf<Model, Args>,
): Promise<RowsOf<Model, Args>> {
  const reader =
    readers.get(context) ??
    new DataLoader((reads: readonly Read[]) => readTogether(context.db, reads), { cache: false, maxBatchSize: 50 });
  readers.set(context, reader);
  return (await reader.load({ model, query: query as Query })) as RowsOf<Model, Args>;
}

/** Several reads in one statement. @returns the rows of each read */
async function readTogether(db: PrismaClient | Tx, reads: readonly Read[]): Promise<unknown[][]> {
  const newAlias = aliases('r');
  const pieces = reads.map(
    ({ model, query }, index) => sql`(${manySql(model, query, newAlias)})::text AS ${name(String(index))}`,
  );
  const statement = sql`SELECT ${joined(pieces, ', ')}`;
  const [row = []] = await queryRows(db, kept(statement));
  return reads.map(({ model, query }, index) =>
    (JSON.parse(String(row[index])) as Printed[]).map(reviverOf(model, query)),
  );
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

/**
 * Ids of the matching rows whose text in a language matches any of the patterns, case-insensitively. Conditions of
 * Prisma would read the column of translations, which is long, again for each pattern.
 */
export async function idsOfText(
  db: PrismaClient | Tx,
  model: Prisma.ModelName,
  where: unknown,
  { key, lang, patterns }: { key: string; lang: string; patterns: readonly string[] },
): Promise<number[]> {
  const row = { model, alias: 'q', newAlias: aliases('w') };
  const text = sql`coalesce(q.translations #>> ${bound([lang, key], 'text[]')}, ${columnSql(row, key)})`;
  const statement = sql`SELECT q.id AS "0" FROM ${name(tableOf(model).table)} q
    WHERE ${whereSql(row, where)} AND ${matchesAnySql(text, bound(patterns, 'text[]'))}`;
  const rows = await queryRows(db, kept(statement));
  return rows.map(([id]) => Number(id));
}

/**
 * Locks the matching rows (at most `max`), in ascending order of id. Other transactions may still write rows that reference
 * them.
 *
 * @returns the ids of the locked rows
 */
export async function lockRows(tx: Tx, model: Prisma.ModelName, where: unknown, max?: number): Promise<number[]> {
  const row = { model, alias: 'l', newAlias: aliases('w') };
  const statement = sql`SELECT l.id AS "0" FROM ${name(tableOf(model).table)} l WHERE ${whereSql(row, where)}
    ORDER BY l.id${limitSql(max)} FOR NO KEY UPDATE OF l`;
  const rows = await queryRows(tx, kept(statement));
  return rows.map(([id]) => Number(id));
}

const kept = (statement: Sql) =>
  cachedStatement(shapeOf(statement), () => named(statement, 'v'), Object.fromEntries(namedValues(statement, 'v')));

function manySql(model: string, query: Query, newAlias: () => string): Sql {
  const row: RowOf = { model, alias: newAlias(), newAlias };
  return listSql(row, sql`${name(tableOf(model).table)} ${raw(row.alias)}`, whereSql(row, query.where ?? {}), query);
}

function listSql(row: RowOf, from: Sql, where: Sql, query: Query): Sql {
  const order = orderSql(row, query.orderBy);
  const ordered = order.texts.join('') === '' ? raw('') : sql` ORDER BY ${order}`;
  const printed = raw(row.newAlias());
  // The inner select sorts, so that a limit applies to the sorted rows.
  return sql`SELECT coalesce(json_agg(${printed}.row), '[]') FROM (SELECT ${rowSql(row, query)} AS row FROM ${from}
    WHERE ${where}${ordered}${limitSql(query.take)}) ${printed}`;
}

/** The members that a query selects: columns by name, and relations with their own queries. */
function membersOf(model: string, { select, include }: Query): { columns: string[]; relations: [string, Query][] } {
  const { columns, relations } = tableOf(model);
  const requested = Object.entries(select ?? include ?? {}).filter(([, wanted]) => wanted);
  const unknown = requested.find(([field]) => !columns[field] && !relations[field]);
  if (unknown) throw new Unsupported(`${model} has no column or relation ${unknown[0]}`);
  return {
    columns: select ? requested.flatMap(([field]) => (columns[field] ? [field] : [])) : Object.keys(columns),
    relations: requested.flatMap(([field, wanted]): [string, Query][] =>
      relations[field] ? [[field, typeof wanted === 'object' ? wanted : {}]] : [],
    ),
  };
}

function rowSql(row: RowOf, query: Query): Sql {
  const { columns, relations } = membersOf(row.model, query);
  const members = [
    ...columns.map((field) => sql`${columnText(row, field)} AS ${name(field)}`),
    ...relations.map(([field, inner]) => sql`(${relationSql(row, field, inner)}) AS ${name(field)}`),
  ];
  const alias = raw(row.newAlias());
  return sql`(SELECT row_to_json(${alias}) FROM (SELECT ${joined(members, ', ')}) ${alias})`;
}

function relationSql(row: RowOf, field: string, query: Query): Sql {
  const { related, from, tie } = relatedSql(row, field);
  const where = query.where === undefined ? tie : sql`${tie} AND ${whereSql(related, query.where)}`;
  if (tableOf(row.model).relations[field]?.isList) return listSql(related, from, where, query);
  return sql`SELECT ${rowSql(related, query)} FROM ${from} WHERE ${where}`;
}

/** Types that are read as text: JSON would round their values or format them differently. */
const AS_TEXT = new Set(['Decimal', 'BigInt', 'DateTime']);

function columnText(row: RowOf, field: string): Sql {
  const column = tableOf(row.model).columns[field];
  if (!column || column.type === 'Bytes') throw new Unsupported(`${row.model}.${field} can't be read as JSON`);
  const value = columnSql(row, field);
  if (column.type === 'DateTime' && castOf(column) === 'timestamptz')
    return sql`to_char(${value} AT TIME ZONE 'UTC', ${literal('YYYY-MM-DD"T"HH24:MI:SS.US"Z"')})`;
  return AS_TEXT.has(column.type) ? sql`${value}${raw(column.isList ? '::text[]' : '::text')}` : value;
}

type Printed = Record<string, unknown>;

/** Converts the JSON values of a row to the types that Prisma answers with. */
function reviverOf(model: string, query: Query): (printed: Printed) => Printed {
  const { columns, relations } = membersOf(model, query);
  const inner = relations.map(([field, each]): [string, (printed: Printed) => Printed] => [
    field,
    reviverOf(tableOf(model).relations[field]?.model ?? '', each),
  ]);
  return (printed) => {
    const row = { ...printed };
    for (const field of columns) {
      const value = row[field];
      row[field] = Array.isArray(value)
        ? value.map((each) => typedValue(model, field, each))
        : typedValue(model, field, value);
    }
    for (const [field, revive] of inner) {
      const value = row[field];
      if (Array.isArray(value)) row[field] = value.map(revive);
      else if (value !== null) row[field] = revive(value as Printed);
    }
    return row;
  };
}

function typedValue(model: string, field: string, value: unknown): unknown {
  const column = tableOf(model).columns[field];
  if (typeof value !== 'string' || !column) return value;
  if (column.type === 'Decimal') return new Prisma.Decimal(value);
  if (column.type === 'BigInt') return BigInt(value);
  if (column.type !== 'DateTime') return value;
  const cast = castOf(column);
  if (cast === 'time') return new Date(`1970-01-01T${value}Z`);
  return new Date(cast === 'timestamp' ? `${value.replace(' ', 'T')}Z` : value);
}
