import { type ASTVisitor, GraphQLError, getNamedType, isIntrospectionType, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller } from './caller.ts';

const SUGGESTION = / Did you mean [\s\S]*\?$/;

/** Keeps the schema from callers who may not read it: what it holds, and refusals that guess what was meant. */
export const guardedSchema = (mayIntrospect: (caller: Pick<Caller, 'by'>) => boolean): Plugin<Caller, Caller> => ({
  onValidate: ({ context, addValidationRule }) => {
    if (!mayIntrospect(context)) addValidationRule(noIntrospection);
  },
  onResultProcess: ({ result, setResult, serverContext }) => {
    if (mayIntrospect(serverContext) || !('errors' in result) || !result.errors) return;
    setResult({ ...result, errors: result.errors.map(withoutSuggestion) });
  },
});

/** As graphql-js' own rule, which does not say where the schema is. */
const noIntrospection = (context: ValidationContext): ASTVisitor => ({
  Field: (node) => {
    const type = getNamedType(context.getType());
    if (!type || !isIntrospectionType(type)) return;
    const message = 'Introspection is switched off: the schema is the file packages/graph/schema.graphql.';
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const message = error.message.replace(SUGGESTION, '');
  if (message === error.message) return error;
  const { nodes, source, positions, path, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}
