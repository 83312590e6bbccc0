import type { RootPlan, RowsPlan } from './plans.ts';
import { type Printed, printedList, printedSql } from './project.ts';
import { bound, concat, joined, name, ofRoot, raw, type Sql, sql } from './sql.ts';
import { member, type Row } from './sql-resolvers.ts';
import { aliases, keySql, limitSql, orderSql, sortColumns, tableOf, whereSql } from './where.ts';

/** The statement of a root field, in two parts. */
export type RootStatement = {
  /** The part that a request decides: conditions, order and page, with their values. */
  requestedSql(plan: unknown): Sql;
  /** The same rows, after a statement has found them: `json` is their list. */
  foundSql(json: string): Sql;
  /** The statement around that part; identical for all requests of the same shape. */
  embed(requested: Sql): Sql;
};

/** Compiles the selection of a row once, at start; a request adds conditions, order and page. */
export function rootStatement(
  plan: RootPlan,
  print: (row: Row) => Printed,
  newAlias: () => string,
  prefix: string,
): RootStatement {
  if (plan.kind === 'statement') {
    const whole = ofRoot(
      plan.statement((row) => printedSql(print(row), newAlias), newAlias),
      prefix,
    );
    return { requestedSql: () => raw(''), foundSql: () => raw(''), embed: () => whole };
  }
  const table = name(tableOf(plan.model).table);
  const requestedRow = () => ({ model: plan.model, alias: 'q', newAlias: aliases('w') });
  if (plan.kind === 'meta') {
    const members = { total: raw('n.total'), page: raw('n.page'), perPage: raw('n.per_page') };
    const printed = printedSql(print({ kind: 'values', values: members, newAlias }), newAlias);
    return {
      requestedSql(built) {
        const { where, page, perPage } = built as { where: unknown; page: number; perPage: number };
        return sql`SELECT count(*)::int AS total, ${bound(page, 'int')} AS page, ${bound(perPage, 'int')} AS per_page
          FROM ${table} q WHERE ${whereSql(requestedRow(), where)}`;
      },
      foundSql: (json) =>
        sql`SELECT * FROM json_to_recordset(${bound(json, 'json')}) AS n (total int, page int, per_page int)`,
      embed: (requested) => sql`SELECT ${printed} FROM (${requested}) n`,
    };
  }
  const alias = newAlias();
  const row: Row = { kind: 'model', model: plan.model, alias, newAlias };
  const printed = plan.kind === 'value' ? { value: member(row, plan.column) } : print(row);
  const one = printedSql(printed, newAlias);
  const isOne = plan.kind === 'write' ? !plan.isList : plan.kind !== 'list';
  const keyOf = (of: string) => joined(keySql(plan.model, of), ', ');
  // Here, so that a model without a key is refused at start.
  const key = keyOf(alias);
  return {
    requestedSql(built) {
      const { where, orderBy, take, skip, sortsMatches = false } = built as RowsPlan;
      const found = requestedRow();
      const order = orderSql(found, orderBy);
      const sorted = sortsMatches ? joined(sortColumns(found, orderBy), ', ') : keyOf('q');
      const matches = sql`SELECT ${sorted} FROM ${table} q WHERE ${whereSql(found, where)}`;
      return concat([
        sortsMatches ? sql`SELECT ${keyOf('q')} FROM (${matches} OFFSET 0) q` : matches,
        order.texts.join('') === '' ? raw('') : sql` ORDER BY ${order}`,
        isOne ? raw(' LIMIT 1') : limitSql(take, skip),
      ]);
    },
    foundSql: (json) =>
      sql`SELECT ${keyOf('q')} FROM json_populate_recordset(NULL::${table}, ${bound(json, 'json')}) q`,
    // A sub-select finds only the keys of the page, so that a skipped row costs an index entry and not a row.
    embed: (requested) =>
      isOne
        ? sql`SELECT ${one} FROM ${table} ${raw(alias)} WHERE (${key}) = (${requested})`
        : printedList(
            printed,
            sql`(SELECT ${keyOf('l')}, row_number() OVER () AS position FROM (${requested}) l) f JOIN ${table} ${raw(alias)} ON (${key}) = (${keyOf('f')})`,
            raw('f.position'),
            aliases('e'),
          ),
  };
}
