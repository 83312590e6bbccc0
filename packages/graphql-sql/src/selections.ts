import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/* The fields that an operation selects, through its fragments and by its `@include` and `@skip`. */

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;
export type Merged = [FieldNode, ...FieldNode[]];

/**
 * The fields of selections under their response keys, merged and in the order in which GraphQL answers them.
 *
 * @param counts selects nodes; by default all nodes count, also those that `@include` or `@skip` leaves out
 */
export function fieldsByKey(
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
  counts: (node: SelectionNode) => boolean = () => true,
): Map<string, Merged> {
  const found = new Map<string, Merged>();
  const spread = new Set<string>();
  const innerOf = (node: InlineFragmentNode | FragmentSpreadNode): SelectionSetNode | undefined => {
    if (node.kind === Kind.INLINE_FRAGMENT) return node.selectionSet;
    // Visiting a fragment again at each spread would take exponential time with nested fragments.
    if (spread.has(node.name.value)) return undefined;
    spread.add(node.name.value);
    return fragments.get(node.name.value)?.selectionSet;
  };
  const visit = (set: SelectionSetNode) => {
    for (const node of set.selections.filter(counts)) {
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const known = found.get(key);
        if (known) known.push(node);
        else found.set(key, [node]);
      } else {
        const inner = innerOf(node);
        if (inner) visit(inner);
      }
    }
  };
  for (const set of sets) visit(set);
  return found;
}

export const innerSets = (nodes: readonly FieldNode[]): SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));

/** The variables of a document that decide, by `@include` and `@skip`, which of its fields are answered. */
export function decidingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ name: { value: directive }, arguments: args }) {
      const value = args?.[0]?.value;
      if ((directive === 'include' || directive === 'skip') && value?.kind === Kind.VARIABLE)
        names.add(value.name.value);
    },
  });
  return [...names];
}

/** Every combination of true and false for these variables; the last combination has all true. */
export const combinations = (names: readonly string[]): Record<string, boolean>[] =>
  names.reduce<Record<string, boolean>[]>(
    (all, name) => [false, true].flatMap((value) => all.map((each) => ({ ...each, [name]: value }))),
    [{}],
  );
