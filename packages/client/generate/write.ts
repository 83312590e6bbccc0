import { writeFileSync } from 'node:fs';
import { clientTypes, TYPES_FILE } from './client-types.ts';

/* Part of `npm run generate`: writes the types of the client from the published document. */

writeFileSync(TYPES_FILE, await clientTypes());
