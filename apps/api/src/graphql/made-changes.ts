import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** An operation that has run. */
export type Executed = {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
};

type Variables = Readonly<Record<string, unknown>>;

/**
 * The changes of a failed mutation that were made, by their response keys: its fields run in sequence up to the
 * non-null field that failed. A field whose failure is in a nested field has made its change.
 */
export function madeChanges(
  { schema, document, operationName, ...rest }: Executed,
  errors: readonly GraphQLError[],
): string[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'mutation') return [];
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], rest.variableValues ?? {});
  const keys = [...new Set(rootFields(operation, document, coerced).map(keyOf))];
  const failed = new Set(errors.map(({ path }) => path?.[0]));
  const last = keys.findLastIndex((key) => failed.has(key));
  return keys.slice(0, last + 1).filter((key) => !errors.some(({ path }) => path?.length === 1 && path[0] === key));
}

const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** The root fields of an operation. Each fragment is visited once, because a repeated spread adds no field. */
export function rootFields(
  { selectionSet }: OperationDefinitionNode,
  document: DocumentNode,
  variables: Variables,
): FieldNode[] {
  const fragments = new Map<string, SelectionSetNode>();
  for (const each of document.definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each.selectionSet);
  }
  const fieldsIn = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((selection) => {
      const isSkipped = getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true;
      if (isSkipped || getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if === false) return [];
      if (selection.kind === Kind.FIELD) return [selection];
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      fragments.delete(selection.name.value);
      return fragment ? fieldsIn(fragment) : [];
    });
  return fieldsIn(selectionSet);
}

/** The text that names the changes that were made. */
export const madeText = (made: readonly string[]): string =>
  `These changes of the operation were made: ${made.join(', ')}.`;

/** Extends errors by the changes that were made but whose results are missing from the answer. */
export function withLostAnswers(
  errors: readonly GraphQLError[],
  made: readonly string[],
  data: unknown,
): GraphQLError[] {
  const isLost = (key: string) => !data || errors.some(({ path }) => path?.[0] === key);
  const lost = made.filter(isLost);
  if (lost.length === 0) return [...errors];
  return errors.map(({ message, nodes, path, extensions }) => {
    const textWithChanges = `${message} ${madeText(lost)} Read what they changed, and repeat none of them.`;
    return new GraphQLError(textWithChanges, {
      nodes: nodes ?? null,
      path: path ?? null,
      extensions: { ...extensions, made: lost },
    });
  });
}
