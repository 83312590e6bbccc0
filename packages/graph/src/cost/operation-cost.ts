import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isCompositeType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  type NamedTypeNode,
  parse,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  valueFromAST,
} from 'graphql';
import { daysBetween } from '../shared/calendar.ts';
import { DEFAULT_PER_PAGE } from '../shared/connection.ts';
import { MAX_PER_PAGE } from '../shared/paging.ts';
import { FIELD_COSTS } from './field-costs.ts';
import { inputEntries, type Variables } from './input-entries.ts';
import { DAYS, declaredSize, idsOf, isConnection, isPage, LARGE_TYPES, pageSizeOf, pageSizesOf } from './list-sizes.ts';

/** The cost of a root field beside its objects: a root field sends at least one SQL statement. */
const ROOT = 50;

/** The cost of introspection up to the size of the standard query; larger introspection costs proportionally more. */
const INTROSPECTION = 2_000;

/** Scalars included in the cost of their object. Each further unit of cost covers as many more. */
const SCALARS = 20;

/** Entries of lists in arguments per unit of cost. */
const ENTRIES = 10;

/** Counting the entries of a connection, which grow with the data. */
const COUNT = 200;

/** Entries before a page per unit of cost: Postgres reads and skips all of them. */
const PASSED_OVER = 500;

/** The cost of the objects below an object, and the number of its own selected scalars. */
type Selected = { cost: number; scalars: number };

type Scope = {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Variables;
  entriesOf: (node: FieldNode) => number;
  /** By name: a fragment costs the same wherever it is spread. */
  known: Map<string, Selected>;
  /** Within a connection: the size of its page, and the scope of its entries. */
  connection?: { size: number; outer: Scope };
};

/**
 * The maximum cost of an operation of a validated document: one for each object that the answer may hold, which is the
 * product of the page sizes along its path, and one more for each 20 scalars of the object beyond the first 20; 50 for
 * each root field, or the field's own cost; one for each 500 entries before a page; 200 for the total of a connection; one for each 10 entries of lists in
 * arguments; one for each word of a `quickSearch`; and 500 for `hasClash`. The time to compute it is proportional to the size of the
 * document.
 *
 * @returns 0 for an operation that execution refuses: a missing operation, or invalid variables
 */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  given: Variables,
  operationName?: string | null,
): number {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return 0;
  const { coerced: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], given, {
    maxErrors: 1,
  });
  if (!variables) return 0;
  return Math.min(selected(operation.selectionSet, root, scopeOf(schema, document, variables)).cost, MAX);
}

const MAX = Number.MAX_SAFE_INTEGER;

function scopeOf(schema: GraphQLSchema, { definitions }: DocumentNode, variables: Variables): Scope {
  const fragments = new Map(
    definitions.flatMap((node): [string, FragmentDefinitionNode][] =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );
  return { schema, fragments, variables, entriesOf: inputEntries(variables), known: new Map() };
}

function selected({ selections }: SelectionSetNode, type: GraphQLCompositeType, scope: Scope): Selected {
  const sum = { cost: 0, scalars: 0 };
  for (const selection of selections) {
    if (isLeftOut(selection, scope)) continue;
    const { cost, scalars } = selectedBy(selection, type, scope);
    sum.cost += cost;
    sum.scalars += scalars;
  }
  return sum;
}

function selectedBy(selection: SelectionNode, type: GraphQLCompositeType, scope: Scope): Selected {
  if (selection.kind === Kind.FIELD) return selectedField(selection, type, scope);
  if (selection.kind === Kind.INLINE_FRAGMENT)
    return selected(selection.selectionSet, conditionOf(selection, type, scope), scope);
  const name = selection.name.value;
  const fragment = scope.fragments.get(name);
  if (!fragment) return { cost: 0, scalars: 0 };
  const found = scope.known.get(name) ?? selected(fragment.selectionSet, conditionOf(fragment, type, scope), scope);
  scope.known.set(name, found);
  return found;
}

/** The cost of one object with a selection. */
function objectCost(selectionSet: SelectionSetNode, type: GraphQLCompositeType, scope: Scope): number {
  const { cost, scalars } = selected(selectionSet, type, scope);
  return 1 + Math.max(Math.ceil((scalars - SCALARS) / SCALARS), 0) + cost;
}

/** The type of a fragment: its type condition, else the enclosing type. */
function conditionOf(
  { typeCondition }: { typeCondition?: NamedTypeNode | undefined },
  type: GraphQLCompositeType,
  { schema }: Scope,
): GraphQLCompositeType {
  const named = typeCondition && schema.getType(typeCondition.name.value);
  return isCompositeType(named) ? named : type;
}

function selectedField(node: FieldNode, type: GraphQLCompositeType, scope: Scope): Selected {
  const name = node.name.value;
  const isRoot = isObjectType(type) && rootTypes(scope.schema).includes(type);
  const meta = isRoot ? META_FIELDS[name] : undefined;
  if (meta) return { cost: introspectionCost(node, meta, scope), scalars: 0 };
  const field = isUnionType(type) ? undefined : type.getFields()[name];
  if (!field) return { cost: 0, scalars: 1 };
  const own = FIELD_COSTS[`${type.name}.${name}`] ?? (isRoot ? ROOT : 0);
  const base = own + Math.floor(scope.entriesOf(node) / ENTRIES);
  const named = getNamedType(field.type);
  if (!isCompositeType(named) || !node.selectionSet)
    return { cost: base + (isConnection(type) && name === 'totalCount' ? COUNT : 0), scalars: 1 };
  if (scope.connection && isConnection(type)) return entriesCost(node, field, named, scope.connection);
  const size = sizeOf(type, field, node, scope);
  if (isConnection(field.type)) {
    // Its fragments cost what its own page size says.
    const inside = { ...scope, connection: { size, outer: scope }, known: new Map() };
    return { cost: base + objectCost(node.selectionSet, named, inside), scalars: 0 };
  }
  // The page is one object; its nodes count as one there, and are as many as the page has.
  if (!isList(field.type) && isPage(`${type.name}.${name}`, field))
    return { cost: base + 1 + size * selected(node.selectionSet, named, scope).cost, scalars: 0 };
  const passed = Math.floor((size * pagesBefore(field, node, scope)) / PASSED_OVER);
  return { cost: base + passed + size * objectCost(node.selectionSet, named, scope), scalars: 0 };
}

/** The cost of a field of a connection: its entries, or the object that says where the page lies. */
function entriesCost(
  { selectionSet }: FieldNode,
  { type }: GraphQLField<unknown, unknown>,
  named: GraphQLCompositeType,
  { size, outer }: NonNullable<Scope['connection']>,
): Selected {
  return { cost: selectionSet ? (isList(type) ? size : 1) * objectCost(selectionSet, named, outer) : 0, scalars: 0 };
}

const META_FIELDS: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

function introspectionCost(node: FieldNode, meta: GraphQLField<unknown, unknown>, scope: Scope): number {
  return Math.ceil(INTROSPECTION * Math.max(introspected(node, meta, scope) / standardIntrospection(scope.schema), 1));
}

/** The size of the part of the schema that an introspection field reads. */
function introspected(node: FieldNode, { name, type }: GraphQLField<unknown, unknown>, scope: Scope): number {
  const named = getNamedType(type);
  if (!node.selectionSet || !isCompositeType(named)) return 0;
  return (LARGE_TYPES[`Query.${name}`] ?? 1) * objectCost(node.selectionSet, named, scope);
}

const standards = new WeakMap<GraphQLSchema, number>();

/** The size that the standard introspection query of tools reads. */
function standardIntrospection(schema: GraphQLSchema): number {
  const known = standards.get(schema);
  if (known !== undefined) return known;
  const document = parse(getIntrospectionQuery());
  const [node] = getOperationAST(document)?.selectionSet.selections ?? [];
  const found = node?.kind === Kind.FIELD ? introspected(node, SchemaMetaFieldDef, scopeOf(schema, document, {})) : 1;
  standards.set(schema, found);
  return found;
}

const rootTypes = (schema: GraphQLSchema) => [
  schema.getQueryType(),
  schema.getMutationType(),
  schema.getSubscriptionType(),
];

/** The number of entries that a field answers; the maximum where it takes a page size. */
function sizeOf(
  type: GraphQLCompositeType,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  scope: Scope,
): number {
  const name = `${type.name}.${field.name}`;
  if (!isList(field.type) && !isPage(name, field)) return LARGE_TYPES[name] ?? 1;
  const args = [...pageSizesOf(field), ...[idsOf(field)].filter((ids) => ids !== undefined)];
  if (args.length === 0)
    return Math.min(declaredSize(name, field) ?? MAX_PER_PAGE, daysGiven(name, field, node, scope));
  const given = args
    .map((argument) => givenFor(argument, node, scope))
    .find((each) => typeof each === 'number' || Array.isArray(each));
  const value = given ?? (isConnection(field.type) ? DEFAULT_PER_PAGE : undefined);
  if (Array.isArray(value)) return Math.max(value.length, 1);
  // The field refuses values outside of this range.
  return Math.min(Math.max(Number(value ?? MAX_PER_PAGE), 1), MAX_PER_PAGE);
}

/** The days of the range that a list of days is for; infinite for another list, and without both ends. */
function daysGiven(name: string, { args }: GraphQLField<unknown, unknown>, node: FieldNode, scope: Scope): number {
  const argument = args.find((each) => each.name === DAYS[name]);
  const { startDate, endDate } = Object(argument && givenFor(argument, node, scope));
  if (!(startDate instanceof Date && endDate instanceof Date)) return Infinity;
  return Math.max(daysBetween(startDate, endDate) + 1, 1);
}

/** The number of pages before the requested page of a list. */
function pagesBefore(field: GraphQLField<unknown, unknown>, node: FieldNode, scope: Scope): number {
  const page = isList(field.type) && pageSizeOf(field) && field.args.find(({ name }) => name === 'page');
  return page ? Math.max(Number(givenFor(page, node, scope) ?? 1) - 1, 0) : 0;
}

/** The value of an argument of a field. */
function givenFor(argument: GraphQLArgument, node: FieldNode, { variables }: Scope): unknown {
  const given = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
  return (given && valueFromAST(given, argument.type, variables)) ?? argument.defaultValue;
}

export const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

function isLeftOut(node: SelectionNode, { variables }: Scope): boolean {
  return (
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if === false
  );
}
