import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { resultMember } from '../shared/payloads.ts';
import { SCOPES_OF_FIELDS, SCOPES_OF_TYPES, scopeOfNode } from './domains.ts';
import type { Scope } from './scopes.ts';

/** A scope that an operation needs, and its first field that needs it; null where no scope is sufficient. */
export type Need = { scope: Scope | null; path: (string | number)[] };

/** The fragments of a document, by name. */
type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/**
 * The scopes that a validated operation needs, in the order of its fields, each once. Skipped fields count as well: the
 * result depends on nothing but the schema and the document.
 */
export function neededScopes(schema: GraphQLSchema, operation: OperationDefinitionNode, fragments: Fragments): Need[] {
  const needs = new Map<Scope | null, Need>();
  const visited = new Set<string>();
  const isMutation = operation.operation === OperationTypeNode.MUTATION;

  const need = (scope: Scope | null, path: string[]) => {
    if (!needs.has(scope)) needs.set(scope, { scope, path });
  };

  function walk({ selections }: SelectionSetNode, parent: GraphQLNamedType | undefined, path: string[]): void {
    if (!isCompositeType(parent)) return;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const field = fieldOf(parent, selection.name.value);
        if (!field) continue;
        const at = [...path, (selection.alias ?? selection.name).value];
        for (const scope of scopesOf(parent, field, isMutation && path.length === 0)) need(scope, at);
        if (selection.selectionSet) walk(selection.selectionSet, getNamedType(field.type), at);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const { typeCondition } = selection;
        narrow(selection.selectionSet, parent, typeCondition?.name.value ?? parent.name, path);
      } else {
        const fragment = fragments[selection.name.value];
        const visit = `${parent.name} ${selection.name.value}`;
        if (!fragment || visited.has(visit)) continue;
        visited.add(visit);
        narrow(fragment.selectionSet, parent, fragment.typeCondition.name.value, path);
      }
    }
  }

  /** A fragment on an entity, within a selection of `Node`, reads what no field has the type of. */
  function narrow(set: SelectionSetNode, parent: GraphQLCompositeType, type: string, path: string[]): void {
    if (isInterfaceType(parent) && type !== parent.name) need(scopeOfNode(type), path);
    walk(set, schema.getType(type), path);
  }

  walk(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined, []);
  return [...needs.values()];
}

/** Undefined for `__typename` and for introspection. */
const fieldOf = (parent: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> | undefined =>
  isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;

/**
 * What a field needs by itself: its own scopes, and those of its type. What is not assigned is for nobody.
 *
 * @param isChange whether it is a mutation, whose own scopes must be assigned
 */
function scopesOf(
  parent: GraphQLCompositeType,
  field: GraphQLField<unknown, unknown>,
  isChange: boolean,
): (Scope | null)[] {
  const own = SCOPES_OF_FIELDS.get(`${parent.name}.${field.name}`);
  const ofType = scopeOfType(getNamedType(field.type));
  const isRoot = scopeOfType(parent) === undefined;
  if (own === null || ofType === undefined || (own === undefined && (isChange || (isRoot && ofType === null))))
    return [null];
  return [...(own ?? []), ...(ofType ? [ofType] : [])];
}

/** The scope to read a type; null for one of no domain, undefined for one that is not assigned. */
export const scopeOfType = (type: GraphQLNamedType): Scope | null | undefined =>
  isCompositeType(type) && resultMember(type) === undefined ? SCOPES_OF_TYPES.get(type.name) : null;
