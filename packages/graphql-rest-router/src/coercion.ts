import { coerceInputValue, type GraphQLSchema, isInputType, isNonNullType, typeFromAST } from 'graphql';
import type { Variables } from './answers.ts';
import type { FieldError } from './http-errors.ts';
import { MAX_FIELD_ERRORS } from './input.ts';
import type { PersistedOperation } from './operation.ts';

/** Stops the search for further field errors. */
class Enough extends Error {}

/**
 * The variables that don't fit their GraphQL types; called when an execution failed before it began. A route's schema
 * should refuse such input first. Messages of scalars are not passed on, because they name GraphQL types.
 */
export function coercionErrors(
  schema: GraphQLSchema,
  operation: PersistedOperation,
  variables: Variables,
): FieldError[] {
  const fieldErrors: FieldError[] = [];
  for (const { variable, type: node, defaultValue } of operation.variables) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    const value = variables[name];
    if (!isInputType(type)) continue;
    if (value === undefined) {
      if (isNonNullType(type) && defaultValue === undefined) fieldErrors.push({ path: [name], message: 'is required' });
      continue;
    }
    try {
      coerceInputValue(value, type, (path) => {
        fieldErrors.push({ path: [name, ...path], message: 'is not valid' });
        if (fieldErrors.length >= MAX_FIELD_ERRORS) throw new Enough();
      });
    } catch (error) {
      if (error instanceof Enough) return fieldErrors;
      throw error;
    }
  }
  return fieldErrors;
}
