import { type ASTVisitor, GraphQLError, getNamedType, isIntrospectionType, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller } from './caller.ts';

/** The text before graphql-js' suggestions at the end of a message; a client's own text may contain it, too. */
const SUGGESTION = ' Did you mean ';
/** Maximum characters of a message. Messages repeat the client's text, which may be as long as a body. */
const LONGEST = 1_000;

/** Hides the schema from callers who may not read it: introspection and the suggestions of validation errors. */
export const guardedSchema = (mayIntrospect: (caller: Pick<Caller, 'by'>) => boolean): Plugin<Caller, Caller> => ({
  onValidate: ({ context, addValidationRule }) => {
    if (!mayIntrospect(context)) addValidationRule(noIntrospection);
  },
  onResultProcess: ({ result, setResult, serverContext }) => {
    if (!('errors' in result) || !result.errors) return;
    const isOpen = mayIntrospect(serverContext);
    setResult({ ...result, errors: result.errors.map((error) => publicError(error, isOpen)) });
  },
});

/** The same rule as in graphql-js, whose message does not say where the schema is. */
const noIntrospection = (context: ValidationContext): ASTVisitor => ({
  Field: (node) => {
    const type = getNamedType(context.getType());
    if (!type || !isIntrospectionType(type)) return;
    const message = 'Introspection is switched off: the schema is the file packages/graph/schema.graphql.';
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

/** An error without suggestions of names, unless the schema `isOpen`, and without a long text of the client. */
export function publicError(error: GraphQLError, isOpen: boolean): GraphQLError {
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
