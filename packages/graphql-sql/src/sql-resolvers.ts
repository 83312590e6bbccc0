import { aliased, concat, raw, type Sql, sql } from './sql.ts';
import type { Table } from './tables.ts';
import { Unsupported } from './unsupported.ts';
import { columnSql, orderSql, type RowOf, relatedSql, whereSql } from './where.ts';

/*
 * SQL resolvers of fields. Columns and relations compile automatically; a field with a resolver of its own declares an
 * SQL resolver beside it, in the `extensions` that the functions below make. A field without one is not compiled.
 */

/** The source of an SQL resolver: a row of a table, a JSON value, or named expressions. */
export type Row =
  | ({ kind: 'model'; once?: { of: Once; except: readonly string[] } } & RowOf)
  | { kind: 'json'; json: Sql; newAlias: () => string }
  | { kind: 'values'; values: Readonly<Record<string, Sql>>; newAlias: () => string; once?: Once };

/**
 * Members that a statement answers several times with the same value. They are computed once for each row, as columns
 * of a table expression under the alias of the row.
 */
export class Once {
  readonly alias: string;
  readonly #columns: Sql[] = [];

  constructor(alias: string) {
    this.alias = alias;
  }

  /** Adds a member to the table expression. @returns the column that replaces the member */
  keep(value: Sql): Sql {
    const column = `c${this.#columns.length + 1}`;
    this.#columns.push(sql`${value} AS ${raw(column)}`);
    return raw(`${this.alias}.${column}`);
  }

  /** The columns of the table expression beside the row's id. */
  columns(): Sql {
    return concat(this.#columns.map((column) => sql`, ${column}`));
  }
}

/** The rows of a sub-select, in order. */
export type Rows = { row: Row; from: Sql; where: Sql; order: Sql };

/** The result of an SQL resolver. */
export type Shape =
  /** A value, formatted as its scalar demands; `isJson` where it is JSON already. */
  | { value: Sql; isJson?: boolean }
  /** An object read from the same row or from named expressions; null unless `when` holds. */
  | { object: Row; when?: Sql }
  /** The objects, or the only object, of a sub-select. */
  | { rows: Rows };

/** @param type the name of the GraphQL type whose field it is */
export type SqlResolver = (row: Row, type: string) => Shape;

/** The expression of a member of a row. */
export function member(row: Row, field: string): Sql {
  if (row.kind === 'model') return columnSql(row, field);
  if (row.kind === 'json') return sql`(${row.json} -> ${raw(`'${field}'`)})`;
  const value = row.values[field];
  if (!value) throw new Unsupported(`there is no expression for ${field}`);
  return value;
}

/** A member as text, for every kind of row. */
export const textOf = (row: Row, field: string): Sql =>
  row.kind === 'json' ? sql`(${row.json} ->> ${raw(`'${field}'`)})` : member(row, field);

/** The SQL resolver of a field, for its `extensions`. */
export const fieldSql = (as: SqlResolver) => ({ fieldSql: as });

/** A field that answers with the same row as another type; null unless `when` holds. */
export const sameRow = (when?: (row: Row) => Sql) =>
  fieldSql((row) => ({ object: row, ...(when ? { when: when(row) } : {}) }));

/** A field that answers with a member of JSON: an object, a list of objects, or a value. */
export const inJson = (key: string) => fieldSql((row) => ({ value: member(row, key), isJson: true }));

/** Rows of a table that no key relates to the row: `where` selects them. */
export function lookup({ newAlias }: Row, table: Table, where: (target: Row) => Sql, orderBy?: unknown): Rows {
  const target: Row & { kind: 'model' } = { kind: 'model', table, alias: newAlias(), newAlias };
  const from = aliased(table.name, target.alias);
  return { row: target, from, where: where(target), order: orderSql(target, orderBy) };
}

/** Named expressions, as a row. */
export const values = ({ newAlias }: Row, members: Readonly<Record<string, Sql>>): Row => ({
  kind: 'values',
  values: members,
  newAlias,
});

/** The rows of a relation of a model row, with Prisma's `where` and `orderBy`. */
export function related(row: Row, field: string, query: { where?: unknown; orderBy?: unknown } = {}): Rows {
  if (row.kind !== 'model') throw new Unsupported(`the relation ${field} is of a value that is not a row`);
  const { related: target, from, tie } = relatedSql(row, field);
  const where = query.where === undefined ? tie : sql`${tie} AND ${whereSql(target, query.where)}`;
  return { row: { kind: 'model', ...target }, from, where, order: orderSql(target, query.orderBy) };
}

/**
 * The rows of a relation through a join table: `through(row, 'permissions', 'permission', { permissionName: 'asc' })`.
 */
export function through(row: Row, joining: string, target: string, orderBy: unknown): Rows {
  const joined = related(row, joining, { orderBy });
  const far = related(joined.row, target);
  return {
    row: far.row,
    from: sql`${joined.from} JOIN ${far.from} ON ${far.where}`,
    where: joined.where,
    order: joined.order,
  };
}
