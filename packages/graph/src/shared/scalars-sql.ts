import { numberSql, type ScalarSql, sql } from 'graphql-sql';

/** The JSON of the columns of scalars whose normal format is not that of Postgres. */
export const scalars: Readonly<Record<string, ScalarSql>> = {
  // JSON may hold a decimal as a number with zeros at its end.
  Decimal: { format: (value) => sql`trim_scale(${value})`, ofText: (text) => sql`${text}::numeric` },
  DateTime: { format: (value) => sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
  LocalDateTime: { format: (value) => sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')` },
  // Lists have many tags, hence the comparisons: all texts are less than all numbers, and most numbers are in the range in
  // which JavaScript and Postgres write the same digits.
  TagValue: {
    format: (value) => sql`CASE WHEN ${value} < '-1.8e308' OR ${value} >= '1e-6' AND ${value} < '1e21'
      THEN to_json(${value}) ELSE ${numberSql(sql`${value}::numeric`)} END`,
  },
  LocalTime: { format: (value) => sql`left(${value}::text, 8)` },
};
