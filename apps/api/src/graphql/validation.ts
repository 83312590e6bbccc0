import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Most errors of one document: each looks for its place in the whole text. */
const MAX_ERRORS = 10;

/** Validates in time that the size of a document bounds, and refuses what graphql-js fails at. */
export const boundedValidation: Plugin = {
  onValidate: ({ setValidationFn }) =>
    setValidationFn((schema, document, rules) => {
      const refusals = conditionalSubscriptions(document);
      return refusals.length > 0 ? refusals : validate(schema, document, rules, { maxErrors: MAX_ERRORS });
    }),
};

const CONDITIONS: ReadonlySet<string> = new Set([GraphQLSkipDirective.name, GraphQLIncludeDirective.name]);

/**
 * Refuses subscriptions whose only field may be left out (GraphQL, section 5.2.4.1): graphql-js lets them through and then
 * has nothing to subscribe to, or reads variables while it validates.
 */
function conditionalSubscriptions({ definitions }: DocumentNode): GraphQLError[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  return definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.operation !== OperationTypeNode.SUBSCRIPTION) return [];
    const condition = conditionOf(node.selectionSet.selections, fragments);
    if (!condition) return [];
    const message = 'The field of a subscription stands without @skip and @include, and so do fragments around it.';
    return [new GraphQLError(message, { nodes: condition })];
  });
}

/** The first root selection with a condition, within fragments too. */
function conditionOf(
  selections: readonly SelectionNode[],
  fragments: Map<string, FragmentDefinitionNode>,
): SelectionNode | undefined {
  const open = [...selections];
  // A fragment in a circle is looked at once.
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
