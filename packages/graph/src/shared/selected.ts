import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Whether an operation selects any of these fields below the field that is resolved, at any depth. Branches that
 * `@include` leaves out count as selected.
 */
export function selects({ fieldNodes, fragments }: GraphQLResolveInfo, names: readonly string[]): boolean {
  const spread = new Set<string>();
  const within = ({ selections }: SelectionSetNode): boolean =>
    selections.some((node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments[node.name.value];
        if (!fragment || spread.has(node.name.value)) return false;
        spread.add(node.name.value);
        return within(fragment.selectionSet);
      }
      if (node.kind === Kind.FIELD && names.includes(node.name.value)) return true;
      return node.selectionSet ? within(node.selectionSet) : false;
    });
  return fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && within(selectionSet));
}
