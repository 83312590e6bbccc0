import { mannerOf } from '@channel/graph';
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
for (const { id, owner, name, compilation } of known) {
  console.log(`${owner.padEnd(8)}${name.padEnd(28)}${mannerOf(compilation)}`);
  if (wanted === undefined) continue;
  console.log(`sha256:${id}`);
  if ('compiled' in compilation) console.log(`\n${compilation.compiled.explain()}`);
}
if (wanted === undefined)
  for (const { owner, name, reason } of unusable)
    console.log(`${owner.padEnd(8)}${name.padEnd(28)}left out: ${reason}`);
