import { type ScalarSql, sql } from 'graphql-sql';

/** The JSON of the columns of scalars whose normal format is not that of Postgres. */
export const scalars: Readonly<Record<string, ScalarSql>> = {
  // JSON may hold a decimal as a number with zeros at its end.
  Decimal: { format: (value) => sql`trim_scale(${value})`, ofText: (text) => sql`${text}::numeric` },
  DateTime: { format: (value) => sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
  LocalDateTime: { format: (value) => sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')` },
  // The number that JavaScript reads, as it writes it: very large and very small numbers with an exponent.
  TagValue: {
    format: (value) => sql`CASE WHEN jsonb_typeof(${value}) <> 'number' THEN to_json(${value})
      WHEN ${value} = '0' OR abs(${value}::numeric) >= 1e-6 AND abs(${value}::numeric) < 1e21
      THEN to_json(trim_scale(${value}::float8::text::numeric))
      ELSE regexp_replace(${value}::float8::text, 'e([+-])0', 'e\\1')::json END`,
  },
  LocalTime: { format: (value) => sql`left(${value}::text, 8)` },
};
