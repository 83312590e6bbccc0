import { z } from 'zod';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';

/** The JSON schema of the input of a zod schema. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...published } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return published;
}

/** A parameter object of OpenAPI. */
export type Parameter = JsonSchema;

/** The parameters of a path. */
export function pathParameters(schema: JsonSchema): Parameter[] {
  return membersOf(schema).map(([name, member]) => ({ name, in: 'path', required: true, ...split(member) }));
}

/**
 * The members of an input as query parameters with flat names (`filter[order_date][start]`, `tags[]`), described by the
 * enclosing object and by themselves. None is required, because the body may contain it. Objects in lists have no flat
 * name and are left to the body.
 */
export function queryParameters(schema: JsonSchema, prefix = '', said?: unknown): Parameter[] {
  return membersOf(schema).flatMap(([member, accepted]) => {
    const name = prefix === '' ? member : `${prefix}[${member}]`;
    const { description, ...form } = withoutNull(accepted);
    if (form.properties !== undefined) return queryParameters(form, name, prefix === '' ? undefined : description);
    const text = [said, description].filter(Boolean).join(' ');
    const plain: JsonSchema = { ...form, ...(text === '' ? {} : { description: text }) };
    if (plain.type !== 'array') return [{ name, in: 'query', ...split(plain) }];
    const items = flatForm(plain.items);
    if (items === undefined) return [];
    return [{ name: `${name}[]`, in: 'query', style: 'form', explode: true, ...split({ ...plain, items }) }];
  });
}

function membersOf({ properties }: JsonSchema): [string, JsonSchema][] {
  return Object.entries(isJsonSchema(properties) ? properties : {}).flatMap(([name, member]) =>
    isJsonSchema(member) ? [[name, member]] : [],
  );
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const forms = Array.isArray(anyOf) ? anyOf.filter((form) => isJsonSchema(form) && form.type !== 'null') : [];
  const [only] = forms;
  return forms.length === 1 && isJsonSchema(only) ? { ...only, ...rest } : schema;
}

/** The form of an entry that fits into a query string. */
function flatForm(items: unknown): JsonSchema | undefined {
  if (!isJsonSchema(items)) return undefined;
  const forms: unknown[] = Array.isArray(items.anyOf) ? items.anyOf : [items];
  return forms.filter(isJsonSchema).find(({ properties, type }) => properties === undefined && type !== 'array');
}

// The description of a parameter is a member of the parameter, not of its schema.
function split({ description, ...schema }: JsonSchema): JsonSchema {
  const extensions = Object.entries(schema).filter(([name]) => name.startsWith('x-'));
  const keywords = Object.entries(schema).filter(([name]) => !name.startsWith('x-'));
  return {
    ...(description === undefined ? {} : { description }),
    ...Object.fromEntries(extensions),
    schema: Object.fromEntries(keywords),
  };
}
