import { loadSettings } from '@channel/settings';
import { persistedDocuments } from '../graphql/persisted.ts';

/*
 * `npm run operations`: every persisted document (of v1, of the console, of internal tools), and whether it is compiled to
 * one statement or runs field by field, with the reason. `npm run operations -- NAME` shows the statement of one, and the
 * id by which it is sent; what a request asks for stands as `…`.
 */

const [wanted] = process.argv.slice(2);
const { documents, unusable } = persistedDocuments(loadSettings(process.env));
const known = documents.filter(({ name }) => wanted === undefined || name === wanted);
if (known.length === 0) {
  console.error(`There is no operation ${wanted}.`);
  process.exitCode = 1;
}
for (const { id, owner, name, kind, compilation } of known) {
  const isCompiled = 'compiled' in compilation;
  const one = kind === 'mutation' ? 'answer by one statement' : 'one statement';
  console.log(`${owner.padEnd(8)}${name.padEnd(28)}${isCompiled ? one : `executed: ${compilation.refused}`}`);
  if (wanted === undefined) continue;
  console.log(`sha256:${id}`);
  if (isCompiled) console.log(`\n${compilation.compiled.explain()}`);
}
if (wanted === undefined)
  for (const { owner, name, reason } of unusable)
    console.log(`${owner.padEnd(8)}${name.padEnd(28)}left out: ${reason}`);
