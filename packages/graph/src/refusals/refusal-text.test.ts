import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import de from './de.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import { refusalText } from './refusal-text.ts';

const PACKAGES = join(import.meta.dirname, '..', '..', '..');
const SOURCES = globSync('{graph,webhooks}/src/**/*.ts', { cwd: PACKAGES, exclude: ['**/*.test.ts', '**/testing/**'] })
  .map((file) => join(PACKAGES, file))
  .sort();

/** The argument with the text, by the function that makes the error. */
const MAKERS: Record<string, number> = {
  conflict: 0,
  forbidden: 0,
  notFound: 0,
  RefusedAddress: 0,
  DomainError: 1,
};

/** Expressions whose text is that of an error that is made elsewhere. */
const ELSEWHERE = new Set(['message', 'error.message', 'refusal', 'expected']);

/** The texts of expected errors in the sources, with `{}` for values. */
function textsIn(file: string, found: Map<string, string>, constants: ReadonlyMap<string, string>): void {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const note = (node: ts.Expression | undefined): void => {
    if (!node) return;
    if (ts.isConditionalExpression(node)) {
      note(node.whenTrue);
      note(node.whenFalse);
      return;
    }
    const text = textOf(node) ?? constants.get(node.getText());
    if (text !== undefined) found.set(text, file);
    else if (!ELSEWHERE.has(node.getText())) found.set(`?? ${node.getText()}`, file);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.name.text
        : node.expression.getText();
      if (Object.hasOwn(MAKERS, name)) note(node.arguments?.[MAKERS[name] ?? 0]);
      if (name === 'add' && node.arguments?.[0] && ts.isArrayLiteralExpression(node.arguments[0]))
        note(node.arguments[1]);
    }
    if (
      ts.isPropertyAssignment(node) &&
      /^(message|expected)$/.test(node.name.getText()) &&
      !ts.isCallExpression(node.initializer)
    )
      note(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

/** Constants in capitals whose value is a text. */
function constantsIn(file: string, found: Map<string, string>): void {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && /^[A-Z_]+$/.test(node.name.getText()) && node.initializer) {
      const text = textOf(node.initializer);
      if (text !== undefined) found.set(node.name.getText(), text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

const constants = new Map<string, string>();
for (const file of SOURCES) constantsIn(file, constants);
const texts = new Map<string, string>();
for (const file of SOURCES) textsIn(file, texts, constants);

const CATALOGUES: Record<string, Record<string, string>> = { nl, de };

describe.each(Object.entries(CATALOGUES))('the texts of errors in %s', (_language, catalogue) => {
  it('are complete', () => {
    const missing = [...texts].filter(([text]) => !Object.hasOwn(catalogue, text)).map(([text]) => text);
    expect(missing).toEqual([]);
  });

  it('are those of the sources', () => {
    expect(Object.keys(catalogue).filter((text) => !texts.has(text))).toEqual([]);
  });

  it('have the same values', () => {
    const count = (text: string) => text.match(/\{\d*\}/g)?.length ?? 0;
    expect(Object.entries(catalogue).filter(([text, translation]) => count(text) !== count(translation))).toEqual([]);
  });
});

it('translates values that are texts themselves', () => {
  expect(refusalText('Saved view not found.', 'nl')).toBe('Opgeslagen weergave niet gevonden.');
  expect(refusalText('Saved view not found.', 'en')).toBe('Saved view not found.');
});

it('puts values where the language has them', () => {
  expect(refusalText('The selection now has 12 deliveries, not 11. Review it again.', 'de')).toBe(
    'Die Auswahl hat jetzt 12 Zustellungen statt 11. Bitte prüfen Sie sie erneut.',
  );
});

it.each(['fr', '__proto__', 'constructor', ''])('leaves texts English for %j', (language) => {
  expect(refusalText('Saved view not found.', language)).toBe('Saved view not found.');
});

it('leaves unknown texts and texts with long values', () => {
  expect(refusalText('Something else.', 'nl')).toBe('Something else.');
  const long = `must hold at most ${'9'.repeat(2_000)} tags.`;
  expect(refusalText(long, 'nl')).toBe(long);
});
