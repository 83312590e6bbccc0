import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type ValidationRule,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

const MAX_ERRORS = 10;

/** Validates in time bounded by the size of a document, and refuses documents that make graphql-js fail. */
export const boundedValidation: Plugin = {
  onValidate: ({ setValidationFn }) => setValidationFn(validateWithinLimits),
};

/** The errors of a document, at most 10: each searches the whole text for its line. */
export function validateWithinLimits(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules?: readonly ValidationRule[],
): readonly GraphQLError[] {
  const refusals = conditionalSubscriptions(document);
  return refusals.length > 0 ? refusals : validate(schema, document, rules, { maxErrors: MAX_ERRORS });
}

const CONDITIONS: ReadonlySet<string> = new Set([GraphQLSkipDirective.name, GraphQLIncludeDirective.name]);

/**
 * Refuses subscriptions whose only field may be skipped (GraphQL, section 5.2.4.1): graphql-js accepts them and then
 * has no field to subscribe to, or reads variables during validation.
 */
function conditionalSubscriptions({ definitions }: DocumentNode): GraphQLError[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  return definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.operation !== OperationTypeNode.SUBSCRIPTION) return [];
    const condition = conditionOf(node.selectionSet.selections, fragments);
    if (!condition) return [];
    const message =
      'The field of a subscription must be without @skip and @include, and so must the fragments around it.';
    return [new GraphQLError(message, { nodes: condition })];
  });
}

/** The first root selection with a condition, also within fragments. */
function conditionOf(
  selections: readonly SelectionNode[],
  fragments: Map<string, FragmentDefinitionNode>,
): SelectionNode | undefined {
  const open = [...selections];
  // Each fragment is visited once, also in a circle.
  const left = new Map(fragments);
  for (let node = open.shift(); node; node = open.shift()) {
    if (node.directives?.some(({ name }) => CONDITIONS.has(name.value))) return node;
    if (node.kind === Kind.INLINE_FRAGMENT) open.push(...node.selectionSet.selections);
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      open.push(...(left.get(node.name.value)?.selectionSet.selections ?? []));
      left.delete(node.name.value);
    }
  }
  return undefined;
}
