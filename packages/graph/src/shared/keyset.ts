import { bound, joined, literal, member, type Row, raw, type Sql, sql, type Table } from 'graphql-sql';

/*
 * Places in a sorted list. A place consists of the values by which one row is sorted, so that it stays where it is,
 * whatever is inserted or deleted: a row that vanished still has its place.
 */

/** One of the keys by which a list is sorted. The last one is unique. */
export type SortKey = {
  value: Sql;
  /** The type of Postgres of the value. */
  cast: string;
  isDescending: boolean;
  /** Where nulls are; left out where the value is never null. */
  nulls?: 'first' | 'last';
};

/** The values of the keys, as `placeSql` prints them. */
export type Place = readonly (string | null)[];

/** The part of a list between two places. */
export type Range = { after?: Limit; before?: Limit };

/** A place where a range ends; `isIncluded`: the row at the place belongs to it. */
export type Limit = { place: Place; isIncluded?: boolean };

/** The fields of the primary key of a model. */
export const keyFields = ({ columns, key }: Pick<Table, 'columns' | 'key'>): string[] =>
  key.flatMap((name) => Object.keys(columns).filter((field) => columns[field]?.column === name));

/** The sort keys of a list of rows, from Prisma's `orderBy`, up to the primary key, with which they end. */
export function sortKeys(row: Row & { kind: 'model' }, orderBy: readonly object[]): SortKey[] {
  const { model, columns } = row.table;
  const primary = String(keyFields(row.table));
  const keys = new Map<string, SortKey>();
  for (const [field, order] of orderBy.flatMap((each) => Object.entries(each))) {
    const column = columns[field];
    if (!column) throw new Error(`${model}.${field} is no column by which pages can be found`);
    const { sort, nulls } = typeof order === 'string' ? { sort: order, nulls: undefined } : order;
    const isDescending = sort === 'desc';
    const made = { value: member(row, field), cast: column.cast, isDescending };
    // Without another order, Postgres sorts nulls as if they were the highest values.
    if (!keys.has(field))
      keys.set(field, column.isRequired ? made : { ...made, nulls: nulls ?? (isDescending ? 'first' : 'last') });
    if (`,${[...keys.keys()]}`.endsWith(`,${primary}`)) return [...keys.values()];
  }
  throw new Error(`The order of ${model} does not end with ${primary}: its pages would overlap.`);
}

/** The keys of the same list, from its end. */
export const reversed = (keys: readonly SortKey[]): SortKey[] =>
  keys.map(({ nulls, ...key }) => ({
    ...key,
    isDescending: !key.isDescending,
    ...(nulls ? { nulls: nulls === 'first' ? 'last' : 'first' } : {}),
  }));

/** The expressions after ORDER BY. */
export const orderSql = (keys: readonly SortKey[]): Sql =>
  joined(
    keys.map(
      ({ value, isDescending, nulls }) =>
        sql`${value}${raw(isDescending ? ' DESC' : ' ASC')}${raw(nulls ? ` NULLS ${nulls.toUpperCase()}` : '')}`,
    ),
    ', ',
  );

/** The place of a row, as JSON: exact texts, which Postgres reads as the same values. */
export const placeSql = (keys: readonly SortKey[]): Sql => sql`json_build_array(${joined(keys.map(printed), ', ')})`;

const printed = ({ value, cast }: SortKey): Sql =>
  cast === 'timestamptz'
    ? sql`to_char(${value} AT TIME ZONE 'UTC', ${literal('YYYY-MM-DD"T"HH24:MI:SS.US"Z"')})`
    : sql`${value}::text`;

/** The condition of the rows of a range. */
export const rangeSql = (keys: readonly SortKey[], { after, before }: Range): Sql =>
  joined(
    [...(after ? [beyondSql(keys, after)] : []), ...(before ? [beyondSql(reversed(keys), before)] : [])],
    ' AND ',
    'true',
  );

/** The condition of the rows after a place. */
function beyondSql(keys: readonly SortKey[], { place, isIncluded = false }: Limit): Sql {
  const [first] = keys;
  if (!first || keys.some(({ nulls, isDescending }) => nulls || isDescending !== first.isDescending))
    return nestedSql(keys, place, isIncluded);
  // A comparison of rows is one range of an index.
  const values = joined(
    keys.map(({ value }) => value),
    ', ',
  );
  const bounds = joined(
    keys.map(({ cast }, index) => bound(place[index], cast)),
    ', ',
  );
  return sql`(${values}) ${operator(first, isIncluded)} (${bounds})`;
}

const operator = ({ isDescending }: SortKey, isIncluded: boolean): Sql =>
  raw(`${isDescending ? '<' : '>'}${isIncluded ? '=' : ''}`);

function nestedSql([key, ...keys]: readonly SortKey[], [text = null, ...place]: Place, isIncluded: boolean): Sql {
  if (!key) return raw(isIncluded ? 'true' : 'false');
  const { value, cast, nulls } = key;
  const alike = nestedSql(keys, place, isIncluded);
  if (text === null)
    return nulls === 'first' ? sql`(${value} IS NOT NULL OR ${alike})` : sql`(${value} IS NULL AND ${alike})`;
  const given = bound(text, cast);
  const beyond = sql`${value} ${operator(key, false)} ${given}`;
  if (nulls === 'last') return sql`(${beyond} OR ${value} IS NULL OR (${value} = ${given} AND ${alike}))`;
  // The first comparison alone bounds the range of an index.
  return sql`(${value} ${operator(key, true)} ${given} AND (${beyond} OR ${alike}))`;
}
