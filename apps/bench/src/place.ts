import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root folder of the repository. */
export const root = join(import.meta.dirname, '..', '..', '..');

/** The folder for generated data: data sets, pictures, downloaded packages. Everything in it can be regenerated. */
export const dataDir = resolve(root, process.env.BENCH_DIR ?? '.data/bench');

/** The Postgres cluster of all data sets. */
export const postgresDir = join(dataDir, 'postgres');

/**
 * Locks the folder for this process until the returned function is called: two concurrent measurements would disturb
 * each other.
 *
 * @throws when another process holds it
 */
export function claim(): () => void {
  const file = join(dataDir, 'pid');
  mkdirSync(dataDir, { recursive: true });
  const holder = holderOf(file);
  if (holder !== undefined)
    throw new Error(`Process ${holder} uses ${dataDir}. Wait until it has ended, or set BENCH_DIR to another folder.`);
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** The id of the running process that wrote the file. */
function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    process.kill(pid, 0);
    return pid === process.pid ? undefined : pid;
  } catch {
    return undefined;
  }
}
