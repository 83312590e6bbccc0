import { writeFileSync } from 'node:fs';
import { loadSettings } from '@channel/settings';
import { apiDocument, DOCUMENT_FILE, textOf } from './document.ts';

/* `npm run openapi`: writes docs/openapi.json, the description of v1 that partners read and from which the client is made. */

writeFileSync(DOCUMENT_FILE, textOf(apiDocument(loadSettings({}))));
