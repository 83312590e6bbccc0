import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
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
  type SelectionNode,
  type SelectionSetNode,
  valueFromAST,
} from 'graphql';
import { MAX_PER_PAGE } from '../shared/paging.ts';
import { idsOf, LIST_SIZES, pageSizeOf } from './list-sizes.ts';

/** What a root field costs beside its objects: each is a statement of its own, or several. */
const ROOT = 50;

/** What reading the schema costs; graphql-js bounds how often it can nest. */
const INTROSPECTION = 2_000;

type Variables = Readonly<Record<string, unknown>>;

type Scope = {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Variables;
  /** By name: a fragment costs the same wherever it is spread. */
  known: Map<string, number>;
};

/**
 * What an operation of a validated document may cost: one for each object that the answer may hold, which is the product of
 * the page sizes along its path, and 50 for each root field. Takes time in proportion to the document.
 *
 * @returns 0 for what execution refuses: an operation that is not there, variables that do not fit
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
  const fragments = new Map(
    document.definitions.flatMap((node): [string, FragmentDefinitionNode][] =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );
  const scope: Scope = { schema, fragments, variables, known: new Map() };
  return Math.min(selectionCost(operation.selectionSet, root, scope), Number.MAX_SAFE_INTEGER);
}

function selectionCost({ selections }: SelectionSetNode, type: GraphQLCompositeType, scope: Scope): number {
  let cost = 0;
  for (const selection of selections) {
    if (!isLeftOut(selection, scope)) cost += costOf(selection, type, scope);
  }
  return cost;
}

function costOf(selection: SelectionNode, type: GraphQLCompositeType, scope: Scope): number {
  if (selection.kind === Kind.FIELD) return fieldCost(selection, type, scope);
  if (selection.kind === Kind.INLINE_FRAGMENT)
    return selectionCost(selection.selectionSet, conditionOf(selection, type, scope), scope);
  const name = selection.name.value;
  const fragment = scope.fragments.get(name);
  if (!fragment) return 0;
  const cost = scope.known.get(name) ?? selectionCost(fragment.selectionSet, conditionOf(fragment, type, scope), scope);
  scope.known.set(name, cost);
  return cost;
}

/** The type that a fragment is about. */
function conditionOf(
  { typeCondition }: { typeCondition?: NamedTypeNode | undefined },
  type: GraphQLCompositeType,
  { schema }: Scope,
): GraphQLCompositeType {
  const named = typeCondition && schema.getType(typeCondition.name.value);
  return isCompositeType(named) ? named : type;
}

function fieldCost(node: FieldNode, type: GraphQLCompositeType, scope: Scope): number {
  const name = node.name.value;
  const isRoot = isObjectType(type) && rootTypes(scope.schema).includes(type);
  if (isRoot && (name === '__schema' || name === '__type')) return INTROSPECTION;
  const field = isUnionType(type) ? undefined : type.getFields()[name];
  if (!field) return 0;
  const base = isRoot ? ROOT : 0;
  const named = getNamedType(field.type);
  if (!isCompositeType(named) || !node.selectionSet) return base;
  return base + sizeOf(type, field, node, scope) * (1 + selectionCost(node.selectionSet, named, scope));
}

const rootTypes = (schema: GraphQLSchema) => [
  schema.getQueryType(),
  schema.getMutationType(),
  schema.getSubscriptionType(),
];

/** How many entries a field answers, at most where it takes a page size. */
function sizeOf(
  type: GraphQLCompositeType,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  { variables }: Scope,
): number {
  if (!isList(field.type)) return 1;
  const argument = pageSizeOf(field) ?? idsOf(field);
  if (!argument) return LIST_SIZES[`${type.name}.${field.name}`] ?? MAX_PER_PAGE;
  const given = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
  const value = (given && valueFromAST(given, argument.type, variables)) ?? argument.defaultValue;
  if (Array.isArray(value)) return Math.max(value.length, 1);
  // What lies outside is refused by the field.
  return Math.min(Math.max(Number(value ?? MAX_PER_PAGE), 1), MAX_PER_PAGE);
}

export const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

function isLeftOut(node: SelectionNode, { variables }: Scope): boolean {
  return (
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if === false
  );
}
