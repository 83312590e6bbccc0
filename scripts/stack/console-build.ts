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

/** Builds the console, unless the existing build was made from the same sources. */
export async function buildConsole(): Promise<void> {
  if (isPrepared) return;
  await exclusively('console-build', async () => {
    const built = join(root, 'apps', 'console', '.next');
    const stamp = join(built, 'fingerprint');
    const current = fingerprint(SOURCES, NO_SOURCES);
    if (existsSync(join(built, 'BUILD_ID')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
    await step('Building the console', () =>
      run('Building the console', join(root, 'node_modules', '.bin', 'turbo'), [
        'run',
        'build',
        '--filter=@channel/console',
      ]),
    );
    writeFileSync(stamp, fingerprint(SOURCES, NO_SOURCES));
  });
}
