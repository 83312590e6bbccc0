import { aliased, bound, concat, joined, plannedEachTime, qualified, raw, Sql, sql } from './sql.ts';
import { type Column, columnOf, type Table } from './tables.ts';
import { Unsupported } from './unsupported.ts';

/*
 * Translates Prisma's conditions and orders to SQL. The where-builders of the core are written once, in Prisma's terms,
 * and run through Prisma or through this translation. A condition that is unknown here is refused, never guessed.
 */

/** A row of a model, under an alias of the statement; `newAlias` makes further aliases. */
export type RowOf = {
  table: Table;
  alias: string;
  newAlias: () => string;
  /**
   * Whether relations are checked row by row. Within an OR no index leads from a relation to the row. A planner that
   * overestimates the number of checked rows would read the whole related table first; OFFSET prevents that.
   */
  isProbed?: boolean;
};

/**
 * The columns of a model's key under an alias.
 *
 * @throws {Unsupported} for a model without a key: its rows can't be found again
 */
export function keySql({ model, key }: Table, alias: string): Sql[] {
  if (key.length === 0) throw new Unsupported(`${model} has no key`);
  return key.map((column) => qualified(alias, column));
}

/** Whether a field alone is the key of a model. */
const isKey = ({ key, columns }: Table, field: string): boolean => key.join() === columns[field]?.column;

/** Makes aliases that no other part of a statement uses. The same parts in the same order get the same aliases. */
export function aliases(prefix: string): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `${prefix}${last}`;
  };
}

export const columnSql = ({ table, alias }: RowOf, field: string): Sql =>
  qualified(alias, columnOf(table, field).column);

/**
 * A value for Postgres: numbers of any precision as text, and dates as text of their own type, because the driver would use its local
 * time zone.
 */
function operandOf(value: unknown, { cast }: Column): unknown {
  if (!(value instanceof Date)) return cast === 'numeric' && value !== null ? String(value) : value;
  const instant = value.toISOString();
  if (cast === 'date') return instant.slice(0, 10);
  if (cast === 'time') return instant.slice(11, 23);
  return cast === 'timestamp' ? instant.slice(0, 23).replace('T', ' ') : instant;
}

/** Whether a value is a plain object: a promise or a class instance would look like an empty condition. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Prisma's `where` for a row, as a condition. */
export function whereSql(row: RowOf, where: unknown): Sql {
  if (!isRecord(where)) throw new Unsupported('a condition that is not an object');
  const conditions = Object.entries(where).flatMap(([key, value]) =>
    value === undefined ? [] : [conditionSql(row, key, value)],
  );
  return joined(conditions, ' AND ', 'true');
}

/** The conditions of an OR or a NOT. As in Prisma, one without a defined member does not count. */
const conditionsOf = (value: unknown): unknown[] =>
  listOf(value).filter((each) => !isRecord(each) || Object.values(each).some((member) => member !== undefined));

function conditionSql(row: RowOf, key: string, value: unknown): Sql {
  if (key === 'AND')
    return bracketed(
      listOf(value).map((each) => whereSql(row, each)),
      ' AND ',
      'true',
    );
  const sought = key === 'OR' ? anyOfSql(row, listOf(value)) : undefined;
  if (sought) return sought;
  if (key === 'OR')
    return bracketed(
      conditionsOf(value).map((each) => whereSql({ ...row, isProbed: true }, each)),
      ' OR ',
      'false',
    );
  // As in Prisma, none of the conditions of a list holds.
  if (key === 'NOT')
    return sql`NOT ${bracketed(
      conditionsOf(value).map((each) => whereSql(row, each)),
      ' OR ',
      '(false)',
    )}`;
  if (row.table.relations[key]) return relationSql(row, key, value);
  const column = columnOf(row.table, key);
  const left = columnSql(row, key);
  if (column.type === 'Json') return jsonSql(left, value);
  if (!isRecord(value)) return comparisonSql(left, column, 'equals', value, false);
  const insensitive = value.mode === 'insensitive';
  const tests = Object.entries(value).filter(([operator, operand]) => operator !== 'mode' && operand !== undefined);
  return bracketed(
    tests.map(([operator, operand]) =>
      operator === 'in' && isKey(row.table, key) && listOf(operand).length > MANY_KEYS
        ? sql`${left} IN (SELECT unnest(${manyBound(operand, column)}))`
        : comparisonSql(left, column, operator, operand, insensitive),
    ),
    ' AND ',
    'true',
  );
}

/** Above this number, keys are joined like rows: Postgres would sort an array of keys again for each index scan. */
const MANY_KEYS = 100;

const bracketed = (conditions: Sql[], between: string, nothing: string): Sql =>
  conditions.length === 0 ? raw(nothing) : sql`(${joined(conditions, between)})`;

const OPERATORS: Record<string, string> = { equals: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };
/** The operators that are supported in insensitive mode. */
const INSENSITIVE = new Set(['equals', 'contains', 'startsWith', 'endsWith']);

/** In one order whatever found them: the values of a condition decide the validator of an answer. */
const manyBound = (operands: unknown, column: Column): Sql =>
  operands instanceof Sql
    ? operands
    : bound(
        listOf(operands)
          .map((each) => operandOf(each, column))
          .sort(),
        `${column.cast}[]`,
      );

function comparisonSql(left: Sql, column: Column, operator: string, operand: unknown, insensitive: boolean): Sql {
  const comparison = operatorSql(left, column, operator, operand, insensitive);
  return column.matchesAnyNumber ? plannedEachTime(comparison) : comparison;
}

function operatorSql(left: Sql, column: Column, operator: string, operand: unknown, insensitive: boolean): Sql {
  if (isRecord(operand)) throw new Unsupported(`the operator ${operator} with a condition`);
  if (insensitive && !INSENSITIVE.has(operator)) throw new Unsupported(`the operator ${operator} in insensitive mode`);
  const { cast } = column;
  if (operand === null) {
    if (operator === 'equals') return sql`${left} IS NULL`;
    if (operator === 'not') return sql`${left} IS NOT NULL`;
  }
  const one = () => (operand instanceof Sql ? operand : bound(operandOf(operand, column), cast));
  const symbol = OPERATORS[operator];
  if (symbol && !(insensitive && operator === 'equals')) return sql`${left} ${raw(symbol)} ${one()}`;
  switch (operator) {
    case 'equals':
      return sql`${left} ILIKE ${one()}`;
    case 'not':
      return sql`${left} <> ${one()}`;
    case 'in':
      return sql`${left} = ANY (${manyBound(operand, column)})`;
    case 'notIn':
      return sql`${left} <> ALL (${manyBound(operand, column)})`;
    case 'hasSome':
      return sql`${left} && ${manyBound(operand, column)}`;
    case 'contains':
      return likeSql(left, `%${operand}%`, insensitive);
    case 'startsWith':
      return likeSql(left, `${operand}%`, insensitive);
    case 'endsWith':
      return likeSql(left, `%${operand}`, insensitive);
    default:
      throw new Unsupported(`the operator ${operator}`);
  }
}

const likeSql = (left: Sql, pattern: string, insensitive: boolean): Sql =>
  sql`${left} ${raw(insensitive ? 'ILIKE' : 'LIKE')} ${bound(pattern, 'text')}`;

/** The text of Prisma's marker for a null of SQL or of JSON, known without Prisma's package. */
const ANY_NULL = 'Prisma.AnyNull';

/** A comparison within a JSON column: with the text at a path, or with a missing value. */
function jsonSql(left: Sql, value: unknown): Sql {
  if (!isRecord(value) || !Array.isArray(value.path)) throw new Unsupported('a comparison of a whole JSON column');
  const { path: steps, mode, ...tests } = value;
  const [[operator, operand] = [], another] = Object.entries(tests).filter(([, each]) => each !== undefined);
  if (another) throw new Unsupported('several comparisons of one JSON value');
  const text = sql`(${left} #>> ${bound(steps, 'text[]')})`;
  if (operator === 'equals' && String(operand) === ANY_NULL) return sql`${text} IS NULL`;
  if (operator === 'string_contains') return likeSql(text, `%${operand}%`, mode === 'insensitive');
  if (operator === 'string_starts_with') return likeSql(text, `${operand}%`, mode === 'insensitive');
  throw new Unsupported(`a JSON comparison by ${operator}`);
}

/**
 * An OR of "has this key" and "has some related row that matches": the statement collects the keys through the index of
 * each branch, because checking row by row would read the whole table.
 *
 * @returns undefined for any other OR
 */
function anyOfSql(row: RowOf, branches: readonly unknown[]): Sql | undefined {
  const [column, another] = keySql(row.table, row.alias);
  if (!column || another) return undefined;
  const keys = branches.map((branch) => {
    const [[key, value] = [], other] = isRecord(branch) ? Object.entries(branch) : [];
    if (key === undefined || other) return undefined;
    if (isKey(row.table, key) && ['number', 'string'].includes(typeof value))
      return sql`SELECT ${bound(value, columnOf(row.table, key).cast)}`;
    const relation = row.table.relations[key];
    if (!relation?.isList || relation.own.join() !== row.table.key.join()) return undefined;
    if (!isRecord(value) || Object.keys(value).join() !== 'some') return undefined;
    const { related, from, own } = relatedSql(row, key);
    return sql`SELECT ${own} FROM ${from} WHERE ${own} IS NOT NULL AND ${whereSql(related, value.some)}`;
  });
  if (keys.length < 2 || keys.includes(undefined)) return undefined;
  return sql`${column} IN (${joined(
    keys.flatMap((each) => each ?? []),
    ' UNION ALL ',
  )})`;
}

/**
 * The rows of a relation: their table with an alias, their first foreign column (`own`), and the join condition
 * (`tie`).
 */
export function relatedSql(row: RowOf, field: string): { related: RowOf; from: Sql; own: Sql; tie: Sql } {
  const relation = row.table.relations[field];
  if (!relation || relation.own.length === 0)
    throw new Unsupported(`${row.table.model} has no relation ${field} by keys`);
  const related = { table: relation.to, alias: row.newAlias(), newAlias: row.newAlias };
  const tie = relation.foreign.map(
    (foreign, index) => sql`${qualified(related.alias, foreign)} = ${qualified(row.alias, relation.own[index] ?? '')}`,
  );
  return {
    related,
    from: aliased(relation.to.name, related.alias),
    own: qualified(related.alias, relation.foreign[0] ?? ''),
    tie: joined(tie, ' AND '),
  };
}

function relationSql(row: RowOf, field: string, value: unknown): Sql {
  const exists = (where: unknown, negated = false) => {
    const { related, from, tie } = relatedSql(row, field);
    const condition = whereSql(related, where);
    const probe = raw(row.isProbed ? ' OFFSET 0' : '');
    return sql`EXISTS (SELECT FROM ${from} WHERE ${tie} AND ${negated ? sql`NOT (${condition})` : condition}${probe})`;
  };
  if (value === null) return sql`NOT ${exists({})}`;
  if (!isRecord(value)) throw new Unsupported(`a condition on ${field} that is not an object`);
  const isOne = !row.table.relations[field]?.isList;
  if (isOne && !('is' in value) && !('isNot' in value)) return exists(value);
  const defined = Object.entries(value).filter(([, where]) => where !== undefined);
  const tests = defined.map(([quantifier, where]) => {
    if (isOne) {
      const found = exists(where ?? {});
      if (quantifier !== 'is' && quantifier !== 'isNot') throw new Unsupported(`${quantifier} beside is or isNot`);
      return (quantifier === 'is') === (where === null) ? sql`NOT ${found}` : found;
    }
    if (quantifier === 'some') return exists(where);
    if (quantifier === 'none') return sql`NOT ${exists(where)}`;
    if (quantifier === 'every') return sql`NOT ${exists(where, true)}`;
    throw new Unsupported(`the quantifier ${quantifier}`);
  });
  return bracketed(tests, ' AND ', 'true');
}

/** The key of a row and the columns that Prisma's `orderBy` names. */
export function sortColumns(row: RowOf, orderBy: unknown): Sql[] {
  const fields = listOf(orderBy ?? []).flatMap((each) => (isRecord(each) ? Object.keys(each) : []));
  const others = fields.filter((field) => !row.table.key.includes(columnOf(row.table, field).column));
  return [...keySql(row.table, row.alias), ...[...new Set(others)].map((field) => columnSql(row, field))];
}

/** Prisma's `orderBy` for a row, as the expressions after ORDER BY; empty without one. */
export function orderSql(row: RowOf, orderBy: unknown): Sql {
  const orders = listOf(orderBy ?? []).flatMap((each) => (isRecord(each) ? Object.entries(each) : []));
  return joined(
    orders.map(([field, direction]) => {
      const { sort, nulls } = isRecord(direction) ? direction : { sort: direction, nulls: undefined };
      if (sort !== 'asc' && sort !== 'desc') throw new Unsupported(`sorting by the relation ${field}`);
      if (nulls !== undefined && nulls !== 'first' && nulls !== 'last')
        throw new Unsupported(`nulls in the sort by ${field}`);
      return concat([
        columnSql(row, field),
        raw(sort === 'desc' ? ' DESC' : ' ASC'),
        raw(nulls ? ` NULLS ${nulls.toUpperCase()}` : ''),
      ]);
    }),
    ', ',
  );
}

/**
 * LIMIT and OFFSET; empty without values.
 *
 * @throws {Unsupported} for a negative `take`, with which Prisma reads from the end
 */
export function limitSql(take?: number, skip?: number): Sql {
  if (take !== undefined && take < 0) throw new Unsupported('a negative take');
  return concat([
    take === undefined ? raw('') : sql` LIMIT ${bound(take, 'int')}`,
    skip === undefined ? raw('') : sql` OFFSET ${bound(skip, 'int')}`,
  ]);
}
