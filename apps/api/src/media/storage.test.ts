import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStorage } from './storage.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(key: string): Promise<string | null> {
  const stream = await folderStorage(folder).get(key);
  return stream && Buffer.concat(await stream.toArray()).toString();
}

describe('folderStorage', () => {
  it('returns the newest content that was stored under a key', async () => {
    const storage = folderStorage(folder);
    await storage.put('abc123', Buffer.from('first'), 'text/plain');
    await storage.put('abc123', Buffer.from('second'), 'text/plain');
    expect(await read('abc123')).toBe('second');
    expect(await readdir(join(folder, 'ab'))).toEqual(['abc123']);
  });

  it('stores a new content only under a key that has none', async () => {
    const storage = folderStorage(folder);
    expect(await storage.putNew('new123', Buffer.from('first'), 'text/plain')).toBe(true);
    expect(await storage.putNew('new123', Buffer.from('second'), 'text/plain')).toBe(false);
    expect(await read('new123')).toBe('first');
    expect(await readdir(join(folder, 'ne'))).toEqual(['new123']);
  });

  it('has nothing under a key that was never used', async () => {
    expect(await read('never')).toBeNull();
  });

  it('deletes the contents whose keys begin with a text, and refuses a short text', async () => {
    const storage = folderStorage(folder);
    for (const key of ['ticket-12-1.pdf', 'ticket-12-2.pdf', 'ticket-123-1.pdf'])
      await storage.put(key, Buffer.from(key), 'application/pdf');
    expect(await storage.removeAll('ticket-12-')).toBe(2);
    expect(await storage.removeAll('ticket-12-')).toBe(0);
    expect([await read('ticket-12-1.pdf'), await read('ticket-123-1.pdf')]).toEqual([null, 'ticket-123-1.pdf']);
    expect(await storage.removeAll('unknown-12-')).toBe(0);
    for (const beginning of ['', 'ti', '../ticket-12'])
      await expect(storage.removeAll(beginning)).rejects.toThrow('is not the beginning');
  });

  it('refuses a key that names another folder', async () => {
    await expect(read('../secret')).rejects.toThrow('is not a storage key');
    await expect(folderStorage(folder).put('a/b', Buffer.from(''), 'text/plain')).rejects.toThrow(
      'is not a storage key',
    );
  });
});
