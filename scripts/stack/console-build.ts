import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from '../set-up/lock.mjs';
import { step } from '../set-up/progress.mjs';
import { fingerprint, isPrepared, root } from '../set-up/project.mjs';
import { run } from '../set-up/run.mjs';

const SOURCES = [
  'apps/console',
  'packages/auth/src/visitor-address.ts',
  'packages/auth/src/secrets.ts',
  'packages/graph/schema.graphql',
  'package-lock.json',
  'tsconfig.base.json',
  'turbo.json',
];
const NO_SOURCES = /^(\.next|\.turbo|node_modules|next-env\.d\.ts|.*\.tsbuildinfo)$/;

const BUILT = join(root, 'apps', 'console', '.next');
const STAMP = join(BUILT, 'fingerprint');

function isBuilt(): boolean {
  if (!existsSync(join(BUILT, 'BUILD_ID')) || !existsSync(STAMP)) return false;
  return readFileSync(STAMP, 'utf8') === fingerprint(SOURCES, NO_SOURCES);
}

/** Builds the console, unless the existing build was made from the same sources. */
export async function buildConsole(): Promise<void> {
  // A copy that is built needs no right to write to it.
  if (isPrepared || isBuilt()) return;
  await exclusively('console-build', async () => {
    if (isBuilt()) return;
    await step('Building the console', () =>
      run('Building the console', join(root, 'node_modules', '.bin', 'turbo'), [
        'run',
        'build',
        '--filter=@channel/console',
      ]),
    );
    writeFileSync(STAMP, fingerprint(SOURCES, NO_SOURCES));
  });
}
