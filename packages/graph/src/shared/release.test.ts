import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { release, releaseOf } from './release.ts';

const root = mkdtempSync(join(tmpdir(), 'release-'));
afterAll(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

it('is another one after each change of what answers are made by, and of nothing else', () => {
  const files = [
    'apps/api/src/main.ts',
    'packages/graph/src/order.ts',
    'packages/graph/src/refusals/nl.json',
    'prisma/migrations/1/migration.sql',
    'package-lock.json',
  ];
  for (const file of files) write(file, '1');
  const known = new Set([releaseOf(root)]);
  for (const file of files) {
    write(file, '2');
    known.add(releaseOf(root));
  }
  write('packages/graph/src/more.ts', '');
  const last = releaseOf(root);
  known.add(last);
  expect(known.size).toBe(files.length + 2);
  write('packages/graph/src/order.test.ts', '1');
  write('packages/graph/node_modules/a/index.ts', '1');
  write('README.md', '1');
  expect(releaseOf(root)).toBe(last);
});

it('of this program is known', () => {
  expect(release()).toMatch(/^[\w-]{43}$/);
  expect(release()).toBe(release());
});
