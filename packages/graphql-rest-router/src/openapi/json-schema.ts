/** A JSON schema (2020-12), as OpenAPI 3.1 embeds it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The schema, with null accepted too. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type === 'string' && schema.enum === undefined && schema.const === undefined) {
    return { ...schema, type: [type, 'null'] };
  }
  return { anyOf: [schema, { type: 'null' }] };
}

/** Creates the schema of an object with these members; all of them are required unless `required` is given. */
export type ObjectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  required?: readonly string[],
) => JsonSchema;

/** @param exact whether additional members are refused */
export function objectSchemas(exact: boolean): ObjectSchema {
  const more = exact ? { additionalProperties: false } : {};
  return (properties, required = Object.keys(properties)) => ({
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...more,
  });
}

/** The schema, with additional members refused in the object and in the objects within. */
export function closed(schema: JsonSchema): JsonSchema {
  if (!isJsonSchema(schema.properties)) return schema;
  const members = Object.entries(schema.properties);
  const properties = members.map(([name, member]) => [name, isJsonSchema(member) ? closed(member) : member]);
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
}

export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
