import { writeFileSync } from 'node:fs';
import { checkStrategies, isOwnOperation, StrategyError } from './check-strategies.ts';
import { persistedDocuments } from './persisted.ts';
import { statementFiles } from './statement-files.ts';

/*
 * Part of `npm run generate`: writes the statements of the persisted operations, which reviewers read. It fails for
 * operations with which the API would not start.
 */

for (const [path, text] of statementFiles()) writeFileSync(path, text);
try {
  checkStrategies(persistedDocuments({ graphqlDocuments: null }).documents.filter(isOwnOperation));
} catch (error) {
  if (!(error instanceof StrategyError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
