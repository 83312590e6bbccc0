import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The project's own Node, which npm installs like any package. */
export const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Whether this copy was prepared as a whole, with the packages of production alone, as that of a container image: nothing
 * is installed, generated or built then, and the folder may be read-only.
 */
export const isPrepared = existsSync(join(root, '.prepared'));

/** Environment in which the project's own programs are found first, and in which their telemetry is off. */
export function environment() {
  return {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    NEXT_TELEMETRY_DISABLED: '1',
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    DO_NOT_TRACK: '1',
    CHECKPOINT_DISABLE: '1',
    // Node's compiled TypeScript is cached: programs start faster, and are 20 MB smaller without the compiler in
    // memory.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.data', 'compile-cache'),
  };
}

/**
 * A hash over the names and contents of files.
 *
 * @param {string[]} paths files and folders, relative to the project; a missing one changes the hash too
 * @param {RegExp} [ignored] names of folders and files to skip
 * @returns {string}
 */
export function fingerprint(paths, ignored = /^$/) {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ path) => {
    if (!existsSync(path)) return void hash.update(`absent ${path}\0`);
    const entries = list(path);
    if (!entries)
      return void hash
        .update(`${relative(root, path)}\0`)
        .update(readFileSync(path))
        .update('\0');
    for (const name of entries.filter((entry) => !ignored.test(entry)).sort()) add(join(path, name));
  };
  for (const path of paths) add(join(root, path));
  return hash.digest('hex');
}

/** @param {string} path */
function list(path) {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}
