import { type DocumentNode, type GraphQLField, type GraphQLSchema, getOperationAST, Kind } from 'graphql';

type RootField = Pick<GraphQLField<unknown, unknown>, 'extensions'>;

const optionsOf = ({ extensions }: RootField) =>
  extensions.pothosOptions as { skipTypeScopes?: boolean; authScopes?: unknown } | undefined;

/** Whether an anonymous client may read a root field. */
export const isPublicField = (field: RootField): boolean =>
  optionsOf(field)?.skipTypeScopes === true && !isCrewField(field);

/** The options of a root field for the holder of a session of the page of the crew, and for nobody else. */
export const FOR_CREW = { skipTypeScopes: true, authScopes: { crew: true } } as const;

const isCrewField = (field: RootField): boolean => optionsOf(field)?.authScopes === FOR_CREW.authScopes;

/** Whether a validated document of one operation selects public root fields only. */
export const isPublicOperation = (schema: GraphQLSchema, document: DocumentNode): boolean =>
  selectsOnly(schema, document, isPublicField);

/** Whether a validated document of one operation selects root fields of the crew only. */
export const isCrewOperation = (schema: GraphQLSchema, document: DocumentNode): boolean =>
  selectsOnly(schema, document, isCrewField);

/** Whether a validated document of one operation selects only root fields of a kind, and none by fragments. */
export function selectsOnly(
  schema: GraphQLSchema,
  document: DocumentNode,
  isMeant: (field: RootField) => boolean,
): boolean {
  const operation = getOperationAST(document);
  const fields = operation && schema.getRootType(operation.operation)?.getFields();
  return Boolean(
    operation?.selectionSet.selections.every((selection) => {
      const field = selection.kind === Kind.FIELD ? fields?.[selection.name.value] : undefined;
      return field !== undefined && isMeant(field);
    }),
  );
}
