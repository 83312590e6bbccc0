import { compilationOf } from '@channel/graph';
import { operations } from '../http/v1.ts';

/*
 * `npm run operations`: every persisted operation of v1, and whether it is compiled to one statement or runs field by
 * field, with the reason. `npm run operations -- NAME` shows the statement of one; conditions of a request stand as `…`.
 */

const [wanted] = process.argv.slice(2);
const known = operations.all.filter(({ name }) => wanted === undefined || name === wanted);
if (known.length === 0) {
  console.error(`There is no operation ${wanted}.`);
  process.exitCode = 1;
}
for (const { name, kind, document } of known) {
  const compilation = kind === 'query' ? compilationOf(document) : { refused: 'a mutation' };
  const isCompiled = 'compiled' in compilation;
  console.log(`${name.padEnd(22)} ${isCompiled ? 'one statement' : `executed: ${compilation.refused}`}`);
  if (wanted !== undefined && isCompiled) console.log(`\n${compilation.compiled.explain()}`);
}
