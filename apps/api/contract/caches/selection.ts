import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/*
 * Whole selections of types, so that every type is read in every context where it occurs within some levels.
 */

/** Values of arguments that fields below a root field need, or that keep lists short. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  from: '"2026-06-01"',
  to: '"2026-06-07"',
  perPage: '2',
  first: '2',
  days: '3',
  steps: '3',
  hours: '6',
};

/** Fields that answer anew each time: they count what the requests of the test themselves change. */
const UNSTEADY = new Set(['Account.apiLogins']);

function argumentsOf({ args }: GraphQLField<unknown, unknown>): string {
  const given = args.flatMap((argument) => {
    const value = ARGUMENTS[argument.name];
    if (value === undefined && isRequiredArgument(argument)) throw new Error(`ARGUMENTS has no ${argument.name}.`);
    return value === undefined ? [] : [`${argument.name}: ${value}`];
  });
  return given.length > 0 ? `(${given.join(', ')})` : '';
}

/** The selection of all fields of a type, and of the objects below it down to a number of levels. */
export function selectionOf(type: GraphQLObjectType, levels: number): string {
  const members = Object.values(type.getFields()).flatMap((field) => {
    if (UNSTEADY.has(`${type.name}.${field.name}`)) return [];
    const named = getNamedType(field.type);
    if (isInterfaceType(named)) throw new Error(`${type.name}.${field.name} is of an interface.`);
    if (!isObjectType(named)) return [`${field.name}${argumentsOf(field)}`];
    // The list beside a connection has the levels below its entries.
    const below = field.name.endsWith('Connection') ? Math.min(levels - 1, 1) : levels - 1;
    return levels > 0 ? [`${field.name}${argumentsOf(field)} ${selectionOf(named, below)}`] : [];
  });
  return `{ __typename ${members.join(' ')} }`;
}
