import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
/** What the bytes of an answer may depend on: the program, the functions and views of the database, and libraries. */
const FOLDERS = ['apps/api/src', 'packages', 'prisma/migrations'];
const LIBRARIES = 'package-lock.json';
const SOURCE = /(?<!\.test)\.ts$|\.(sql|json|graphql)$/;

let known: string | undefined;

/** The release of this program, see `releaseOf`. */
export function release(): string {
  known ??= releaseOf(ROOT);
  return known;
}

/** Identifies a release by its files, without tests: equal files have equal releases. */
export function releaseOf(root: string): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map(({ parentPath, name }) => relative(root, join(parentPath, name))),
  );
  const hash = createHash('sha256');
  for (const file of [...files, LIBRARIES].sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('base64url');
}
