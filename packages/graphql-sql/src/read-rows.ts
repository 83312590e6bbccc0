import {
  aliased,
  finish,
  joined,
  literal,
  name,
  named,
  namedValues,
  ofRoot,
  plannedEachTime,
  raw,
  type Sql,
  sql,
} from './sql.ts';
import type { Row } from './sql-resolvers.ts';
import { cachedStatement, nameOf, type Statement, shapeOf } from './statements.ts';
import { columnOf, type Table, type Tables, tableOf } from './tables.ts';
import { Unsupported } from './unsupported.ts';
import { aliases, columnSql, keySql, limitSql, orderSql, type RowOf, relatedSql, whereSql } from './where.ts';

/*
 * Reads in the terms of Prisma that take one round trip, whatever relations they include: Prisma itself sends a
 * statement for each relation. For mutations, which hold locks while they read.
 */

/** The arguments of Prisma's `findMany` that are supported. */
export type Query = { where?: unknown; orderBy?: unknown; take?: number; select?: Selection; include?: Selection };
type Selection = Readonly<Record<string, boolean | Query | undefined>>;

export type RowReaderOptions<Db> = {
  tables: Tables;
  /** Executes a statement on a database, or in a transaction, and decodes its values. */
  query(db: Db, statement: Statement): Promise<unknown[][]>;
  /** Converts a text to the value that Prisma answers with, by Prisma's type: of `Decimal` and `BigInt`, for example. */
  parse: Readonly<Record<string, (text: string) => unknown>>;
};

/** One of several reads of a statement. */
type Read = { model: string; query: Query };

/** Prefixes of the names of values: those that a prepared read gets, and those that its conditions hold. */
const PREPARED = 'plan';
const FIXED = 'fixed';

/** Reads and locks rows of models. */
export class RowReader<Db> {
  readonly #options: RowReaderOptions<Db>;

  constructor(options: RowReaderOptions<Db>) {
    this.#options = options;
  }

  /**
   * Several of Prisma's `findMany` in one statement.
   *
   * @returns the rows of each
   * @throws {Unsupported}
   */
  async read(db: Db, reads: readonly Read[]): Promise<unknown[][]> {
    const [row = []] = await this.#options.query(db, kept(this.#together(reads)));
    return this.#revived(reads)(row);
  }

  /**
   * The same for reads that are always alike: the statement is built once. Their conditions hold values of `fromPlan`,
   * which each execution gets by their names.
   *
   * @param more expressions of JSON, whose values follow the rows
   * @throws {Unsupported}
   */
  prepared(
    reads: readonly Read[],
    more: readonly Sql[] = [],
  ): (db: Db, values: Readonly<Record<string, unknown>>) => Promise<unknown[]> {
    const statement = this.#together(reads, more);
    const { text, names } = finish(named(ofRoot(statement, PREPARED), FIXED));
    const fixed = Object.fromEntries(namedValues(statement, FIXED));
    const statementName = nameOf(text);
    const revived = this.#revived(reads);
    return async (db, values) => {
      const given = names.map((each) => (each in fixed ? fixed[each] : values[each.slice(PREPARED.length + 1)]));
      const [row = []] = await this.#options.query(db, { name: statementName, text, values: given });
      const others = row.slice(reads.length).map((json) => (json === null ? null : JSON.parse(String(json))));
      return [...revived(row), ...others];
    };
  }

  #together(reads: readonly Read[], more: readonly Sql[] = []): Sql {
    const newAlias = aliases('r');
    const lists = reads.map(({ model, query }) => manySql(tableOf(this.#options.tables, model), query, newAlias));
    const columns = [...lists, ...more].map((column, index) => sql`(${column})::text AS ${name(String(index))}`);
    return sql`SELECT ${joined(columns, ', ')}`;
  }

  #revived(reads: readonly Read[]): (row: readonly unknown[]) => unknown[][] {
    const { tables, parse } = this.#options;
    const revivers = reads.map(({ model, query }) => reviverOf(tableOf(tables, model), query, parse));
    return (row) => revivers.map((revive, index) => (JSON.parse(String(row[index])) as Printed[]).map(revive));
  }

  /**
   * The keys of the rows that match `where` and a further condition in SQL. The key must be one column.
   *
   * @throws {Unsupported}
   */
  find(db: Db, model: string, where: unknown, condition: (row: Row) => Sql): Promise<unknown[]> {
    const row = this.#rowOf(model);
    return this.#keys(db, row, sql`${whereSql(row, where)} AND ${condition({ kind: 'model', ...row })}`);
  }

  /**
   * The rows of a statement about the rows of a model that match `where`: `make` writes it, with the model's table under
   * the alias of `row` and the condition `matches`. Postgres plans it each time.
   *
   * @throws {Unsupported}
   */
  over(
    db: Db,
    model: string,
    where: unknown,
    make: (row: Row & { kind: 'model' }, matches: Sql) => Sql,
  ): Promise<unknown[][]> {
    const row = this.#rowOf(model);
    const statement = make({ kind: 'model', ...row }, plannedEachTime(whereSql(row, where)));
    return this.#options.query(db, kept(statement));
  }

  /**
   * Locks the matching rows (at most `max`), in ascending order of their key, which must be one column. Other
   * transactions may still write rows that reference them.
   *
   * @returns the keys of the locked rows
   * @throws {Unsupported}
   */
  lock(transaction: Db, model: string, where: unknown, max?: number): Promise<unknown[]> {
    const row = this.#rowOf(model);
    return this.#keys(
      transaction,
      row,
      sql`${whereSql(row, where)} ORDER BY ${keyOf(row)}${limitSql(max)} FOR NO KEY UPDATE OF l`,
    );
  }

  /**
   * The same in one statement with a read of the locked rows.
   *
   * @param waits whether it waits for rows that are locked, or fails
   * @returns the keys of the locked rows, and the rows; undefined where one was changed while the statement waited
   *   for it: the statement sees what was committed before it began, also in the tables of relations
   * @throws {Unsupported}
   */
  async lockAndRead(
    transaction: Db,
    { model, query: { where, take, ...query } }: Read,
    waits: boolean,
  ): Promise<{ keys: unknown[]; rows: unknown[] | undefined }> {
    const row = this.#rowOf(model);
    const read: RowOf = { ...row, alias: 'r' };
    const table = name(row.table.name);
    const from = sql`locked k JOIN ${table} r ON ${keyOf(read)} = k.key`;
    // A change gives a row another place in its table.
    const rows = listSql(read, from, sql`r.ctid = k.place`, query);
    const statement = sql`WITH locked AS (
        SELECT ${keyOf(row)} AS key, l.ctid AS place FROM ${table} l
        WHERE ${whereSql(row, where)} ORDER BY ${keyOf(row)}${limitSql(take)} FOR NO KEY UPDATE OF l${raw(waits ? '' : ' NOWAIT')}
      ) SELECT (SELECT coalesce(json_agg(key ORDER BY key), '[]') FROM locked)::text AS "0", (${rows})::text AS "1"`;
    const [[keysJson, ...rowsJson] = []] = await this.#options.query(transaction, kept(statement));
    const keys: unknown[] = JSON.parse(String(keysJson));
    const [found = []] = this.#revived([{ model, query }])(rowsJson);
    return { keys, rows: found.length === keys.length ? found : undefined };
  }

  #rowOf(model: string): RowOf {
    return { table: tableOf(this.#options.tables, model), alias: 'l', newAlias: aliases('w') };
  }

  async #keys(db: Db, row: RowOf, selection: Sql): Promise<unknown[]> {
    const statement = sql`SELECT ${keyOf(row)} AS "0" FROM ${name(row.table.name)} l WHERE ${selection}`;
    const rows = await this.#options.query(db, kept(statement));
    return rows.map(([value]) => value);
  }
}

function keyOf({ table, alias }: RowOf): Sql {
  const [column, another] = keySql(table, alias);
  if (!column || another) throw new Unsupported(`the key of ${table.model} is not one column`);
  return column;
}

const kept = (statement: Sql) =>
  cachedStatement(
    shapeOf(statement),
    () => named(statement, 'v'),
    Object.fromEntries(namedValues(statement, 'v')),
    statement.isPlannedEachTime,
  );

function manySql(table: Table, query: Query, newAlias: () => string): Sql {
  const row: RowOf = { table, alias: newAlias(), newAlias };
  return listSql(row, aliased(table.name, row.alias), whereSql(row, query.where ?? {}), query);
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
function membersOf(
  { model, columns, relations }: Table,
  { select, include }: Query,
): { columns: string[]; relations: [string, Query][] } {
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
  const { columns, relations } = membersOf(row.table, query);
  const members = [
    ...columns.map((field) => sql`${columnText(row, field)} AS ${name(field)}`),
    ...relations.map(([field, inner]) => sql`(${relationSql(row, field, inner)}) AS ${name(field)}`),
  ];
  const alias = raw(row.newAlias());
  return sql`(SELECT row_to_json(${alias}.*) FROM (SELECT ${joined(members, ', ')}) ${alias})`;
}

function relationSql(row: RowOf, field: string, query: Query): Sql {
  const { related, from, tie } = relatedSql(row, field);
  const where = query.where === undefined ? tie : sql`${tie} AND ${whereSql(related, query.where)}`;
  if (row.table.relations[field]?.isList) return listSql(related, from, where, query);
  return sql`SELECT ${rowSql(related, query)} FROM ${from} WHERE ${where}`;
}

/** Types that are read as text: JSON would round their values or format them differently. */
const AS_TEXT = new Set(['Decimal', 'BigInt', 'DateTime']);

function columnText(row: RowOf, field: string): Sql {
  const column = columnOf(row.table, field);
  if (column.type === 'Bytes') throw new Unsupported(`${row.table.model}.${field} can't be read as JSON`);
  const value = columnSql(row, field);
  if (column.type === 'DateTime' && column.isList)
    throw new Unsupported(`${row.table.model}.${field} is a list of instants`);
  if (column.type === 'DateTime' && column.cast === 'timestamptz')
    return sql`to_char(${value} AT TIME ZONE 'UTC', ${literal('YYYY-MM-DD"T"HH24:MI:SS.US"Z"')})`;
  return AS_TEXT.has(column.type) ? sql`${value}${raw(column.isList ? '::text[]' : '::text')}` : value;
}

type Printed = Record<string, unknown>;

/** Converts the JSON values of a row to the types that Prisma answers with. */
function reviverOf(table: Table, query: Query, parse: RowReaderOptions<never>['parse']): (printed: Printed) => Printed {
  const { columns, relations } = membersOf(table, query);
  const inner = relations.flatMap(([field, each]): [string, (printed: Printed) => Printed][] => {
    const relation = table.relations[field];
    return relation ? [[field, reviverOf(relation.to, each, parse)]] : [];
  });
  const typed = (field: string, value: unknown) => {
    const { type, cast } = columnOf(table, field);
    if (typeof value !== 'string') return value;
    if (type === 'DateTime') return dateOf(value, cast);
    return parse[type]?.(value) ?? value;
  };
  return (printed) => {
    const row = { ...printed };
    for (const field of columns) {
      const value = row[field];
      row[field] = Array.isArray(value) ? value.map((each) => typed(field, each)) : typed(field, value);
    }
    for (const [field, revive] of inner) {
      const value = row[field];
      if (Array.isArray(value)) row[field] = value.map(revive);
      else if (value !== null) row[field] = revive(value as Printed);
    }
    return row;
  };
}

function dateOf(text: string, cast: string): Date {
  if (cast === 'time') return new Date(`1970-01-01T${text}Z`);
  return new Date(cast === 'timestamp' ? `${text.replace(' ', 'T')}Z` : text);
}
