import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Part of `npm run generate`: writes the texts of the code into the catalogues in `src/texts` and compiles them for the
 * browser. With `--check` no file is written, and the script fails if a file is not up to date or a text is not
 * translated.
 */

const home = join(import.meta.dirname, '..');
const catalogues = join(home, 'src', 'texts');
const lingui = join(dirname(fileURLToPath(import.meta.resolve('@lingui/cli'))), 'lingui.js');

/** Runs a command of Lingui on the catalogues in a folder. @throws with its output */
function run(folder: string, ...args: string[]): void {
  const env = { ...process.env, CONSOLE_TEXTS: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [lingui, ...args], { cwd: home, env });
  if (status !== 0) throw new Error(`lingui ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

function write(folder: string, ...compileOptions: string[]): void {
  run(folder, 'extract', '--clean');
  run(folder, 'compile', ...compileOptions);
}

/** @throws with the files that are not up to date, or the texts that are not translated */
function check(): void {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  try {
    cpSync(catalogues, folder, { recursive: true });
    write(folder, '--strict');
    const files = [...new Set([catalogues, folder].flatMap((cwd) => globSync('*/*', { cwd })))].sort();
    const read = (from: string, file: string) =>
      globSync(file, { cwd: from }).map((each) => readFileSync(join(from, each), 'utf8'))[0];
    const old = files.filter((file) => read(catalogues, file) !== read(folder, file));
    if (old.length > 0) throw new Error(`Not up to date: ${old.join(', ')}. Run: npm run generate`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv.includes('--check')) check();
else write(catalogues);
