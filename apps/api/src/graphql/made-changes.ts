import {
  type DocumentNode,
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

/** An operation that ran. */
export type Executed = {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
};

type Variables = Readonly<Record<string, unknown>>;

/**
 * The changes of a mutation that were made although it failed, by the keys of their answers: its fields run one after the
 * other, up to the one that can't be null and failed. A field that failed below itself changed what it should.
 */
export function madeChanges(
  { schema, document, operationName, ...rest }: Executed,
  errors: readonly GraphQLError[],
): string[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'mutation') return [];
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], rest.variableValues ?? {});
  const keys = keysOf(operation, document, coerced);
  const failed = new Set(errors.map(({ path }) => path?.[0]));
  const last = keys.findLastIndex((key) => failed.has(key));
  return keys.slice(0, last + 1).filter((key) => !errors.some(({ path }) => path?.length === 1 && path[0] === key));
}

/** The keys of what a mutation selects. A fragment that is spread again adds none: each is read once. */
function keysOf({ selectionSet }: OperationDefinitionNode, document: DocumentNode, variables: Variables): string[] {
  const fragments = new Map<string, SelectionSetNode>();
  for (const each of document.definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each.selectionSet);
  }
  const keysIn = ({ selections }: SelectionSetNode): string[] =>
    selections.flatMap((selection) => {
      const isSkipped = getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true;
      if (isSkipped || getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if === false) return [];
      if (selection.kind === Kind.FIELD) return [(selection.alias ?? selection.name).value];
      if (selection.kind === Kind.INLINE_FRAGMENT) return keysIn(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      fragments.delete(selection.name.value);
      return fragment ? keysIn(fragment) : [];
    });
  return [...new Set(keysIn(selectionSet))];
}

/** What is told of changes that were made. */
export const madeText = (made: readonly string[]): string =>
  `These changes of the operation were made: ${made.join(', ')}.`;

/** Errors that say which changes were made though the answer does not hold what they answered. */
export function withLostAnswers(
  errors: readonly GraphQLError[],
  made: readonly string[],
  data: unknown,
): GraphQLError[] {
  const isLost = (key: string) => !data || errors.some(({ path }) => path?.[0] === key);
  const lost = made.filter(isLost);
  if (lost.length === 0) return [...errors];
  return errors.map(({ message, nodes, path, extensions }) => {
    const notified = `${message} ${madeText(lost)} Read what they changed, and repeat none of them.`;
    return new GraphQLError(notified, {
      nodes: nodes ?? null,
      path: path ?? null,
      extensions: { ...extensions, made: lost },
    });
  });
}
