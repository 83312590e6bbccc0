import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'));

it('keeps the generated files up to date with the operations in the sources', () => {
  const script = join(import.meta.dirname, 'operations.ts');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});

it('assigns each operation one id and one name', () => {
  const texts = read('../../api/operations/console.json');
  const ids = read('../src/lib/operation-ids.json');
  expect(Object.values(ids).sort()).toEqual(Object.keys(texts).sort());
  for (const [name, id] of Object.entries(ids))
    expect(texts[id]).toMatch(new RegExp(`^(query|mutation|subscription) ${name}\\b`));
});
