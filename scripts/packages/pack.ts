import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../set-up/project.mjs';
import { build } from './build.ts';
import { packed, unpacked } from './published.ts';

/*
 * `npm pack` runs this in the package's folder. In the repository a package runs from its sources; the archive has
 * built files only, because Node does not strip types below node_modules.
 */

const folder = process.cwd();
const file = join(folder, 'package.json');
const manifest = readFileSync(file, 'utf8');
if (process.argv.includes('--restore')) {
  writeFileSync(file, unpacked(manifest));
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
} else {
  await build(relative(root, folder));
  writeFileSync(file, packed(manifest));
}
