import type { Prisma } from '@channel/prisma';
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { bound, name, type Row, raw, type Sql, sql } from 'graphql-sql';
import type { Context } from '../context.ts';
import { connection, type Source } from './connection.ts';
import { keyFields, orderSql, type Place, placeSql, rangeSql, reversed, sortKeys } from './keyset.ts';
import { jsonOver } from './rows.ts';
import { tables } from './tables.ts';

/** A row of a model in a statement. */
export type ModelRow = Row & { kind: 'model' };

/** A list of rows of a model, in the terms of Prisma. */
export type FoundRows = {
  where: object;
  orderBy: readonly object[];
  /** Whether all matches are found first and then sorted, see `RowsPlan`. */
  sortsMatches?: boolean;
};

/** The conditions and the order of a list with arguments. */
export type Found<Args> = {
  where(args: Args, context: Context): object | Promise<object>;
  orderBy(args: Args): readonly object[];
  sortsMatches?(args: Args): boolean;
};

/** A row as Prisma reads it. */
export type Entry = Record<string, unknown>;
type Delegate = { findMany(query: object): Promise<Entry[]> };
/** The range and the size of a page. */
export type Page = Parameters<Source<Entry>['places']>;

/**
 * The rows of a model as the source of a connection: one statement finds the places of a page, and Prisma reads the
 * selected fields of its rows by their keys.
 */
export function foundRows(model: Prisma.ModelName, found: FoundRows, context: Context): Source<Entry> {
  const { db } = context;
  return {
    places: (range, page) =>
      jsonOver<Place[]>(
        db,
        model,
        found.where,
        (row, matches) => sql`SELECT ${placesSql(row, found, matches, [range, page])}::text`,
      ),
    count: () =>
      jsonOver<number>(db, model, found.where, (row, matches) => sql`SELECT ${countSql(row, matches)}::text`),
    entries: (places, query) => rowsAt(db, model, places, query),
  };
}

/** The places of a page, as JSON, of the rows that match. */
export function placesSql(
  row: ModelRow,
  { orderBy, sortsMatches = false }: FoundRows,
  matches: Sql,
  [range, { take, skip = 0, isReversed = false }]: Page,
): Sql {
  const keys = sortKeys(row, orderBy);
  const alias = raw(row.alias);
  const rows = sql`${tableSql(row)} WHERE ${matches}`;
  const inRange = rangeSql(keys, range);
  return sql`(SELECT coalesce(json_agg(p.place), '[]') FROM (
    SELECT ${placeSql(keys)} AS place
    FROM ${sortsMatches ? sql`(SELECT * FROM ${rows} OFFSET 0) ${alias} WHERE ${inRange}` : sql`${rows} AND ${inRange}`}
    ORDER BY ${orderSql(isReversed ? reversed(keys) : keys)}
    LIMIT ${bound(take, 'int')} OFFSET ${bound(skip, 'int')}) p)`;
}

/** The number of the rows that match. */
export const countSql = (row: ModelRow, matches: Sql): Sql =>
  sql`(SELECT count(*) FROM ${tableSql(row)} WHERE ${matches})`;

const tableSql = (row: ModelRow): Sql => sql`${name(row.table.name)} ${raw(row.alias)}`;

/** The rows at places; undefined for one that vanished meanwhile. */
export async function rowsAt(
  db: Context['db'],
  model: Prisma.ModelName,
  places: readonly Place[],
  query: () => object,
): Promise<(Entry | undefined)[]> {
  const key = keyFields(tables[model]);
  const delegate = Reflect.get(db, `${model[0]?.toLowerCase()}${model.slice(1)}`) as Delegate;
  const textOf = (values: readonly unknown[]) => JSON.stringify(values.map(String));
  // The last keys of a place are those of its row.
  const keys = places.map((place) => place.slice(-key.length));
  const groups = Map.groupBy(keys, (values) => JSON.stringify(values.slice(0, -1))).values();
  const [last = 'id'] = key.slice(-1);
  const conditions = Array.from(groups, (alike) => ({
    ...Object.fromEntries(key.slice(0, -1).map((field, index) => [field, keyValue(model, field, alike[0]?.[index])])),
    [last]: { in: alike.map((values) => keyValue(model, last, values.at(-1))) },
  }));
  const rows = await delegate.findMany({ ...query(), where: { OR: conditions } });
  const byKey = new Map(rows.map((row) => [textOf(key.map((field) => row[field])), row]));
  return keys.map((values) => byKey.get(textOf(values)));
}

/** A value of a key for Prisma. */
function keyValue(model: Prisma.ModelName, field: string, text: string | null = ''): number | bigint | string {
  const { type } = tables[model].columns[field] ?? {};
  if (type === 'BigInt') return BigInt(text ?? '');
  return type === 'Int' ? Number(text) : (text ?? '');
}

/**
 * A connection to the rows of a model, from the declarations of its list.
 *
 * @param found the conditions and the order of the list, which ends with the primary key
 */
export const rowConnection = <Entry, Own extends InputFieldMap>(
  model: Prisma.ModelName,
  node: Parameters<typeof connection<Entry, Own>>[0],
  description: string,
  args: Own,
  { where, orderBy, sortsMatches = () => false }: Found<InputShapeFromFields<Own>>,
) =>
  connection(node, {
    description,
    args,
    order: orderBy,
    source: async (given, context) =>
      // The rows that Prisma reads for the selected fields have the shape of the type.
      foundRows(
        model,
        { where: await where(given, context), orderBy: orderBy(given), sortsMatches: sortsMatches(given) },
        context,
      ) as Source<never>,
  });
