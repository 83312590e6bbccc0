import { type DocumentNode, type GraphQLField, type GraphQLSchema, getOperationAST, Kind } from 'graphql';

/** Whether an anonymous client may read a root field. */
export const isPublicField = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): boolean =>
  (extensions.pothosOptions as { skipTypeScopes?: boolean } | undefined)?.skipTypeScopes === true;

/** Whether a validated document of one operation selects public root fields only. */
export function isPublicOperation(schema: GraphQLSchema, document: DocumentNode): boolean {
  const operation = getOperationAST(document);
  const fields = operation && schema.getRootType(operation.operation)?.getFields();
  return Boolean(
    operation?.selectionSet.selections.every((selection) => {
      const field = selection.kind === Kind.FIELD ? fields?.[selection.name.value] : undefined;
      return field !== undefined && isPublicField(field);
    }),
  );
}
