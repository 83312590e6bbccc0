import { type DocumentNode, type FieldNode, print, type SelectionSetNode } from '@0no-co/graphql.web';

/**
 * A parsed document with the types of its result and variables, as gql.tada, graphql-codegen and others make it
 * (`TypedDocumentNode`).
 */
export type TypedDocument<Result, Variables> = {
  readonly definitions: readonly unknown[];
  /** Exists only as a type. */
  readonly __apiType?: (variables: Variables) => Result;
};

/** A page of a feed of changes. */
export type Page = { readonly nodes: readonly unknown[]; readonly endCursor: string; readonly hasNextPage: boolean };

/** A document of any type. */
export type AnyDocument = Pick<TypedDocument<never, never>, 'definitions'>;

/** The name of the operation; undefined if it has none. */
export function nameOf({ definitions }: DocumentNode): string | undefined {
  const operation = definitions.find((definition) => definition.kind === 'OperationDefinition');
  return operation && 'name' in operation ? operation.name?.value : undefined;
}

/** The text of a document. */
export const textOf = (document: AnyDocument): string => print(document as DocumentNode);

/** By response key of each root field, the names by which the answer has a member of it: its aliases, or its name. */
export function responseKeys(document: AnyDocument, member: string): Map<string, string[]> {
  const { definitions } = document as DocumentNode;
  /** The fields of a selection, with those of its fragments. */
  const fieldsOf = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((node) => {
      if (node.kind === 'Field') return [node];
      if (node.kind === 'InlineFragment') return fieldsOf(node.selectionSet);
      const fragment = definitions.find(
        (each) => each.kind === 'FragmentDefinition' && each.name.value === node.name.value,
      );
      return fragment && 'selectionSet' in fragment ? fieldsOf(fragment.selectionSet) : [];
    });
  const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;
  const keys = new Map<string, string[]>();
  for (const definition of definitions) {
    if (definition.kind !== 'OperationDefinition') continue;
    for (const root of fieldsOf(definition.selectionSet)) {
      const members = root.selectionSet ? fieldsOf(root.selectionSet) : [];
      const named = members.filter(({ name }) => name.value === member).map(keyOf);
      keys.set(keyOf(root), [...(keys.get(keyOf(root)) ?? []), ...named]);
    }
  }
  return keys;
}
