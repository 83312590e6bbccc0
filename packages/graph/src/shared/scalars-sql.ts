import { numberSql, type ScalarSql, sql } from 'graphql-sql';

/** The JSON of the columns of scalars whose normal format is not that of Postgres. */
export const scalars: Readonly<Record<string, ScalarSql>> = {
  // JSON may hold a decimal as a number with zeros at its end.
  Decimal: { format: (value) => sql`trim_scale(${value})`, ofText: (text) => sql`${text}::numeric` },
  DateTime: { format: (value) => sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
  LocalDateTime: { format: (value) => sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')` },
  TagValue: {
    format: (value) =>
      sql`CASE jsonb_typeof(${value}) WHEN 'number' THEN ${numberSql(sql`${value}::numeric`)} ELSE to_json(${value}) END`,
  },
  LocalTime: { format: (value) => sql`left(${value}::text, 8)` },
};
