import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Nested repetitions that are linear nevertheless: the repeated part begins with, or ends at, a character that its
 * inner repetition excludes, so that a text matches in one way only. Check this before you add one.
 */
const UNAMBIGUOUS = [
  '^\\s*(<\\?xml[^>]*\\?>\\s*)?(<!--(?:(?!-->)[\\s\\S])*-->\\s*)*<svg[\\s>]',
  '^[A-Z][A-Za-z]+(\\/[A-Za-z0-9_+-]+)+$',
];

/** Source files that parse texts of clients and of files. */
const SOURCE = '{apps/api,apps/console,packages/*,prisma,scripts}/{src,seed,scripts,stack,set-up}/**/*.{ts,tsx}';
const NOT_SHIPPED = /\.test\.ts$|\/testing\//;

/** Whether a regular expression has an unbounded repetition within an unbounded repetition. */
function repeatsRepeated(source: string): boolean {
  const open = [false];
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (sign === '[') at = endOfClass(source, at);
    else if (sign === '(') open.push(false);
    else if (sign === ')') {
      const inside = open.pop() ?? false;
      if (inside && isEndless(source, at + 1)) return true;
      if (inside) open[open.length - 1] = true;
    } else if (isEndless(source, at)) open[open.length - 1] = true;
  }
  return false;
}

const isEndless = (source: string, at: number) => /^(?:[*+]|\{\d+,\})/.test(source.slice(at, at + 12));

function endOfClass(source: string, start: number): number {
  let at = start + 1;
  while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at;
}

function literalsOf(path: string): string[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, false, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text.slice(1, node.text.lastIndexOf('/')));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it('recognizes nested unbounded repetitions', () => {
  for (const source of ['(a+)+', '(?:a*b?)*', '(<!--[\\s\\S]*?-->\\s*)*<svg', '((a{2,})b)+', '([\\])]+)*'])
    expect([source, repeatsRepeated(source)]).toEqual([source, true]);
  for (const source of ['(a+)?', '(?:ab)*', '\\(a+\\)+', '([(a+)]b)*', 'a+(b{1,3})*', '(a{2})+'])
    expect([source, repeatsRepeated(source)]).toEqual([source, false]);
});

it('no shipped regular expression can take exponential time', () => {
  const files = globSync(SOURCE, { cwd: ROOT }).filter((path) => !NOT_SHIPPED.test(path));
  const literals = files.flatMap(literalsOf);
  expect(literals.length).toBeGreaterThan(150);
  expect(new Set(literals.filter(repeatsRepeated))).toEqual(new Set(UNAMBIGUOUS));
});
