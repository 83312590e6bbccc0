import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Migration, readMigrations } from './migrations.ts';
import { openSchemaEngine } from './schema-engine.ts';
import { startScratch } from './testing/scratch.ts';

/*
 * `npm run migrate:new -- <name>`: writes prisma/migrations/<time>_<name>/migration.sql with the difference between the
 * existing migrations and prisma/schema. What Prisma's schema can't express (checks, triggers, partial indexes) is
 * added to that file by hand.
 */

const workspace = join(import.meta.dirname, '..');
const folder = join(workspace, 'migrations');

const USAGE = 'Usage: npm run migrate:new -w prisma -- <name in lower case, digits and underscores>';

const name = process.argv[2];
if (name === '--help' || name === '-h') {
  console.log(USAGE);
  process.exit(0);
}
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error(USAGE);
  process.exit(2);
}

const server = await startScratch();
try {
  const engine = await openSchemaEngine(server.connectionString);
  const migrations = await readMigrations(folder);
  const difference = await engine.diff(migrations, folder, readSchema());
  await engine.close();
  const sql = difference && keepHandwrittenIndexes(difference, migrations);
  if (!sql) {
    console.log('The migrations already match the schema: nothing to write.');
  } else {
    const file = join(folder, `${timestamp()}_${name}`, 'migration.sql');
    mkdirSync(join(file, '..'));
    writeFileSync(file, sql);
    const lock = join(folder, 'migration_lock.toml');
    if (!existsSync(lock)) writeFileSync(lock, 'provider = "postgresql"\n');
    console.log(`Wrote ${file}`);
  }
} finally {
  await server.stop();
}

/**
 * Prisma would drop indexes that its schema can't express. Its own statements are in upper case with quoted names,
 * hand-written ones in lower case: an index that no statement of Prisma created is kept.
 */
function keepHandwrittenIndexes(difference: string, migrations: Migration[]): string {
  const all = migrations.map(({ sql }) => sql).join('\n');
  const kept = difference.replace(/-- DropIndex\nDROP INDEX "([^"]+)";\n*/g, (statement, index) =>
    new RegExp(`CREATE (UNIQUE )?INDEX "${index}"`).test(all) ? statement : '',
  );
  return kept.trim() && `${kept.trim()}\n`;
}

function readSchema() {
  const schema = join(workspace, 'schema');
  const names = readdirSync(schema).filter((file) => file.endsWith('.prisma'));
  return names.sort().map((file) => ({ path: join(schema, file), content: readFileSync(join(schema, file), 'utf8') }));
}

function timestamp(): string {
  return new Date().toISOString().replace(/\D/g, '').slice(0, 14);
}
