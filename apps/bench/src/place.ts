import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of the whole project. */
export const root = join(import.meta.dirname, '..', '..', '..');

/** Where the benchmark keeps what it made: worlds, pictures, packages of others. Nothing of it is worth a backup. */
export const dataDir = resolve(root, process.env.BENCH_DIR ?? '.data/bench');

/** The cluster of all worlds. */
export const postgresDir = join(dataDir, 'postgres');

/**
 * Takes the folder for this process, until it calls what is answered: two that measured at once would measure each other.
 *
 * @throws when another one has it
 */
export function claim(): () => void {
  const file = join(dataDir, 'pid');
  mkdirSync(dataDir, { recursive: true });
  const holder = holderOf(file);
  if (holder !== undefined)
    throw new Error(`Process ${holder} works in ${dataDir}. Wait for its end, or name another folder by BENCH_DIR.`);
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** Whoever wrote the file and still runs. */
function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    process.kill(pid, 0);
    return pid === process.pid ? undefined : pid;
  } catch {
    return undefined;
  }
}
