import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';

/** Where the contents of images and tickets are kept. Keys are names made by the system: letters, digits, `-`, `_`, `.`. */
export type Storage = {
  /** Keeps a content under a key. What is there under that key is replaced, as a whole or not at all. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The content of a key as a stream that the caller must read or destroy; null when there is none. */
  get(key: string): Promise<Readable | null>;
};

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{1,199}$/;

/** A storage in a folder, made at the first use. The content type is kept by the caller, beside the key. */
export function folderStorage(folder: string): Storage {
  const root = resolve(folder);
  // Two letters of the key make a folder, so that none of them grows too large.
  const fileOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`"${key}" is no key of the storage`);
    return join(root, key.slice(0, 2), key);
  };
  return {
    async put(key, bytes) {
      const file = fileOf(key);
      await mkdir(dirname(file), { recursive: true });
      const unfinished = `${file}.${randomUUID()}.unfinished`;
      await writeFile(unfinished, bytes, { flush: true });
      await rename(unfinished, file);
    },
    async get(key) {
      try {
        return (await open(fileOf(key))).createReadStream();
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}
