import { operationCost, schema } from '@channel/graph';
import {
  type GraphQLField,
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';

/* Operations at the cost limit, for each root field of the schema, and in shapes that are expensive to produce. */

const MAX_PAGE = 1_000;
/** More fields with the same name in one selection are refused before validation. */
const MAX_ALIASES = 49;
const PAGE_SIZES = ['perPage', 'limit'];

type Field = GraphQLField<unknown, unknown>;

/** Everything that can be selected of a type without arguments, to this depth of objects. */
function selection(type: GraphQLObjectType, depth: number): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return [field.name];
    const inside = depth > 0 && isObjectType(named) ? selection(named, depth - 1) : '';
    return inside === '' ? [] : [`${field.name} { ${inside} }`];
  });
  return parts.join(' ');
}

/** The largest text, for a number up to `max`, within the limit; undefined if even the smallest costs more. */
function largest(textOf: (size: number) => string, max: number, limit: number): string | undefined {
  let [fits, tooLarge] = [0, max + 1];
  while (tooLarge - fits > 1) {
    const size = Math.floor((fits + tooLarge) / 2);
    if (operationCost(schema, parse(textOf(size)), {}) <= limit) fits = size;
    else tooLarge = size;
  }
  return fits > 0 ? textOf(fits) : undefined;
}

const times = (one: string, count: number) =>
  `{ ${Array.from({ length: count }, (_nothing, index) => `a${index}: ${one}`).join(' ')} }`;

/** @param given values, as GraphQL literals, of required arguments */
function textsOf(field: Field, given: Readonly<Record<string, string>>, limit: number): [string, string | undefined][] {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return [];
  const required = field.args.filter(isRequiredArgument).map(({ name }) => `${name}: ${given[name]}`);
  const size = field.args.find(({ name }) => PAGE_SIZES.includes(name))?.name;
  return [0, 1, 2].map((depth) => {
    const inside = selection(type, depth) || '__typename';
    const named = (more: string[]) => {
      const args = [...required, ...more].join(', ');
      return `${field.name}${args === '' ? '' : `(${args})`} { ${inside} }`;
    };
    const text = size
      ? largest((count) => `{ ${named([`${size}: ${count}`])} }`, MAX_PAGE, limit)
      : largest((count) => times(named([]), count), MAX_ALIASES, limit);
    return [`${field.name}, ${depth} deep`, text];
  });
}

/**
 * Shapes that are expensive to produce: several large results at once, lists within lists, computed fields of each
 * entry.
 */
const HEAVY = [
  'orders(perPage: 1000) { id: databaseId }',
  'orders(perPage: 400) { city { id: databaseId } }',
  'orders(perPage: 140) { bookings { id: databaseId status } passengers { id: databaseId } tags { key } }',
  'orders(perPage: 100) { bookedDetails { product { title } } }',
  'orders(perPage: 400) { issuer { id: databaseId } client { id: databaseId } supplier { id: databaseId } city { id: databaseId } contactPerson { id: databaseId } tourGuide { id: databaseId } }',
  'webhookDeliveries(perPage: 1000) { id: databaseId }',
  'webhookDeliveries(perPage: 800) { event { id: databaseId } endpoint { id: databaseId } }',
  'webhookDeliveries(perPage: 300) { event { order { id: databaseId city { name } } } }',
  'webhookEvents(perPage: 1000) { id: databaseId }',
  'auditLog(perPage: 1000) { id: databaseId }',
];

/** The texts, with their names. */
export function textsAtTheLimit(given: Readonly<Record<string, string>>, limit: number): [string, string][] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) =>
    args.filter(isRequiredArgument).every(({ name }) => name in given),
  );
  const all: [string, string | undefined][] = [
    ...fields.flatMap((field) => textsOf(field, given, limit)),
    ...HEAVY.map((one): [string, string | undefined] => [
      `as often as it may: ${one}`,
      largest((count) => times(one, count), MAX_ALIASES, limit),
    ]),
    ['introspection', getIntrospectionQuery()],
    ['a large type, twice', times('__type(name: "Query") { fields { name args { name type { name } } } }', 2)],
  ];
  return all.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}
