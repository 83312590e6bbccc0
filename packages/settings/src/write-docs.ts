import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFactsDocument, settingsDocument } from './documents.ts';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');
writeFileSync(join(docs, 'settings.md'), settingsDocument());
writeFileSync(join(docs, 'open-facts.md'), openFactsDocument());
