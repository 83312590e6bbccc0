import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compilationOf, executionStrategyOf, schema, scopesOf } from '@channel/graph';
import type { Settings } from '@channel/settings';
import { buildSchema, type DocumentNode } from 'graphql';
import { checkOperation } from '../graphql/check-operation.ts';
import { type Audience, manifestOf } from '../graphql/manifest.ts';
import { type Finding, readToolOperations } from '../graphql/tool-operations.ts';

/** How a tool checks and registers its operations. */
export const REGISTER_HELP = `npm run operations -- check PATH…       checks the operations of a tool
npm run operations -- register PATH…    checks them, and writes them into the folder GRAPHQL_DOCUMENTS
  PATH                  a folder of .graphql files, one such file, or a manifest (….json)
  --to FILE             the manifest to write; default: the name of the first path, in the folder GRAPHQL_DOCUMENTS
  --audience partners   publishes them for partners; default: staff
  --schema FILE         checks against this schema.graphql instead of that of this version`;

type Limits = Pick<Settings, 'graphqlCost' | 'graphqlDocuments'>;

/**
 * Checks the operations of a tool, and writes their manifest if there is no problem.
 *
 * @param command `check` writes nothing
 * @param from the folder of relative paths
 * @returns the lines to print, and one for each problem
 * @throws for a wrong command line, and for a path that can't be read
 */
export function registerOperations(
  command: 'check' | 'register',
  args: string[],
  { from, ...settings }: Limits & { from: string },
): { lines: string[]; problems: string[] } {
  const given = (path: string) => resolve(from, path);
  const lines: string[] = [];
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: 'string' }, audience: { type: 'string' }, schema: { type: 'string' } },
  });
  if (positionals.length === 0)
    throw new Error(`Name the folder or the manifest of the operations.\n\n${REGISTER_HELP}`);
  const audience = audienceOf(values.audience);
  const target = command === 'register' ? targetOf(values.to && given(values.to), positionals, settings) : undefined;
  const read = positionals.map((path) => readToolOperations(given(path), audience));
  const operations = read.flatMap((each) => each.operations);
  const problems = read.flatMap((each) => each.problems);
  const warnings: Finding[] = [];
  const names = new Set<string>();
  const of = values.schema === undefined ? schema : buildSchema(readFileSync(given(values.schema), 'utf8'));
  for (const operation of operations) {
    const { name, type, id } = operation;
    const { document, cost, ...found } = checkOperation(operation, of, settings.graphqlCost);
    if (names.has(name)) found.problems.push('Another operation has the same name.');
    names.add(name);
    problems.push(...found.problems.map((message) => ({ at: name, message })));
    warnings.push(...found.warnings.map((message) => ({ at: name, message })));
    if (!document || !cost) continue;
    const range = cost.max > cost.usual ? `${cost.usual} to ${cost.max}` : String(cost.usual);
    // Only the schema of this version knows its statements and scopes.
    const more = of === schema ? [executionStrategyOf(compilationOf(document)), neededBy(document)] : [];
    lines.push(`${name.padEnd(28)} ${[type, `cost ${range}`, ...more].join(', ')}\n${''.padEnd(28)} ${id}`);
  }
  if (operations.length === 0 && problems.length === 0)
    problems.push({ at: positionals.join(', '), message: 'There are no operations.' });
  lines.push(...warnings.map(({ at, message }) => `warning  ${at}: ${oneLine(message)}`));
  lines.push(`${operations.length} operations, ${warnings.length} warnings, ${problems.length} problems.`);
  if (target !== undefined && problems.length === 0) {
    writeFileSync(target, manifestOf(operations));
    lines.push(`Written to ${target}. The API runs them after its next start.`);
  }
  return { lines, problems: problems.map(({ at, message }) => `problem  ${at}: ${oneLine(message)}`) };
}

/** What a service account needs to send a document. */
function neededBy(document: DocumentNode): string {
  const scopes = scopesOf(schema, document);
  if (scopes === null) return 'for people alone';
  return scopes.length === 0 ? 'no scope' : scopes.join(' ');
}

const oneLine = (message: string): string => message.replaceAll(/\s+/g, ' ');

function targetOf(to: string | undefined, [first = '']: string[], { graphqlDocuments }: Limits): string {
  if (to) return to;
  if (graphqlDocuments === null) throw new Error('Set GRAPHQL_DOCUMENTS, or name the manifest by --to.');
  return join(graphqlDocuments, `${basename(first).replace(/\.(json|graphql)$/, '')}.json`);
}

function audienceOf(text: string | undefined): Audience | undefined {
  if (text === undefined || text === 'staff' || text === 'partners') return text;
  throw new Error('--audience is staff or partners.');
}
