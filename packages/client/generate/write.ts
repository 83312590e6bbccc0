import { writeFileSync } from 'node:fs';
import { clientTypes, TYPES_FILE } from './client-types.ts';
import { graphqlTypes, SCHEMA_TYPES_FILE } from './graphql-types.ts';

/* Part of `npm run generate`: writes the types of the client from the published document and the published schema. */

writeFileSync(TYPES_FILE, await clientTypes());
writeFileSync(SCHEMA_TYPES_FILE, graphqlTypes());
