/**
 * The schema as the client's generators read it: ids are numbers there, though 64 bits wide in Postgres (decision 49).
 * `BigInt` without a native type becomes `Int`; with `@db.BigInt` it stays, and is a `bigint` in programs. The columns of
 * 32 bits are marked, so that generators can still distinguish them.
 */
export const clientSchema = (schema: string): string =>
  schema.replace(COLUMN, (line, start: string, type: string, end: string) => {
    if (type === 'Int') return `${line} @db.Integer`;
    return NATIVE.test(line) ? line : `${start}Int${end}`;
  });

/** A line with a column of an integer type: up to its name, the type, and the rest. */
const COLUMN = /^( +\w+ +)(BigInt|Int)\b(?!\()(.*)$/gm;

const NATIVE = /@db\.BigInt\b/;
