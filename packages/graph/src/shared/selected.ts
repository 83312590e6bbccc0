import {
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * Whether an operation selects any of these fields below the field that is resolved, at any depth. Branches that
 * `@include` leaves out count as selected.
 */
export function selects(info: GraphQLResolveInfo, names: readonly string[]): boolean {
  return found(info, ({ node, within }) => {
    if (node.kind === Kind.FIELD && names.includes(node.name.value)) return true;
    return within();
  });
}

/** Whether the answer has the member at a path below the field that is resolved, as `@include` and `@skip` say. */
export function answersWith(info: GraphQLResolveInfo, name: string, ...below: readonly string[]): boolean {
  return found(info, ({ node, within }) => {
    if (getDirectiveValues(GraphQLSkipDirective, node, info.variableValues)?.if === true) return false;
    if (getDirectiveValues(GraphQLIncludeDirective, node, info.variableValues)?.if === false) return false;
    if (node.kind !== Kind.FIELD) return within();
    const [next, ...rest] = below;
    if (node.name.value !== name) return false;
    return next === undefined || answersWith({ ...info, fieldNodes: [node] }, next, ...rest);
  });
}

type Visited = { node: SelectionNode; within: () => boolean };

/** Whether a selection below the field holds; each visit decides whether to look within. */
function found({ fieldNodes, fragments }: GraphQLResolveInfo, holds: (visited: Visited) => boolean): boolean {
  const spread = new Set<string>();
  const inSet = ({ selections }: SelectionSetNode): boolean =>
    selections.some((node) => holds({ node, within: () => inNode(node) }));
  const inNode = (node: SelectionNode): boolean => {
    if (node.kind !== Kind.FRAGMENT_SPREAD) return node.selectionSet ? inSet(node.selectionSet) : false;
    const fragment = fragments[node.name.value];
    if (!fragment || spread.has(node.name.value)) return false;
    spread.add(node.name.value);
    return inSet(fragment.selectionSet);
  };
  return fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && inSet(selectionSet));
}
