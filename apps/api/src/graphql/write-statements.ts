import { writeFileSync } from 'node:fs';
import { statementFiles } from './statement-files.ts';

/* Part of `npm run generate`: writes the statements of the persisted operations, which reviewers read. */

for (const [path, text] of statementFiles()) writeFileSync(path, text);
