import { join } from 'node:path';
import { checkExports } from '../packages/published.ts';
import { root } from '../set-up/project.mjs';
import { run } from '../set-up/run.mjs';
import { checkCompatibility } from './compatibility.ts';
import { type Result, verdict } from './result.ts';
import { checkVocabulary } from './vocabulary.ts';

const SOURCES = ['prisma', 'packages', 'apps', 'examples', 'e2e', 'scripts'];
const CORES = 2;

/** Format, lint, imports, types and public documents of all packages; two checks at a time. */
export async function staticChecks(): Promise<Result[]> {
  const checks: (() => Promise<Result>)[] = [
    // One program for all server packages: their types are read once.
    () => check('types of the server', 'tsc', ['-p', '.']),
    () =>
      check('types of the console', 'turbo', [
        'run',
        'typecheck',
        '--filter=@channel/console',
        '--output-logs=errors-only',
      ]),
    () => check('format and lint', 'biome', ['ci', '--colors=off', '--max-diagnostics=50', '.']),
    () => check('imports', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...SOURCES]),
    async () => verdict('vocabulary', checkVocabulary()),
    async () => verdict('exports of packages', checkExports()),
    async () => verdict('compatibility with the last release', await checkCompatibility()),
    () => check('types of the browser tests', 'tsc', ['-p', 'e2e']),
  ];
  const results: Result[] = [];
  const worker = async () => {
    for (let next = checks.shift(); next; next = checks.shift()) results.push(await next());
  };
  await Promise.all(Array.from({ length: CORES }, worker));
  return results;
}

async function check(name: string, program: string, args: string[]): Promise<Result> {
  try {
    await run(name, join(root, 'node_modules', '.bin', program), args);
    return verdict(name, undefined);
  } catch (error) {
    return verdict(name, error instanceof Error ? error.message : String(error));
  }
}
