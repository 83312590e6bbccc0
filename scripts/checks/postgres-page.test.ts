import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** Files that ship with SQL of their own, or run it; not what tests and benchmarks use. */
const filesWithSql = () =>
  globSync(['apps/api/src/**/*.ts', 'packages/*/src/**/*.ts', 'prisma/src/**/*.ts'], { cwd: root })
    .filter((path) => !/\/(?:testing|generated)\/|\.test\.ts$|\/fixture\.ts$/.test(path))
    .filter((path) =>
      /\.\$?(?:query|execute)Raw|\bqueryBytes\(|\bqueryRows\(|\browsIn[<(]|\bexecute(?:InLastRead)?\(\s*tx\b/.test(
        text(path),
      ),
    );

it('docs/postgres.md lists the files with SQL', () => {
  const [, list = ''] = text('docs/postgres.md').split('\n## Files with SQL\n');
  expect(Array.from(list.matchAll(/`([^`]+)`/g), ([, path]) => path).sort()).toEqual(filesWithSql().sort());
});

it('docs/postgres.md names files that exist', () => {
  const named = Array.from(text('docs/postgres.md').matchAll(/`([\w/-]+\/[\w.-]+\.ts)`/g), ([, path = '']) => path);
  expect(named.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
});
