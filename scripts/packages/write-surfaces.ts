import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up/project.mjs';
import { surface } from './build.ts';
import { PUBLISHED, surfacesOf } from './published.ts';

/* Part of `npm run generate`: writes the public surfaces of the packages that can be installed elsewhere. */

for (const each of PUBLISHED.flatMap(surfacesOf)) writeFileSync(join(root, each.file), await surface(each));
