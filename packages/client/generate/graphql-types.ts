import { readFileSync } from 'node:fs';
import { minifyIntrospection, preprocessIntrospection } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

/** The published schema, and the type generated from it. */
export const SCHEMA_FILE = new URL('../../graph/schema.graphql', import.meta.url);
export const SCHEMA_TYPES_FILE = new URL('../src/generated/schema.ts', import.meta.url);

/** The schema as the type that gql.tada reads. */
export function graphqlTypes(): string {
  const introspection = introspectionFromSchema(buildSchema(readFileSync(SCHEMA_FILE, 'utf8')), {
    descriptions: false,
  });
  const types = preprocessIntrospection(minifyIntrospection(introspection));
  return `// Generated from packages/graph/schema.graphql: \`npm run generate\`.\n\nexport type Introspection = ${types};\n`;
}
