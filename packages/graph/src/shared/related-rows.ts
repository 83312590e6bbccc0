import type { Prisma } from '@channel/prisma';
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { bound, member, type Sql, sql } from 'graphql-sql';
import type { Context } from '../context.ts';
import { connection, type Source } from './connection.ts';
import {
  countSql,
  type Entry,
  type Found,
  type FoundRows,
  type ModelRow,
  type Page,
  placesSql,
  rowsAt,
} from './found-rows.ts';
import type { Place } from './keyset.ts';
import { jsonOver } from './rows.ts';
import { tables } from './tables.ts';

/**
 * The rows of a model that refer to a row of another one, for each of several such rows: they share their statements.
 *
 * @param column the column that refers to the other row
 */
export function relatedRows(
  model: Prisma.ModelName,
  column: string,
  found: FoundRows,
  context: Context,
): (id: unknown) => Source<Entry> {
  const { db } = context;
  /** The answers of an expression for each id. */
  const forEach = <Answer>(ids: readonly unknown[], answer: (row: ModelRow, matches: Sql) => Sql) =>
    jsonOver<Answer[]>(db, model, found.where, (row, matches) => {
      const related = sql`${matches} AND ${member(row, column)} = parent.id`;
      return sql`SELECT coalesce(json_agg(${answer(row, related)} ORDER BY parent.position), '[]')::text
        FROM unnest(${bound(ids, `${tables[model].columns[column]?.cast}[]`)}) WITH ORDINALITY AS parent (id, position)`;
    });
  const places = new DataLoader(
    async (requests: readonly { id: unknown; at: Page }[]) => {
      // All rows of a page share its arguments.
      const answers = await Promise.all(
        Array.from(Map.groupBy(requests, ({ at }) => JSON.stringify(at)).values(), async (alike) => {
          const ids = alike.map(({ id }) => id);
          const at = alike[0]?.at ?? [{}, { take: 0 }];
          const lists = await forEach<Place[]>(ids, (row, matches) => placesSql(row, found, matches, at));
          return alike.map((request, index) => [request, lists[index] ?? []] as const);
        }),
      );
      const byRequest = new Map(answers.flat());
      return requests.map((request) => byRequest.get(request) ?? []);
    },
    { cache: false },
  );
  const counts = new DataLoader((ids: readonly unknown[]) => forEach<number>(ids, countSql), { cache: false });
  const entries = new DataLoader(
    async (requests: readonly { at: readonly Place[]; query: () => object }[]) => {
      const rows = await rowsAt(
        db,
        model,
        requests.flatMap(({ at }) => at),
        requests[0]?.query ?? Object,
      );
      return requests.map(({ at }) => rows.splice(0, at.length));
    },
    { cache: false },
  );
  return (id) => ({
    places: (...at) => places.load({ id, at }),
    count: () => counts.load(id),
    entries: (at, query) => entries.load({ at, query }),
  });
}

/**
 * A connection from a row to the rows of a model that refer to it. However many rows a list answers, their connections
 * take as many statements as that of one.
 *
 * @param column the column that refers to the row
 * @param idOf the value of the column that means the row
 */
export function relatedConnection<Parent, Entry, Own extends InputFieldMap>(
  model: Prisma.ModelName,
  node: Parameters<typeof connection<Entry, Own>>[0],
  description: string,
  args: Own,
  { column, idOf, where, orderBy }: Found<InputShapeFromFields<Own>> & { column: string; idOf(row: Parent): unknown },
) {
  // The arguments of a field are the same for all rows of a list; the variables are of one operation alone.
  const shared = new WeakMap<object, Map<string, Promise<ReturnType<typeof relatedRows>>>>();
  return connection(node, {
    description,
    args,
    order: (given, row: Parent) => [idOf(row), orderBy(given)],
    source: async (given, context, { variableValues, path }, row: Parent) => {
      const known = shared.get(variableValues) ?? new Map();
      shared.set(variableValues, known);
      const place = placeInOperation(path);
      const related =
        known.get(place) ??
        Promise.resolve(where(given, context)).then((matches) =>
          relatedRows(model, column, { where: matches, orderBy: orderBy(given) }, context),
        );
      known.set(place, related);
      return (await related)(idOf(row)) as Source<never>;
    },
  });
}

type Path = GraphQLResolveInfo['path'];

/** Which field of an operation this is, in whatever entry of a list. */
const placeInOperation = ({ prev, key, typename }: Path): string =>
  `${prev ? placeInOperation(prev) : ''}${typeof key === 'number' ? '' : `/${typename}.${key}`}`;
