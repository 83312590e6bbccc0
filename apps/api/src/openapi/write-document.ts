import { writeFileSync } from 'node:fs';
import { loadSettings } from '@channel/settings';
import { apiDocument, DOCUMENT_FILE, textOf } from './document.ts';

/*
 * Part of `npm run generate`: writes docs/openapi.json, the description of v1 for partners, from which the client is generated.
 */

writeFileSync(DOCUMENT_FILE, textOf(apiDocument(loadSettings({}))));
