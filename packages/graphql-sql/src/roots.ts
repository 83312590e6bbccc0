import { type Printed, printedList, printedSql } from './objects.ts';
import type { ListWriter, MetaPlan, RootPlan, RowsPlan } from './plans.ts';
import { bound, concat, joined, name, ofRoot, raw, type Sql, sql } from './sql.ts';
import { member, type Row } from './sql-resolvers.ts';
import { type Tables, tableOf } from './tables.ts';
import { aliases, keySql, limitSql, orderSql, sortColumns, whereSql } from './where.ts';

/*
 * The statement of a root field has two parts: one is compiled at start and prints the selected fields of each row; the
 * other is made for each request and finds the rows. The second one can run as a statement of its own.
 */

/** How a root field's statement is put together. */
export type RootStatement = {
  /** The part that a request decides: conditions, order and page, with their values. */
  requestedSql(plan: unknown): Sql;
  /** The same rows, after a statement has found them: `json` is their list. */
  foundSql(json: string): Sql;
  /** The statement around that part; identical for all requests of the same shape. */
  embed(requested: Sql): Sql;
};

type Print = (row: Row) => Printed;

/** @param prefix of the names of the values of a plan's own statement */
export function rootStatement<Context, Db>(
  plan: RootPlan<Context, Db>,
  tables: Tables,
  print: Print,
  newAlias: () => string,
  prefix: string,
): RootStatement {
  switch (plan.kind) {
    case 'statement':
      return writtenStatement(plan.statement, print, newAlias, prefix);
    case 'meta':
      return metaStatement(plan.model, tables, print, newAlias);
    default:
      return rowsStatement(plan, tables, print, newAlias);
  }
}

function writtenStatement(
  statement: (writer: ListWriter) => Sql,
  print: Print,
  newAlias: () => string,
  prefix: string,
): RootStatement {
  const list = (row: Row, from: Sql, order: Sql) => printedList(print(row), from, order, newAlias);
  const whole = ofRoot(statement({ newAlias, list }), prefix);
  return { requestedSql: () => raw(''), foundSql: () => raw(''), embed: () => whole };
}

function metaStatement(model: string, tables: Tables, print: Print, newAlias: () => string): RootStatement {
  const table = tableOf(tables, model);
  const members = { total: raw('n.total'), page: raw('n.page'), perPage: raw('n.per_page') };
  const printed = printedSql(print({ kind: 'values', values: members, newAlias }), newAlias);
  return {
    requestedSql(built) {
      const { where, page, perPage } = built as MetaPlan;
      const found = { table, alias: 'q', newAlias: aliases('w') };
      return sql`SELECT count(*)::int AS total, ${bound(page, 'int')} AS page, ${bound(perPage, 'int')} AS per_page
        FROM ${name(table.name)} q WHERE ${whereSql(found, where)}`;
    },
    foundSql: (json) =>
      sql`SELECT * FROM json_to_recordset(${bound(json, 'json')}) AS n (total int, page int, per_page int)`,
    embed: (requested) => sql`SELECT ${printed} FROM (${requested}) n`,
  };
}

function rowsStatement(
  plan:
    | { kind: 'list' | 'one'; model: string }
    | { kind: 'value'; model: string; column: string }
    | { kind: 'write'; model: string; isList: boolean },
  tables: Tables,
  print: Print,
  newAlias: () => string,
): RootStatement {
  const table = tableOf(tables, plan.model);
  const from = name(table.name);
  const alias = newAlias();
  const row: Row = { kind: 'model', table, alias, newAlias };
  const only = (column: string): Row => ({ kind: 'values', values: { value: member(row, column) }, newAlias });
  const printed = print(plan.kind === 'value' ? only(plan.column) : row);
  const one = 'value' in printed ? sql`to_json(${printed.value})` : printedSql(printed, newAlias);
  const isOne = plan.kind === 'write' ? !plan.isList : plan.kind !== 'list';
  const keyOf = (of: string) => joined(keySql(table, of), ', ');
  // Here, so that a model without a key is refused at start.
  const key = keyOf(alias);
  const position = name(table.key.includes('position') ? 'position of row' : 'position');
  return {
    requestedSql(built) {
      const { where, orderBy, take, skip, sortsMatches = false } = built as RowsPlan;
      const found = { table, alias: 'q', newAlias: aliases('w') };
      const order = orderSql(found, orderBy);
      const sorted = sortsMatches ? joined(sortColumns(found, orderBy), ', ') : keyOf('q');
      const matches = sql`SELECT ${sorted} FROM ${from} q WHERE ${whereSql(found, where)}`;
      return concat([
        sortsMatches ? sql`SELECT ${keyOf('q')} FROM (${matches} OFFSET 0) q` : matches,
        order.texts.join('') === '' ? raw('') : sql` ORDER BY ${order}`,
        isOne ? raw(' LIMIT 1') : limitSql(take, skip),
      ]);
    },
    foundSql: (json) => sql`SELECT ${keyOf('q')} FROM json_populate_recordset(NULL::${from}, ${bound(json, 'json')}) q`,
    // A sub-select finds only the keys of the page, so that a skipped row costs an index entry and not a row.
    embed: (requested) =>
      isOne
        ? sql`SELECT ${one} FROM ${from} ${raw(alias)} WHERE (${key}) = (${requested})`
        : printedList(
            printed,
            sql`(SELECT ${keyOf('l')}, row_number() OVER () AS ${position} FROM (${requested}) l) f JOIN ${from} ${raw(alias)} ON (${key}) = (${keyOf('f')})`,
            sql`f.${position}`,
            aliases('e'),
          ),
  };
}
