import { executionStrategyOf } from '@channel/graph';
import { loadSettings } from '@channel/settings';
import { persistedDocuments } from '../graphql/persisted.ts';

/*
 * `npm run operations`: every persisted document (of v1, of the console, of internal tools), and whether it is compiled to
 * one statement or runs field by field, with the reason.
 */

const HELP = `npm run operations             lists every persisted document, and how it is answered
npm run operations -- NAME     shows the id by which one is sent, and its statement`;

const LEGEND = `
"executed" runs field by field through Prisma, at a fraction of the rate, with the same answer. Why:
  has no plan                    its root field does not say which rows it reads (packages/graph/src/compiler/plans.ts)
  has a resolver without a twin  a field is computed in TypeScript, and says no SQL beside it (packages/graph/src/compiler/sql-resolvers.ts)
"left out" can't be sent at all. "after a look-up" asks the database something before.`;

const ABOUT_STATEMENTS = `One statement; each of these is a column of it, the JSON of a root field. $ stands for a value that is bound, … for the condition,
order and page that a request asks for; branches of @include are all there.`;

const line = (owner: string, name: string, how: string) => console.log(`${owner.padEnd(8)}${name.padEnd(28)} ${how}`);

function list({ documents, unusable }: ReturnType<typeof persistedDocuments>): void {
  for (const { owner, name, compilation } of documents) line(owner, name, executionStrategyOf(compilation));
  for (const { owner, name, reason } of unusable) line(owner, name, `left out: ${reason}`);
  const compiled = documents.filter(({ compilation }) => 'compiled' in compilation).length;
  console.log(`\n${compiled} of ${documents.length} are compiled, ${unusable.length} left out.\n${LEGEND}`);
}

/** @returns whether there is one of this name */
function show(wanted: string, { documents, unusable }: ReturnType<typeof persistedDocuments>): boolean {
  const known = documents.filter(({ name }) => name === wanted);
  const left = unusable.filter(({ name }) => name.replace(/\.graphql$/, '').toLowerCase() === wanted.toLowerCase());
  for (const { id, owner, name, compilation } of known) {
    line(owner, name, executionStrategyOf(compilation));
    console.log(`sha256:${id}`);
    if ('compiled' in compilation) console.log(`\n${ABOUT_STATEMENTS}\n\n${compilation.compiled.explain()}\n`);
  }
  for (const { owner, name, reason } of left) line(owner, name, `left out: ${reason}`);
  return known.length + left.length > 0;
}

const [wanted] = process.argv.slice(2);
try {
  if (wanted === '--help' || wanted === '-h') console.log(HELP);
  else {
    const all = persistedDocuments(loadSettings(process.env));
    if (wanted === undefined) list(all);
    else if (!show(wanted, all)) throw new Error(`There is no operation ${wanted}; \`npm run operations\` lists them.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.disconnect?.();
