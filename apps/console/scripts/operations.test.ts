import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'));

it('keeps the generated files up to date with the operations in the sources', () => {
  const script = join(import.meta.dirname, 'operations.ts');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});

it('assigns each operation one id and one name', () => {
  const { operations }: { operations: Record<'id' | 'name' | 'type' | 'body', string>[] } = read(
    '../../api/operations/console.json',
  );
  const ids: Record<string, string> = read('../src/lib/operation-ids.json');
  expect(operations.map(({ name, id }) => [name, id])).toEqual(
    Object.entries(ids).map(([name, id]) => [name, `sha256:${id}`]),
  );
  for (const { name, type, body } of operations) expect(body).toMatch(new RegExp(`^${type} ${name}\\b`));
});
