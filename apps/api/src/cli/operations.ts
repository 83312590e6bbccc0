import { executionStrategyOf } from '@channel/graph';
import { loadSettings } from '@channel/settings';
import { manifestOf } from '../graphql/manifest.ts';
import { type PersistedDocument, persistedDocuments } from '../graphql/persisted.ts';
import { STATEMENT_LEGEND, statementOf } from '../graphql/statement-files.ts';
import { REGISTER_HELP, registerOperations } from './register-operations.ts';

/*
 * `npm run operations`: every persisted document (of v1, of the console, of internal tools), and whether it is compiled
 * to one statement or runs field by field, with the reason. The statements of v1 and the console are also checked in, as
 * `.sql` files beside the documents. Tools check and register their operations by it (docs/graphql.md).
 */

const HELP = `npm run operations             lists every persisted document and its execution strategy
npm run operations -- NAME     shows the id and the statement of one document
npm run operations -- manifest prints all of them as one manifest
${REGISTER_HELP}`;

const LEGEND = `
"executed" documents run field by field through Prisma: the answer is the same, but much slower. Queries of the console and
all documents of v1 declare it with @executed; without it the start ends. Reasons:
  has no plan                    its root field does not say which rows it reads (packages/graphql-sql/src/plans.ts)
  has no SQL resolver            a field is computed in TypeScript and declares no SQL resolver (packages/graphql-sql/src/sql-resolvers.ts)
"left out" documents can't be sent. "after a preflight query" means that another query runs first.`;

const line = (owner: string, name: string, how: string) => console.log(`${owner.padEnd(8)}${name.padEnd(28)} ${how}`);

function list({ documents, unusable }: ReturnType<typeof persistedDocuments>): void {
  for (const { owner, name, compilation } of documents) line(owner, name, executionStrategyOf(compilation));
  for (const { owner, name, reason } of unusable) line(owner, name, `left out: ${reason}`);
  const compiled = documents.filter(({ compilation }) => 'compiled' in compilation).length;
  console.log(`\n${compiled} of ${documents.length} are compiled, ${unusable.length} left out.\n${LEGEND}`);
}

/** @returns whether an operation has this name */
function show(wanted: string, { documents, unusable }: ReturnType<typeof persistedDocuments>): boolean {
  const known = documents.filter(({ name }) => name === wanted);
  const left = unusable.filter(({ name }) => name.replace(/\.graphql$/, '').toLowerCase() === wanted.toLowerCase());
  for (const { id, owner, name, compilation } of known) {
    line(owner, name, executionStrategyOf(compilation));
    console.log(id);
    if ('compiled' in compilation) console.log(`\n${STATEMENT_LEGEND}\n\n${statementOf(compilation.compiled)}\n`);
  }
  for (const { owner, name, reason } of left) line(owner, name, `left out: ${reason}`);
  return known.length + left.length > 0;
}

/** A document as an entry of a manifest, with its owner. */
const entryOf = ({ id, name, kind, text, audience, owner }: PersistedDocument) => ({
  id,
  name,
  type: kind,
  body: text,
  audience,
  owner,
});

const [wanted, ...rest] = process.argv.slice(2);
try {
  if (wanted === '--help' || wanted === '-h') console.log(HELP);
  else if (wanted === 'check' || wanted === 'register') {
    const settings = loadSettings(process.env);
    // npm itself runs in the folder of the API, also for a tool of another repository.
    const { INIT_CWD: from = '.', GRAPHQL_TOKEN: token } = process.env;
    const { lines, problems } = await registerOperations(wanted, rest, { ...settings, from, token });
    console.log(lines.join('\n'));
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } else {
    const all = persistedDocuments(loadSettings(process.env));
    if (wanted === undefined) list(all);
    else if (wanted === 'manifest') process.stdout.write(manifestOf(all.documents.map(entryOf)));
    else if (!show(wanted, all)) throw new Error(`There is no operation ${wanted}; \`npm run operations\` lists them.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.disconnect?.();
