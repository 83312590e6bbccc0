import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { schema } from '@channel/graph';
import type { Settings } from '@channel/settings';
import { buildSchema } from 'graphql';
import { checkOperation, type OperationReport } from '../graphql/check-operation.ts';
import { type Audience, manifestOf } from '../graphql/manifest.ts';
import { type Finding, readToolOperations } from '../graphql/tool-operations.ts';
import { checkByApi } from './check-by-api.ts';

/** How a tool checks and registers its operations. */
export const REGISTER_HELP = `npm run operations -- check PATH…       checks the operations of a tool
npm run operations -- register PATH…    checks them, and writes them into the folder GRAPHQL_DOCUMENTS
  PATH                  a folder of .graphql and .ts files, one such file, or a manifest (….json)
  --to FILE             the manifest to write; default: the name of the first path, in the folder GRAPHQL_DOCUMENTS
  --audience partners   publishes them for partners; default: staff
  --schema FILE         checks against this schema.graphql instead of that of this version
  --url URL             lets the API check them that runs there (https://…/graphql), by its schema, limits and documents;
                        the environment variable GRAPHQL_TOKEN holds the bearer token`;

type Limits = Pick<Settings, 'graphqlCost' | 'graphqlDocuments'>;

type Environment = Limits & {
  /** The folder of relative paths. */
  from: string;
  /** The bearer token for `--url`. */
  token?: string | undefined;
};

/**
 * Checks the operations of a tool, and writes their manifest if there is no problem.
 *
 * @param command `check` writes nothing
 * @returns the lines to print, and one for each problem
 * @throws for a wrong command line, for a path that can't be read, and where the API checks nothing
 */
export async function registerOperations(
  command: 'check' | 'register',
  args: string[],
  { from, token, ...settings }: Environment,
): Promise<{ lines: string[]; problems: string[] }> {
  const given = (path: string) => resolve(from, path);
  const lines: string[] = [];
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      audience: { type: 'string' },
      schema: { type: 'string' },
      url: { type: 'string' },
    },
  });
  if (positionals.length === 0)
    throw new Error(`Name the folder or the manifest of the operations.\n\n${REGISTER_HELP}`);
  if (values.schema !== undefined && values.url !== undefined)
    throw new Error('--schema and --url exclude each other: an API has its own schema.');
  const audience = audienceOf(values.audience);
  const target = command === 'register' ? targetOf(values.to && given(values.to), positionals, settings) : undefined;
  const read = positionals.map((path) => readToolOperations(given(path), audience));
  const operations = read.flatMap((each) => each.operations);
  const problems = read.flatMap((each) => each.problems);
  const placeOf = (name: string) => {
    const file = read.map(({ files }) => files.get(name)).find((each) => each !== undefined);
    return file === undefined ? name : `${file}, ${name}`;
  };
  const warnings: Finding[] = [];
  const names = new Set<string>();
  for (const { name } of operations) {
    if (names.has(name)) problems.push({ at: placeOf(name), message: 'Another operation has the same name.' });
    names.add(name);
  }
  const { url } = values;
  const of = values.schema === undefined ? schema : buildSchema(readFileSync(given(values.schema), 'utf8'));
  const reports =
    url === undefined
      ? operations.map((operation) => checkOperation(operation, of, settings.graphqlCost))
      : await checkByApi(url, token, operations);
  for (const report of reports) {
    problems.push(...report.problems.map((message) => ({ at: placeOf(report.name), message })));
    warnings.push(...report.warnings.map((message) => ({ at: placeOf(report.name), message })));
    if (report.cost) lines.push(lineOf(report, report.cost));
  }
  if (operations.length === 0 && problems.length === 0)
    problems.push({ at: positionals.join(', '), message: 'There are no operations.' });
  lines.push(...warnings.map(({ at, message }) => `warning  ${at}: ${oneLine(message)}`));
  lines.push(`${counted(operations, 'operation')}, ${counted(warnings, 'warning')}, ${counted(problems, 'problem')}.`);
  if (target !== undefined && problems.length === 0) {
    writeFileSync(target, manifestOf(operations));
    lines.push(`Written to ${target}. The API runs what is in its folder GRAPHQL_DOCUMENTS from its next start on.`);
  }
  return { lines, problems: problems.map(({ at, message }) => `problem  ${at}: ${oneLine(message)}`) };
}

const counted = ({ length }: readonly unknown[], noun: string) => `${length} ${noun}${length === 1 ? '' : 's'}`;

/** What is printed of an operation that fits the schema. */
function lineOf(
  { name, type, id, execution, scopes, ...report }: OperationReport,
  cost: { usual: number; max: number },
) {
  const range = cost.max > cost.usual ? `${cost.usual} to ${cost.max}` : String(cost.usual);
  const known = [execution, neededBy(scopes), isThere(report.isRegistered)].filter((text) => text !== undefined);
  return `${name.padEnd(28)} ${[type, `cost ${range}`, ...known].join(', ')}\n${''.padEnd(28)} ${id}`;
}

const isThere = (isRegistered: boolean | undefined) =>
  isRegistered === undefined ? undefined : isRegistered ? 'registered there' : 'not registered there';

/** What a service account needs to send a document. */
function neededBy(scopes: OperationReport['scopes']): string | undefined {
  if (scopes === null) return 'for people alone';
  return scopes?.length === 0 ? 'no scope' : scopes?.join(' ');
}

const oneLine = (message: string): string => message.replaceAll(/\s+/g, ' ');

function targetOf(to: string | undefined, [first = '']: string[], { graphqlDocuments }: Limits): string {
  if (to) return to;
  if (graphqlDocuments === null) throw new Error('Set GRAPHQL_DOCUMENTS, or name the manifest by --to.');
  return join(graphqlDocuments, `${basename(first).replace(/\.(json|graphql|tsx?)$/, '')}.json`);
}

function audienceOf(text: string | undefined): Audience | undefined {
  if (text === undefined || text === 'staff' || text === 'partners') return text;
  throw new Error('--audience is staff or partners.');
}
