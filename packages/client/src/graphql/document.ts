import { type DocumentNode, print, type SelectionSetNode } from '@0no-co/graphql.web';

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

/** The names by which an answer has a field, wherever the document selects it: aliases, or the name itself. */
export function responseKeys(document: AnyDocument, field: string): string[] {
  const keys = new Set<string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === 'Field' && node.name.value === field) keys.add((node.alias ?? node.name).value);
      if ('selectionSet' in node && node.selectionSet) visit(node.selectionSet);
    }
  };
  for (const definition of (document as DocumentNode).definitions)
    if ('selectionSet' in definition) visit(definition.selectionSet);
  return [...keys];
}
