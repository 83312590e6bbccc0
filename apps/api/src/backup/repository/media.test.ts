import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderStorage, type Storage } from '../../media/storage.ts';
import { removeUnfinished } from '../prune.ts';
import { copyMedia, copyOf, mediaEntries } from './media.ts';
import { neededCopies, pruneMedia } from './prune-media.ts';
import { mediaFolder, type Repository } from './repository.ts';
import { archivedName, partialName } from './wal-files.ts';

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

it('what the storage can not have stored is not copied, and the list stays readable', async () => {
  const source = {
    ...storage,
    async *list() {
      for (const key of ['../../../escape', 'folder/x', 'x', '', 'ticket-5']) yield { key, size: 1, modifiedAt: now };
    },
    get: async () => Readable.from([Buffer.from('5')]),
  };
  expect((await copyMedia(repository, source, () => now)).files).toBe(1);
  expect((await mediaEntries(repository)).map(({ key }) => key)).toContain('ticket-5');
  expect(readdirSync(home).sort()).toEqual(['repository', 'storage']);
});

it('deletes no copy while files are copied, which may need it again', async () => {
  rmSync(join(home, 'storage', 'ti', 'ticket-1'));
  await copy();
  await storage.put('ticket-1', Buffer.from('ticket-1'), 'application/pdf');
  const later = new Date('2100-01-02T00:00:00Z');
  const source = {
    ...storage,
    async get(key: string) {
      const content = await storage.get(key);
      // The copy of before has the same name.
      await pruneMedia(repository, later);
      return content;
    },
  };
  expect((await copyMedia(repository, source, () => now)).files).toBe(1);
  expect(await kept()).toBe(4);
  await pruneMedia(repository, later);
  expect(await kept()).toBe(4);
});

it('removes what a killed archiver has left: halves of copies, and unfinished segments that were completed', async () => {
  const wal = join(repository.folder, 'wal', '00000001');
  mkdirSync(wal, { recursive: true });
  const segments = [1, 2].map((n) => `00000001000000000000000${n}`);
  writeFileSync(join(wal, archivedName(segments[0] ?? '', now, '0'.repeat(64))), '');
  for (const name of segments) writeFileSync(join(wal, partialName(name)), '');
  writeFileSync(join(mediaFolder(repository), 'ti', '.new-4711'), 'half');
  await removeUnfinished({ ...repository, segmentSize: 16_777_216 });
  expect(readdirSync(wal).filter((name) => name.endsWith('.partial'))).toEqual([partialName(segments[1] ?? '')]);
  expect(readdirSync(join(mediaFolder(repository), 'ti')).filter((name) => name.startsWith('.new-'))).toEqual([]);
  expect(await kept()).toBe(4);
});
