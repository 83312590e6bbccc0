import { type GraphQLOutputType, getNamedType, isListType, isNonNullType } from 'graphql';
import { literal, raw, type Sql, sql } from './sql.ts';
import { Unsupported } from './unsupported.ts';
import type { Wire, WireForms } from './wire.ts';

/** How the values of a scalar are converted to JSON. A scalar that has none is converted by Postgres. */
export type ScalarSql = {
  /** The normal format of a column's value. */
  format(value: Sql): Sql;
  /** The value of a text within JSON, for a scalar whose normal format JSON does not keep. */
  ofText?(text: Sql): Sql;
};

/**
 * A number of any type of Postgres in the digits in which JavaScript writes it: very large and very small numbers have an
 * exponent.
 */
export const numberSql = (value: Sql): Sql =>
  sql`CASE WHEN ${value} = 0 OR abs(${value}) >= 1e-6 AND abs(${value}) < 1e21
    THEN to_json(trim_scale(${value}::float8::text::numeric))
    ELSE regexp_replace(${value}::float8::text, 'e([+-])0', 'e\\1')::json END`;

/** The formats of GraphQL's own scalars, unless the host has others. */
const BUILT_IN: Readonly<Record<string, ScalarSql>> = { Float: { format: numberSql } };

export const isListOf = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

type Source = { wire: WireForms; scalars: Readonly<Record<string, ScalarSql>> };

/**
 * The JSON of a scalar: in its normal format, or as its directive says.
 *
 * @param type the scalar, or a list of it, which has no directive
 */
export function scalarSql(
  { value, isJson = false }: { value: Sql; isJson?: boolean },
  type: GraphQLOutputType,
  wire: Wire | undefined,
  { wire: { forms }, scalars }: Source,
): Sql {
  const { name: scalar } = getNamedType(type);
  const isList = isListOf(type);
  const form = wire?.as === undefined ? undefined : forms[wire.as];
  // A JSON null is not an SQL null, and nothing but null has a form that is always null: `nullAs` would be wrong.
  if (wire?.nullAs !== undefined && (form ? form.isNull : isJson))
    throw new Unsupported(`@wire(nullAs: ${wire.nullAs}) on a ${scalar} ${form ? `as ${wire.as}` : 'in JSON'}`);
  const given = scalars[scalar] ?? BUILT_IN[scalar];
  const { format, ofText }: ScalarSql = given ?? { format: (normal: Sql) => normal };
  if (isJson && isList) return jsonListSql(value, isNonNullType(type));
  if (isList && given) return listSql(value, format);
  if (isJson && !form && !ofText) return value;
  const text = sql`(${value} #>> '{}')`;
  const start = isJson ? (ofText?.(text) ?? text) : value;
  if (wire?.as === undefined) return format(start);
  if (!form?.sql?.scalars.includes(scalar) || (form.sql.ofColumns && isJson))
    throw new Unsupported(`@wire(as: ${wire.as}) has no SQL for ${isJson ? 'JSON with' : 'a column of'} ${scalar}`);
  return form.sql.format(start, format(start));
}

/** A list in a column, each entry in the format of its scalar. */
const listSql = (list: Sql, format: ScalarSql['format']): Sql =>
  sql`(SELECT array_to_json(ARRAY(SELECT ${format(raw('entry.value'))} FROM unnest(${list}) WITH ORDINALITY entry (value, place)
    ORDER BY place)) WHERE ${list} IS NOT NULL)`;

/** A list of JSON. Postgres prints `jsonb` with blanks between the entries, as `JSON.stringify` does not. */
const jsonListSql = (list: Sql, isRequired: boolean): Sql =>
  unlessNoArray(list, isRequired, sql`array_to_json(ARRAY(SELECT jsonb_array_elements(${list})))`);

/** What is printed of a list in JSON; null where the list may be null, and is. */
export const unlessNoArray = (list: Sql, isRequired: boolean, printed: Sql): Sql =>
  isRequired ? printed : sql`(CASE WHEN jsonb_typeof(${list}) = 'array' THEN ${printed} END)`;

/** The JSON of a value, or of the replacement of its null. */
export const nullFormSql = (value: Sql, nullAs: string, { nullForms }: WireForms): Sql =>
  sql`coalesce(to_json(${value}), ${literal(JSON.stringify(nullForms[nullAs]?.value() ?? null))}::json)`;
