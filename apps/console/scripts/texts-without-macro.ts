import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const SOURCES = join(import.meta.dirname, '..', 'src');

/** Macros whose content is extracted into the catalogues. */
const MACROS = new Set(['Trans', 'Plural', 't', 'msg', 'plural', 'select', 'selectOrdinal']);

/** Calls whose texts no reader of the console sees: documents, errors of programs, names of keys and events. */
const NOT_SHOWN = new Set([
  'graphql',
  'Error',
  'Problem',
  'require',
  'import',
  'addEventListener',
  'removeEventListener',
  'querySelector',
  'querySelectorAll',
  'closest',
  'get',
  'set',
  'has',
  'append',
  'startsWith',
  'getItem',
  'setItem',
]);

/** Properties and attributes whose value is no text for readers. */
const NOT_TEXT =
  /^(className|style|key|href|src|type|id|d|viewBox|fontFamily|media|rel|pattern|accept|autoComplete|colorScheme|aria-keyshortcuts)$/;

/** Names of keys of the keyboard as events have them, and names that are the same in every language. */
const SAME = new Set([
  'Enter',
  'Escape',
  'WhatsApp',
  'Channel',
  'GetOrder',
  'Problem',
  'English',
  'Nederlands',
  'Deutsch',
]);

/** A word with a capital, or several words; whatever stands between tags is a text. */
const PROSE = /^[^a-z]*[A-Z][a-z]+|\p{L}{2,} \p{L}/u;

const isProse = (text: string) => PROSE.test(text) && !SAME.has(text.trim());

/** The texts of the console that stand in the code without a macro, as `file:line: text`. */
export const textsWithoutMacro = (): string[] =>
  globSync('**/*.{ts,tsx}', {
    cwd: SOURCES,
    exclude: ['**/*.test.ts', '**/testing/**', 'gql/**', 'texts/**', 'lib/server/**'],
  })
    .sort()
    .flatMap((file) => textsIn(readFileSync(join(SOURCES, file), 'utf8'), file));

/** The texts without a macro in a source. */
export function textsIn(content: string, file: string): string[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isHidden(node)) return;
    const text = textOf(node);
    if (text !== undefined && (ts.isJsxText(node) ? /\p{L}/u.test(text) && !SAME.has(text.trim()) : isProse(text))) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1}: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 80)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(' ');
  return undefined;
}

/** Whether nothing in the node is a text for readers that still needs a macro. */
function isHidden(node: ts.Node): boolean {
  if (ts.isSourceFile(node)) return false;
  if (ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression)) return true;
  // The key of a table.
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isAsExpression(node) && !ts.isObjectLiteralExpression(node.expression) && node.type.getText() === 'const')
    return true;
  if (ts.isTaggedTemplateExpression(node)) return MACROS.has(calleeOf(node.tag));
  if (ts.isJsxElement(node)) return MACROS.has(node.openingElement.tagName.getText());
  if (ts.isJsxSelfClosingElement(node)) return MACROS.has(node.tagName.getText());
  if (ts.isJsxAttribute(node)) return NOT_TEXT.test(node.name.getText());
  if (ts.isPropertyAssignment(node)) return NOT_TEXT.test(node.name.getText());
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const name = calleeOf(node.expression);
    return MACROS.has(name) || NOT_SHOWN.has(name);
  }
  if (ts.isBinaryExpression(node)) return /^[!=]==$/.test(node.operatorToken.getText());
  return false;
}

/** `t` of `t(i18n)`, `x.get` and `get`. */
function calleeOf(node: ts.Node): string {
  if (ts.isCallExpression(node)) return calleeOf(node.expression);
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return node.getText();
}
