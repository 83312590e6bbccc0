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

/** An object with these members; all of them required unless `required` says otherwise. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
