import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statementFiles } from './statement-files.ts';

const compiled = statementFiles();
const home = join(import.meta.dirname, '../..');
const existing = globSync(['src/**/*.sql', 'operations/*.sql'], { cwd: home }).map((file) => join(home, file));

/** The paths whose text differs from the compiled one. */
const outdated = (textOf: (path: string) => string | undefined) =>
  [...compiled].flatMap(([path, text]) => (textOf(path) === text ? [] : [path]));

describe('the statements of the persisted operations', () => {
  it('are up to date: `npm run generate` writes them', () => {
    expect(outdated((path) => (existing.includes(path) ? readFileSync(path, 'utf8') : undefined))).toEqual([]);
  });

  it('belong to an operation each: remove those of operations that are gone', () => {
    expect(existing.filter((path) => !compiled.has(path))).toEqual([]);
  });

  it('do not depend on what was compiled before', () => {
    const again = statementFiles();
    expect(outdated((path) => again.get(path))).toEqual([]);
  });
});
