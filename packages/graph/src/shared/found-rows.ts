import type { Prisma } from '@channel/prisma';
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { bound, name, raw, sql } from 'graphql-sql';
import type { Context } from '../context.ts';
import { connection, type Source } from './connection.ts';
import { orderSql, type Place, placeSql, rangeSql, reversed, sortKeys } from './keyset.ts';
import { jsonOver } from './rows.ts';
import { tables } from './tables.ts';

/** A list of rows of a model, in the terms of Prisma. */
type FoundRows = {
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

type Row = { id: number | bigint | string };
type Delegate = { findMany(query: object): Promise<Row[]> };

/**
 * The rows of a model as the source of a connection: one statement finds the places of a page, and Prisma reads the
 * selected fields of its rows by their ids.
 */
export function foundRows(
  model: Prisma.ModelName,
  { where, orderBy, sortsMatches = false }: FoundRows,
  context: Context,
): Source<Row> {
  const { db } = context;
  return {
    places: (range, { take, skip = 0, isReversed = false }) =>
      jsonOver<Place[]>(db, model, where, (row, matches) => {
        if (row.kind !== 'model') throw new Error(`${model} is no model`);
        const keys = sortKeys(row, orderBy);
        const alias = raw(row.alias);
        const rows = sql`${name(row.table.name)} ${alias} WHERE ${matches}`;
        const inRange = rangeSql(keys, range);
        return sql`SELECT coalesce(json_agg(p.place), '[]')::text FROM (
          SELECT ${placeSql(keys)} AS place
          FROM ${sortsMatches ? sql`(SELECT * FROM ${rows} OFFSET 0) ${alias} WHERE ${inRange}` : sql`${rows} AND ${inRange}`}
          ORDER BY ${orderSql(isReversed ? reversed(keys) : keys)}
          LIMIT ${bound(take, 'int')} OFFSET ${bound(skip, 'int')}) p`;
      }),
    count: () =>
      jsonOver<number>(
        db,
        model,
        where,
        (row, matches) =>
          sql`SELECT count(*)::text FROM ${name(tables[model].name)} ${raw(row.kind === 'model' ? row.alias : '')} WHERE ${matches}`,
      ),
    entries: async (places, query) => {
      const delegate = Reflect.get(db, `${model[0]?.toLowerCase()}${model.slice(1)}`) as Delegate;
      const ids = places.map((place) => idOf(model, place));
      const rows = await delegate.findMany({ ...query(), where: { id: { in: ids } } });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    },
  };
}

/** The id of the row at a place: the last of its keys. */
function idOf(model: Prisma.ModelName, place: Place): Row['id'] {
  const text = place.at(-1) ?? '';
  const { type } = tables[model].columns.id ?? {};
  if (type === 'BigInt') return BigInt(text);
  return type === 'Int' ? Number(text) : text;
}

/**
 * A connection to the rows of a model, from the declarations of its list.
 *
 * @param found the conditions and the order of the list; its last column is the id
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
