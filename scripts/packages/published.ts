import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../set-up/project.mjs';

/** The folders of the packages that can be installed elsewhere. */
export const PUBLISHED = ['packages/graphql-rest-router', 'packages/graphql-sql', 'packages/client'] as const;

/** An entry of `exports` in a package.json: the source in this repository, and the built files when it is packed. */
const SOURCE = /"\.\/src\/([\w-]+)\.ts"/g;
const BUILT = /\{ "types": "\.\/dist\/([\w-]+)\.d\.ts", "default": "\.\/dist\/\1\.js" \}/g;

/** The entry points of a package, by the names of their files in `src`: `index` first, and those of its `package.json`. */
export function entriesOf(folder: string): string[] {
  const manifest = readFileSync(join(root, folder, 'package.json'), 'utf8');
  return Array.from(unpacked(manifest).matchAll(SOURCE), ([, name = '']) => name);
}

/** A public surface: the declarations of the exports of an entry point. */
export type Surface = {
  folder: string;
  entry: string;
  /** The checked-in file. */
  file: string;
  /** Its name among all surfaces: the package, and the entry point unless it is `index`. */
  name: string;
};

/** The surfaces of all entry points of a package. */
export const surfacesOf = (folder: string): Surface[] =>
  entriesOf(folder).map((entry) => ({
    folder,
    entry,
    file: `${folder}/${entry === 'index' ? '' : `${entry}.`}surface.d.ts`,
    name: entry === 'index' ? basename(folder) : `${basename(folder)}-${entry}`,
  }));

/** The text of a package.json for a packed package. */
export const packed = (manifest: string): string =>
  manifest.replace(SOURCE, '{ "types": "./dist/$1.d.ts", "default": "./dist/$1.js" }');

/** The text of a package.json for this repository; undoes `packed`. */
export const unpacked = (manifest: string): string => manifest.replace(BUILT, '"./src/$1.ts"');

/**
 * The packages whose package.json names built files, which no longer follow the sources; undefined if there are none. An
 * interrupted `npm pack` leaves them.
 */
export function checkExports(folders: readonly string[] = PUBLISHED, base: string = root): string | undefined {
  const stale = folders.filter((folder) => {
    const file = join(base, folder, 'package.json');
    if (!existsSync(file)) return false;
    const manifest = readFileSync(file, 'utf8');
    return manifest !== unpacked(manifest);
  });
  if (stale.length === 0) return;
  return `An interrupted \`npm pack\` left the package.json of ${stale.join(', ')} with the exports of built files: run \`npm run postpack\` in the folder.`;
}
