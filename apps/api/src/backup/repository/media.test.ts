import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderStorage, type Storage } from '../../media/storage.ts';
import { copyMedia, copyOf, mediaEntries } from './media.ts';
import { neededCopies, pruneMedia } from './prune-media.ts';
import { mediaFolder, type Repository } from './repository.ts';

let home: string;
let storage: Storage;
let repository: Repository;
/** The time by the clock of the backup; files have that of the machine. */
let now: Date;

const copy = () => copyMedia(repository, storage, () => now);
const copies = async () => [...new Set((await mediaEntries(repository)).map(copyOf))];
const kept = async () => (await copies()).filter((file) => existsSync(join(mediaFolder(repository), file))).length;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'channel-media-'));
  storage = folderStorage(join(home, 'storage'));
  repository = {
    ...{ format: 1, id: '00000001', systemIdentifier: '1', segmentSize: 1, createdAt: '2100-01-01T00:00:00Z' },
    folder: join(home, 'repository'),
  };
  now = new Date('2100-01-01T00:00:00Z');
  for (const name of ['ticket-1', 'ticket-2', 'ticket-3', 'ticket-4'])
    await storage.put(name, Buffer.from(name), 'application/pdf');
  await copy();
});
afterEach(() => rmSync(home, { recursive: true }));

it('a deleted file leaves the backup with the last base backup from before its deletion', async () => {
  rmSync(join(home, 'storage', 'ti', 'ticket-1'));
  await copy();
  await pruneMedia(repository, new Date('2099-12-31T00:00:00Z'));
  expect(await kept()).toBe(4);
  expect(neededCopies(await mediaEntries(repository), new Date('2099-12-31T00:00:00Z')).size).toBe(4);
  await pruneMedia(repository, new Date('2100-01-01T00:00:01Z'));
  expect(await kept()).toBe(3);
  // A repeated copy records the removal once.
  const entries = (await mediaEntries(repository)).length;
  await copy();
  expect((await mediaEntries(repository)).length).toBe(entries);
});

it('a file that comes back is copied again', async () => {
  rmSync(join(home, 'storage', 'ti', 'ticket-1'));
  await copy();
  await pruneMedia(repository, new Date('2100-01-02T00:00:00Z'));
  await storage.put('ticket-1', Buffer.from('ticket-1'), 'application/pdf');
  expect((await copy()).files).toBe(1);
  await pruneMedia(repository, new Date('2100-01-02T00:00:00Z'));
  expect(await kept()).toBe(4);
});

it('a storage that is empty at once, as one that is not mounted, deletes nothing', async () => {
  rmSync(join(home, 'storage'), { recursive: true });
  await copy();
  await pruneMedia(repository, new Date('2100-01-02T00:00:00Z'));
  expect(await kept()).toBe(4);
});
