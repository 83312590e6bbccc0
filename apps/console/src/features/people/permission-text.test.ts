import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PERMISSIONS } from './permission-text.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

it('knows what each permission that comes with the system allows', () => {
  const source = readFileSync(join(ROOT, 'prisma/seed/people/organizations.ts'), 'utf8');
  const described = [...source.matchAll(/description: '([^']+)' \}/g)].map(([, text]) => text);
  expect(Object.keys(PERMISSIONS).sort()).toEqual([...new Set(described)].sort());
});
