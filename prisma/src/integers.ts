import { type ColumnType, ColumnTypeEnum, type SqlQuery, type SqlResultSet } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/*
 * Integers of 64 bits are numbers in programs: ids (decision 49), counts and positions. JavaScript keeps them exactly up to
 * 2^53; one beyond stays a text, as the driver has it.
 */

/** The number of a text, where it is exact. */
const numberOf = (text: string): number | string => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
};

// Of the whole process: Prisma's adapter asks the driver for its parsers, too.
pg.types.setTypeParser(pg.types.builtins.INT8, numberOf);

const isNumber = (value: unknown): boolean => value === null || typeof value === 'number';

/**
 * A result of Prisma's adapter whose integers of 64 bits a raw statement answers with as numbers, where all of a column are
 * exact. Prisma's own statements convert values by the schema.
 */
export function withNumbers(result: SqlResultSet): SqlResultSet {
  const columnTypes = result.columnTypes.map((type, index): ColumnType => {
    if (type === ColumnTypeEnum.Int64)
      return result.rows.every((row) => isNumber(row[index])) ? ColumnTypeEnum.Int32 : type;
    if (type !== ColumnTypeEnum.Int64Array) return type;
    for (const row of result.rows) if (Array.isArray(row[index])) row[index] = row[index].map(entryOf);
    return result.rows.every((row) => row[index] === null || (row[index] as unknown[]).every(isNumber))
      ? ColumnTypeEnum.Int32Array
      : type;
  });
  return { ...result, columnTypes };
}

const entryOf = (entry: unknown): unknown => (typeof entry === 'string' ? numberOf(entry) : entry);

const MAX_INTEGER = 2 ** 31 - 1;

/**
 * A statement of Prisma with an integer of more than 32 bits, whose integers Postgres takes for 64 bits. By itself it would take
 * them for the type of their columns: an installation that was not widened would fail for an id that no row has.
 */
export function withWideIntegers(query: SqlQuery): SqlQuery {
  const isInteger = (place: number) => {
    const type = query.argTypes[place]?.scalarType;
    // The arity of some lists is that of their entries.
    return (type === 'int' || type === 'bigint') && !Array.isArray(query.args[place]);
  };
  const isWide = query.args.some((value, place) => isInteger(place) && Math.abs(Number(value)) > MAX_INTEGER);
  if (!isWide) return query;
  const sql = query.sql.replaceAll(/\$(\d+)\b/g, (parameter, place: string) =>
    isInteger(Number(place) - 1) ? `${parameter}::bigint` : parameter,
  );
  return { ...query, sql };
}

/** The type of lists of integers of 64 bits. */
const INT8_LIST = 1016;

/** The driver's parser of a type, by its number. */
export function parserOf(type: number): (text: string) => unknown {
  const parse: (text: string) => unknown = pg.types.getTypeParser(type, 'text');
  if (type !== INT8_LIST) return parse;
  return (text) => {
    const list = parse(text);
    return Array.isArray(list) ? list.map(entryOf) : list;
  };
}
