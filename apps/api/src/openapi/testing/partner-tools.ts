import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const API = join(import.meta.dirname, '..', '..', '..');
const SOURCE = join(API, 'partner-tools');
const FOLDER = join(API, '..', '..', '.data', 'checks', 'partner-tools');

const execute = promisify(execFile);

/** Programs that partners use, in their own folder: they are large, and only the long tests need them. */
export type PartnerTools = {
  folder: string;
  /** Runs a script of a package with Node, in the folder. @returns its output; @throws with its output if it failed */
  run(script: string, args: readonly string[]): Promise<string>;
};

/** Installs the programs of `apps/api/partner-tools`, in the versions of its lock file, and copies its sources. */
export async function partnerTools(): Promise<PartnerTools> {
  const lock = 'package-lock.json';
  const isInstalled =
    existsSync(join(FOLDER, 'node_modules')) &&
    readFileSync(join(FOLDER, lock)).equals(readFileSync(join(SOURCE, lock)));
  if (!isInstalled) rmSync(FOLDER, { recursive: true, force: true });
  for (const made of ['generated', 'built']) rmSync(join(FOLDER, made), { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  cpSync(SOURCE, FOLDER, { recursive: true, filter: (file) => !file.includes('node_modules') });
  // The project's own Node comes first, because some programs need a newer one than the machine has.
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), NO_COLOR: '1' };
  if (!isInstalled) {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
    await execute('npm', ['ci', ...options], { cwd: FOLDER, env });
  }
  return {
    folder: FOLDER,
    async run(script, args) {
      try {
        const { stdout } = await execute(process.execPath, [join('node_modules', script), ...args], {
          cwd: FOLDER,
          env,
          maxBuffer: 64 * 1_024 * 1_024,
        });
        return stdout;
      } catch (error) {
        const printed = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
        throw new Error(`${script} failed:\n${printed.slice(-4_000)}`, { cause: error });
      }
    },
  };
}
