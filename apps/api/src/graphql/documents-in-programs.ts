import ts from 'typescript';

/** A document in a program, and the number of lines before it. */
export type FoundText = { text: string; begins: number };

const FUNCTIONS = ['graphql', 'gql'];

/**
 * The documents in a program in TypeScript or JavaScript: the first arguments of `graphql` and `gql`, and what these are
 * the tags of. One with an interpolation is given as it is written, and so is no valid document.
 *
 * @param file its ending says which language it is
 */
export function documentsIn(file: string, program: string): FoundText[] {
  // JavaScript may hold elements, too; only in TypeScript without them, `<T>` before a value is a type.
  const kind = /\.[cm]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  const source = ts.createSourceFile(file, program, ts.ScriptTarget.Latest, false, kind);
  const found: FoundText[] = [];
  const visit = (node: ts.Node): void => {
    const literal = literalOf(node);
    if (literal) {
      const text = ts.isStringLiteralLike(literal) ? literal.text : literal.getText(source).slice(1, -1);
      found.push({ text, begins: source.getLineAndCharacterOfPosition(literal.getStart(source)).line });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function literalOf(node: ts.Node): ts.StringLiteralLike | ts.TemplateExpression | undefined {
  if (ts.isTaggedTemplateExpression(node)) return isMeant(node.tag) ? node.template : undefined;
  if (!ts.isCallExpression(node) || !isMeant(node.expression)) return undefined;
  const [first] = node.arguments;
  return first && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)) ? first : undefined;
}

const isMeant = (node: ts.Expression): boolean => ts.isIdentifier(node) && FUNCTIONS.includes(node.text);
