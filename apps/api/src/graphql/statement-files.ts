import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Compilation, compilationOf, executionStrategyOf } from '@channel/graph';
import { getOperationAST, parse } from 'graphql';
import { loadOperation } from 'graphql-rest-router';
import { format } from 'sql-formatter';
import { persistedDocuments } from './persisted.ts';

/*
 * Beside each file of persisted operations stands a `.sql` file with what is compiled from it, so that a review shows how
 * a change of a document, of a SQL resolver or of the compiler changes the statements.
 */

type Operation = { name: string; compilation: Compilation };

/** How to read a statement. */
export const STATEMENT_LEGEND = `Each part is a column of one statement: the JSON of a root field, with all branches of @include.
$name is a value; … is what a request decides: conditions, order and page.`;

/** The statement files of v1, events, files and the console, as compiled now: their texts by their absolute paths. */
export function statementFiles(): Map<string, string> {
  const home = join(import.meta.dirname, '../..');
  const sources = globSync('src/**/*.graphql', { cwd: home })
    .sort()
    .map((file) => ({ file, document: parse(readFileSync(join(home, file), 'utf8')) }));
  const documents = sources.map(({ document }) => document);
  const files = new Map<string, string>();
  const add = (source: string, operations: readonly Operation[]) =>
    files.set(join(home, source.replace(/\.\w+$/, '.sql')), textOf(basename(source), operations));
  for (const { file, document } of sources) {
    if (!getOperationAST(document)) continue;
    const operation = loadOperation(document, documents);
    add(file, [{ name: operation.name, compilation: compilationOf(operation.document) }]);
  }
  const persisted = persistedDocuments({ graphqlDocuments: null }).documents;
  add(
    'operations/console.json',
    persisted.filter(({ owner }) => owner === 'console'),
  );
  return files;
}

function textOf(source: string, operations: readonly Operation[]): string {
  const generated = `Generated from ${source}: \`npm run generate\`.`;
  const isCompiled = operations.some(({ compilation }) => 'compiled' in compilation);
  const header = commented(isCompiled ? `${generated}\n${STATEMENT_LEGEND}` : generated);
  const sections = operations.flatMap(({ name, compilation }) => [
    commented(`${name}: ${executionStrategyOf(compilation)}`),
    ...('compiled' in compilation ? [statementOf(compilation.compiled)] : []),
  ]);
  return `${[header, ...sections].join('\n\n')}\n`;
}

const commented = (text: string): string => text.replace(/^/gm, '-- ');

/** The statement of a compiled operation, formatted for readers. */
export const statementOf = ({ explain }: { explain(): string }): string =>
  format(explain(), {
    language: 'postgresql',
    paramTypes: { custom: [{ regex: String.raw`\$[\w.]+|…` }] },
    expressionWidth: 100,
  });
