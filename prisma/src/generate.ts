import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { clientSchema } from './client-schema.ts';

/**
 * Generates the Prisma client and the Pothos types from `prisma/schema`, without any download.
 * Exits with Prisma's own status.
 */
const workspace = join(import.meta.dirname, '..');
const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');
const generators = [join(workspace, 'node_modules', '.bin'), join(workspace, '..', 'node_modules', '.bin')];

// The paths of the output are relative to it.
const derived = mkdtempSync(join(workspace, '.schema-'));
for (const file of readdirSync(join(workspace, 'schema')).filter((name) => name.endsWith('.prisma')))
  writeFileSync(join(derived, file), clientSchema(readFileSync(join(workspace, 'schema', file), 'utf8')));

const { status, error } = spawnSync(process.execPath, [cli, 'generate', '--no-hints', '--schema', derived], {
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
rmSync(derived, { recursive: true });
if (error) console.error(error.message);
process.exit(status ?? 1);
