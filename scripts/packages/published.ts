import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up/project.mjs';

/** The folders of the packages that can be installed elsewhere. Each has one entry point, `src/index.ts`. */
export const PUBLISHED = ['packages/graphql-rest-router', 'packages/graphql-sql', 'packages/client'] as const;

/** The checked-in public surface of a package: the declarations of its exports. */
export const surfaceOf = (folder: string): string => `${folder}/surface.d.ts`;

/** What `exports` of a package.json names: the sources in this repository, and the built files when it is packed. */
const SOURCES = '"./src/index.ts"';
const BUILT = '{ "types": "./dist/index.d.ts", "default": "./dist/index.js" }';

/** The text of a package.json for a packed package. */
export const packed = (manifest: string): string => manifest.replace(SOURCES, BUILT);

/** The text of a package.json for this repository; undoes `packed`. */
export const unpacked = (manifest: string): string => manifest.replace(BUILT, SOURCES);

/**
 * The packages whose package.json names built files, which no longer follow the sources; undefined if there are none. An
 * interrupted `npm pack` leaves them.
 */
export function checkExports(folders: readonly string[] = PUBLISHED, base: string = root): string | undefined {
  const stale = folders.filter((folder) => {
    const file = join(base, folder, 'package.json');
    return existsSync(file) && !readFileSync(file, 'utf8').includes(SOURCES);
  });
  if (stale.length === 0) return;
  return `An interrupted \`npm pack\` left the package.json of ${stale.join(', ')} with the exports of built files: run \`npm run postpack\` in the folder.`;
}
