import { type ASTVisitor, GraphQLError, getNamedType, isIntrospectionType, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller } from './caller.ts';

/** What graphql-js ends a message with; what a client sent may hold it, too. */
const SUGGESTION = ' Did you mean ';
/** Messages repeat what was sent, which may be as long as a body. */
const LONGEST = 1_000;

/** Keeps the schema from callers who may not read it: what it holds, and refusals that guess what was meant. */
export const guardedSchema = (mayIntrospect: (caller: Pick<Caller, 'by'>) => boolean): Plugin<Caller, Caller> => ({
  onValidate: ({ context, addValidationRule }) => {
    if (!mayIntrospect(context)) addValidationRule(noIntrospection);
  },
  onResultProcess: ({ result, setResult, serverContext }) => {
    if (!('errors' in result) || !result.errors) return;
    const isOpen = mayIntrospect(serverContext);
    setResult({ ...result, errors: result.errors.map((error) => notified(error, isOpen)) });
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

function notified(error: GraphQLError, isOpen: boolean): GraphQLError {
  const whole = isOpen ? error.message : withoutSuggestion(error.message);
  const message = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
  if (message === error.message) return error;
  const { nodes, source, positions, path, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

function withoutSuggestion(message: string): string {
  const at = message.lastIndexOf(SUGGESTION);
  return at === -1 || !message.endsWith('?') ? message : message.slice(0, at);
}
