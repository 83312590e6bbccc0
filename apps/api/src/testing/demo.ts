import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPrisma } from '@channel/prisma';
import { demoWorld } from '@channel/prisma/demo';
import type { World } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import { IMPORT_TIMEOUT, importDocument } from '../import/import-document.ts';
import { folderStorage } from '../media/storage.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** The sources of the tests' demo world: when one changes, the data is rebuilt. */
const SOURCES = ['prisma/seed/**/*.{ts,svgz}', 'apps/api/src/import/**/*.ts', 'packages/graph/src/**/*.ts'];

/** The folder of the demo images. Their names are their hashes, so all databases can share it. */
export const DEMO_MEDIA = join(root, '.data', 'scratch', 'demo-media');

/** Milliseconds that the first test file of a run may wait for the demo world. */
export const DEMO_TIMEOUT = 180_000;

/** The demo world at a point in time under default settings, for `testDatabase({ world })`. */
export function demoAt(now: Date, secretKey: string): World {
  const settings = loadSettings({ SECRET_KEY: secretKey });
  const sources = globSync(SOURCES, { cwd: root, exclude: (name) => name.endsWith('.test.ts') }).sort();
  const hash = createHash('sha256').update(now.toISOString());
  for (const file of sources) hash.update(file).update(readFileSync(join(root, file)));
  return {
    key: `demo ${hash.digest('hex')}`,
    async fill(connectionString) {
      const db = createPrisma({ connectionString, poolSize: 2, statementTimeout: IMPORT_TIMEOUT });
      try {
        const storage = folderStorage(DEMO_MEDIA);
        const world = demoWorld({ seed: settings.demoSeed, today: now.toISOString().slice(0, 10) });
        await importDocument(world, { db, storage, settings, now, folder: root });
      } finally {
        await db.$disconnect();
      }
    },
  };
}
