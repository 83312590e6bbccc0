import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { link, open, rename } from 'node:fs/promises';

/** A file of this name exists already; it is unchanged. */
export class FileExists extends Error {}

/** Exit codes: 128 and the number of the signal. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** What a file system without links answers. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'ENOSYS'];

/**
 * Writes a new file that only its owner can read. Under its name it is complete or absent: until then it has another name
 * beside it, and is removed on a failure and when a signal ends the program.
 *
 * @param write writes the content, by the function that it gets
 * @returns what `write` returns
 * @throws {FileExists}
 */
export async function writeNewFile<T>(
  path: string,
  write: (append: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (existsSync(path)) throw new FileExists(`${path} exists: name a new file.`);
  const unfinished = `${path}.unfinished-${randomBytes(6).toString('hex')}`;
  const remove = () => rmSync(unfinished, { force: true });
  const ends = Object.entries(SIGNALS).map(([signal, code]) => [signal, () => process.exit(code)] as const);
  process.on('exit', remove);
  for (const [signal, end] of ends) process.once(signal, end);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    let written: T;
    try {
      written = await write((text) => file.appendFile(text));
      await file.sync();
    } finally {
      await file.close();
    }
    await giveName(unfinished, path);
    return written;
  } finally {
    remove();
    process.off('exit', remove);
    for (const [signal, end] of ends) process.off(signal, end);
  }
}

/** Never replaces a file that was created meanwhile, except on a file system without links. */
async function giveName(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new FileExists(`${path} was created meanwhile: name a new file.`);
    if (!WITHOUT_LINKS.includes(code)) throw error;
    await rename(unfinished, path);
  }
}
