import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { importDocument } from '../import/import-document.ts';
import { ImportRefused } from '../import/import-errors.ts';
import { openImport, printResult } from './import-program.ts';

/* `npm run import FILE`: imports a whole business from a JSON document (docs/import.md). */

const USAGE = `Usage: npm run import FILE

Imports the products, departures, people and other data of a business from a JSON document: all of it, or nothing.
docs/import.md describes the document. Existing records are updated to match it.`;

const [file] = process.argv.slice(2);
if (file === '--help' || file === '-h') {
  console.log(USAGE);
  process.exit(0);
}
if (!file) {
  console.error(USAGE);
  process.exit(2);
}
const { options, end } = openImport('channel-import');
try {
  const input = await readDocument(resolve(file));
  const result = await importDocument(input, { ...options, folder: dirname(resolve(file)) });
  printResult(result);
} catch (error) {
  if (!(error instanceof ImportRefused)) throw error;
  console.error(error.message);
  console.error('Nothing was written.');
  process.exitCode = 1;
} finally {
  await end();
}

async function readDocument(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `can't be read: ${error.message}`;
    throw new ImportRefused([{ path, message: reason }]);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefused([{ path, message: `is not JSON: ${reason}` }]);
  }
}
