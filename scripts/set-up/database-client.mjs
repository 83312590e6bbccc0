import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { step } from './progress.mjs';
import { fingerprint, ownNode, root } from './project.mjs';
import { run } from './run.mjs';

const generated = join(root, 'prisma', 'src', 'generated');
const stamp = join(generated, '.fingerprint');

/** Generates the database client from the schema, unless the existing one was generated from the same files. */
export async function generateDatabaseClient() {
  const current = fingerprint([
    'prisma/schema',
    'prisma/package.json',
    'prisma/src/generate.ts',
    'prisma/src/client-schema.ts',
    'prisma/src/table-map-generator.ts',
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  await step('Generating the database client', () =>
    run('Generating the database client', ownNode, [join(root, 'prisma', 'src', 'generate.ts')]),
  );
  writeFileSync(stamp, current);
}
