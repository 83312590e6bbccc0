import { isStorable } from '@channel/graph';
import { type ASTVisitor, GraphQLError, type StringValueNode, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { NOT_STORABLE, refusedVariables } from './refused-variables.ts';

const refusal = (message: string, node?: StringValueNode) =>
  new GraphQLError(message, { nodes: node, extensions: { code: 'BAD_USER_INPUT' } });

/**
 * Before the operation runs, refuses variables that are too large, and texts in variables or in the document that the
 * database can't store.
 */
export const storableTexts: Plugin = {
  onParams: ({ params, setResult }) => {
    const message = refusedVariables(params.variables);
    if (message !== undefined) setResult({ errors: [refusal(message)] });
  },
  onValidate: ({ addValidationRule }) => addValidationRule(storableLiterals),
};

const storableLiterals = (context: ValidationContext): ASTVisitor => ({
  StringValue: (node) => {
    if (!isStorable(node.value)) context.reportError(refusal(NOT_STORABLE, node));
  },
});
