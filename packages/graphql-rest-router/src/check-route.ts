import {
  type GraphQLSchema,
  type GraphQLType,
  getNullableType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  typeFromAST,
} from 'graphql';
import { z } from 'zod';
import { camelName } from './casing.ts';
import { checkOperation } from './operation.ts';
import { REST, type Route } from './route.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Throws when a route doesn't fit the schema: its document is invalid, or its input has a member that the GraphQL input
 * type lacks, or lacks one that the type requires. Routes that map their variables by hand are not checked further.
 */
export function checkRoute(schema: GraphQLSchema, route: Route): void {
  checkOperation(schema, route.operation);
  if (route.mapped) return;
  const published = z.toJSONSchema(route.input, { io: 'output', unrepresentable: 'any' });
  const properties = published.properties ?? {};
  const claimed = new Set<string>();
  const fieldErrors: string[] = [];
  for (const { variable, type } of route.operation.variables) {
    const name = variable.name.value;
    const inputType = typeFromAST(schema, type);
    const member = Object.keys(properties).find((key) => camelName(key) === name);
    if (member !== undefined) {
      claimed.add(member);
      compare(inputType, properties[member], member, fieldErrors);
    }
  }
  const rest = route.operation.variables.find((node) => node.variable.name.value === REST);
  if (rest !== undefined && !claimed.has(REST)) {
    const left = Object.fromEntries(Object.entries(properties).filter(([key]) => !claimed.has(key)));
    compare(typeFromAST(schema, rest.type), { ...published, properties: left }, '', fieldErrors);
  }
  if (fieldErrors.length > 0) throw new Error(`${route.path}: ${fieldErrors.join(' ')}`);
}

// Only names are compared, and only where both sides declare them: a transform or a custom scalar ends the comparison.
function compare(expected: GraphQLType | undefined, json: unknown, path: string, fieldErrors: string[]): void {
  const type = getNullableType(expected);
  if (!isJsonSchema(json)) return;
  for (const form of json.anyOf ?? []) compare(type, form, path, fieldErrors);
  if (isListType(type)) compare(type.ofType, json.items, path, fieldErrors);
  if (!isInputObjectType(type) || json.properties === undefined) return;
  const fields = type.getFields();
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const given = new Map(Object.entries(json.properties).map(([name, member]) => [camelName(name), { name, member }]));
  for (const [camel, { name, member }] of given) {
    const field = fields[camel];
    if (field === undefined) fieldErrors.push(`${type.name} has no field for "${at(name)}".`);
    else compare(field.type, member, at(name), fieldErrors);
  }
  for (const field of Object.values(fields)) {
    const name = given.get(field.name)?.name;
    if (isRequiredInputField(field) && (name === undefined || !json.required?.includes(name))) {
      fieldErrors.push(`${type.name}.${field.name} is required, but the input may leave it out.`);
    }
  }
}

function isJsonSchema(json: unknown): json is JsonSchema {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
