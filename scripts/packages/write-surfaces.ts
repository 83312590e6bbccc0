import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up/project.mjs';
import { surface } from './build.ts';
import { PUBLISHED, surfaceOf } from './published.ts';

/* Part of `npm run generate`: writes the public surface of each package that can be installed elsewhere. */

for (const folder of PUBLISHED) writeFileSync(join(root, surfaceOf(folder)), await surface(folder));
