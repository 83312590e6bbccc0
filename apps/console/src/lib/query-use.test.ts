import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const QUERIES = /const \{([^}]*)\} = use(?:Infinite)?Query\(/g;

// A component that has read `isFetching` is rendered again at the beginning and the end of every refetch, a screen with
// all that it shows. `query.isFetching` is read only where it is needed.
it('reads `isFetching` of no query before it is needed', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES });
  const read = files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(QUERIES)].map(([, names = '']) => ({ file, names })),
  );
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter(({ names }) => /\bisFetching\b/.test(names))).toEqual([]);
});
