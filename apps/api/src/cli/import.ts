import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { importDocument } from '../import/import-document.ts';
import { ImportRefused } from '../import/import-errors.ts';
import { openImport, printResult } from './import-program.ts';
import { refuseArguments } from './refuse-arguments.ts';

/* `npm run import FILE`: imports a whole business from a JSON document (docs/import.md). */

const USAGE = `Usage: npm run import FILE
       npm run import - < FILE

Imports the products, departures, people and other data of a business from a JSON document: all of it, or nothing.
docs/import.md describes the document. Existing records are updated to match it.`;

/** Reads the command line. Ends the program after `--help`, and on invalid arguments. */
function fileOfArguments(): string {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const [file, ...others] = positionals;
    if (!file || others.length > 0) throw new Error('Name one file.');
    return file;
  } catch (error) {
    refuseArguments(error, 'npm run import');
  }
}

const file = fileOfArguments();
const { options, end } = await openImport('channel-import');
try {
  const input = await readDocument(file);
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

/** The document of a file, or of the standard input for `-`, where a file may be of another user. */
async function readDocument(file: string): Promise<unknown> {
  const path = file === '-' ? 'standard input' : resolve(file);
  const reading = file === '-' ? text(process.stdin) : readFile(path, 'utf8');
  const document = await reading.catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `can't be read: ${error.message}`;
    throw new ImportRefused([{ path, message: reason }]);
  });
  try {
    return JSON.parse(document);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefused([{ path, message: `is not JSON: ${reason}` }]);
  }
}
