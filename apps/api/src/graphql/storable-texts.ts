import { isStorable } from '@channel/graph';
import { type ASTVisitor, GraphQLError, type StringValueNode, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const refusal = (node?: StringValueNode) =>
  new GraphQLError('Texts must be without NUL and without broken characters.', {
    nodes: node,
    extensions: { code: 'BAD_USER_INPUT' },
  });

/** Refuses texts that the database can't take, in variables and within the document, before anything runs. */
export const storableTexts: Plugin = {
  onParams: ({ params, setResult }) => {
    if (!holdsStorableTexts(params.variables)) setResult({ errors: [refusal()] });
  },
  onValidate: ({ addValidationRule }) => addValidationRule(storableLiterals),
};

const storableLiterals = (context: ValidationContext): ASTVisitor => ({
  StringValue: (node) => {
    if (!isStorable(node.value)) context.reportError(refusal(node));
  },
});

/** Whether the database can take every text of some variables. Without recursion: a body can be nested deeper than the stack. */
export function holdsStorableTexts(variables: unknown): boolean {
  const open = [variables];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') {
      if (!isStorable(value)) return false;
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) open.push(name, member);
    }
  }
  return true;
}
