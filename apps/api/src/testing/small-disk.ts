import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a test, in memory. */
export type SmallDisk = {
  /** The folder where it is mounted, which every user can enter. */
  place: string;
  /** Writes a file until nothing fits any more. */
  fill(): void;
  /** Deletes that file. */
  free(): void;
  /** Unmounts it, also while it is used. */
  remove(): void;
};

/**
 * Mounts a file system, which needs root.
 *
 * @param size of the mount option, such as `20m`
 */
export function mountSmallDisk(size: string): SmallDisk {
  if (process.getuid?.() !== 0) throw new Error('This test needs root, for a file system of its own.');
  const place = mkdtempSync(join(tmpdir(), 'channel-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `mode=755,size=${size}`, 'tmpfs', place]);
  const filling = join(place, 'filling');
  let isMounted = true;
  function remove(): void {
    if (!isMounted) return;
    isMounted = false;
    process.removeListener('exit', remove);
    execFileSync('umount', ['--lazy', place]);
    rmSync(place, { recursive: true, force: true });
  }
  process.on('exit', remove);
  return {
    place,
    fill() {
      const file = openSync(filling, 'a');
      try {
        for (const bytes of [1_048_576, 4_096]) writeUntilFull(file, Buffer.alloc(bytes));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filling, { force: true }),
    remove,
  };
}

function writeUntilFull(file: number, content: Buffer): void {
  for (;;) {
    try {
      writeSync(file, content);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
      throw error;
    }
  }
}
