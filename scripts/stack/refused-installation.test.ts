import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { seal } from '@channel/webhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownNode, root } from '../set-up/project.mjs';

/* Each wrong input ends a program with one line that says what is wrong, and changes nothing. */

const KEY = 'the key of the installation, 32 characters';
const OTHER = 'another key, which also has 32 characters';
const TIMEOUT = 60_000;
let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'channel-refused-'));
  database = await testDatabase();
  const { id: organizationId } = await createFactories(database.db).organization();
  const endpoint = { organizationId, url: 'https://example.com', createdAt: new Date(), secret: seal('whsec_x', KEY) };
  await database.db.webhookEndpoint.create({ data: endpoint });
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (file: string, env: Record<string, string>) =>
  new Promise<{ code: unknown; lines: string[] }>((resolve) => {
    const all = { PATH: process.env.PATH, DATA_DIR: folder, MEDIA_DIR: folder, API_PORT: '24741', ...env };
    execFile(ownNode, [join(root, file)], { env: all, timeout: TIMEOUT, killSignal: 'SIGKILL' }, (error, out, said) =>
      resolve({ code: error?.code ?? 0, lines: `${out}${said}`.split('\n').filter((line) => line.trim() !== '') }),
    );
  });

it.each(['apps/api/src/main.ts', 'apps/api/src/worker.ts', 'scripts/stack/main.ts'])(
  'a wrong key: %s',
  { timeout: TIMEOUT },
  async (file) => {
    // npm start migrates, and so needs the role that owns the tables.
    const owner: Record<string, string> = file.startsWith('scripts')
      ? { DATABASE_OWNER_URL: database.connectionString }
      : {};
    const env = { DATABASE_URL: database.application, CONSOLE_PORT: '24742', ...owner };
    const { code, lines } = await run(file, { ...env, SECRET_KEY: OTHER });
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes('SECRET_KEY is not the key that encrypted'))).toHaveLength(1);
    expect(lines.join('\n')).toContain('Nothing was changed');
    expect(lines.join('\n')).not.toContain(OTHER);
    expect(lines.join('\n')).not.toMatch(/^ +at /m);
  },
);

it('a role without the right to migrate', { timeout: TIMEOUT }, async () => {
  await database.db.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name =
    (SELECT max(migration_name) FROM _prisma_migrations)`;
  const before = await database.db.$queryRaw`SELECT count(*)::int FROM _prisma_migrations`;
  const { code, lines } = await run('scripts/stack/migrate.ts', { DATABASE_URL: database.application });
  expect(code).toBe(1);
  expect(lines.filter((line) => line.includes('✗'))).toEqual([expect.stringMatching(/permission denied|no right/)]);
  expect(lines.join('\n')).toMatch(/DATABASE_OWNER_URL/);
  expect(lines.join('\n')).not.toMatch(/^ +at /m);
  expect(await database.db.$queryRaw`SELECT count(*)::int FROM _prisma_migrations`).toEqual(before);
});
