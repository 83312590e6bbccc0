import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller } from './caller.ts';

const SUGGESTION = / Did you mean [\s\S]*\?$/;

/** Keeps the schema from callers who may not read it: what it holds, and refusals that guess what was meant. */
export const guardedSchema = (mayIntrospect: (caller: Pick<Caller, 'by'>) => boolean): Plugin<Caller, Caller> => ({
  onValidate: ({ context, addValidationRule }) => {
    if (!mayIntrospect(context)) addValidationRule(NoSchemaIntrospectionCustomRule);
  },
  onResultProcess: ({ result, setResult, serverContext }) => {
    if (mayIntrospect(serverContext) || !('errors' in result) || !result.errors) return;
    setResult({ ...result, errors: result.errors.map(withoutSuggestion) });
  },
});

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const message = error.message.replace(SUGGESTION, '');
  if (message === error.message) return error;
  const { nodes, source, positions, path, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}
