import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientTypes, TYPES_FILE } from './client-types.ts';

describe('the types of the client', () => {
  it('are fresh: `npm run generate -w packages/client` writes them', async () => {
    expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await clientTypes());
  });
});
