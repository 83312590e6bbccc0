import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/**
 * Generates the Prisma client and the Pothos types from `prisma/schema`, without any download.
 * Exits with Prisma's own status.
 */
const workspace = join(import.meta.dirname, '..');
const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
const generators = [join(workspace, 'node_modules', '.bin'), join(workspace, '..', 'node_modules', '.bin')];

const { status, error } = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
  cwd: workspace,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: [dirname(process.execPath), ...generators, process.env.PATH].join(delimiter),
    // Prisma downloads its schema engine unless this names an existing executable; `generate` never runs it.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
});
if (error) console.error(error.message);
process.exit(status ?? 1);
