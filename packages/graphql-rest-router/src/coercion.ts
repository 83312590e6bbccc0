import { coerceInputValue, type GraphQLSchema, isInputType, isNonNullType, typeFromAST } from 'graphql';
import type { Variables } from './answers.ts';
import type { FieldFault } from './faults.ts';
import { MAX_FAULTS } from './input.ts';
import type { PersistedOperation } from './operation.ts';

/** Ends the search for more that is wrong. */
class Enough extends Error {}

/**
 * Where the variables don't fit their GraphQL types; called when an execution failed before it began. A row's schema should
 * refuse such input first. Texts of scalars are not passed on: they speak of GraphQL types.
 */
export function coercionFaults(
  schema: GraphQLSchema,
  operation: PersistedOperation,
  variables: Variables,
): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const { variable, type: node, defaultValue } of operation.variables) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    const value = variables[name];
    if (!isInputType(type)) continue;
    if (value === undefined) {
      if (isNonNullType(type) && defaultValue === undefined) faults.push({ path: [name], message: 'is required' });
      continue;
    }
    try {
      coerceInputValue(value, type, (path) => {
        faults.push({ path: [name, ...path], message: 'is not valid' });
        if (faults.length >= MAX_FAULTS) throw new Enough();
      });
    } catch (error) {
      if (error instanceof Enough) return faults;
      throw error;
    }
  }
  return faults;
}
