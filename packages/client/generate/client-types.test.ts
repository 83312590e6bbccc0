import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientTypes, TYPES_FILE } from './client-types.ts';
import { graphqlTypes, SCHEMA_TYPES_FILE } from './graphql-types.ts';

describe('the types of the client', () => {
  it('are up to date; `npm run generate` regenerates them', async () => {
    expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await clientTypes());
    expect(readFileSync(SCHEMA_TYPES_FILE, 'utf8')).toBe(graphqlTypes());
  });
});
