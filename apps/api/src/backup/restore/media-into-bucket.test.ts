import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStorage } from '../../media/open-storage.ts';
import { folderStorage } from '../../media/storage.ts';
import { fail, type S3Server, startS3Server } from '../../media/testing/s3-server.ts';
import { copyMedia, copyOf, type MediaEntry, mediaEntries } from '../repository/media.ts';
import { mediaFolder, type Repository } from '../repository/repository.ts';
import { putIntoBucket } from './media-into-bucket.ts';

const FILES = 12;

let server: S3Server;
let home: string;
let repository: Repository;
let entries: MediaEntry[];
let lines: string[];
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.objects.clear();
  server.requests.length = 0;
  server.intercept = () => false;
  lines = [];
  home = mkdtempSync(join(tmpdir(), 'channel-bucket-'));
  const storage = folderStorage(join(home, 'storage'));
  for (let n = 0; n < FILES; n += 1)
    await storage.put(`ticket-${n}.pdf`, Buffer.from(`ticket ${n}`), 'application/pdf');
  repository = {
    ...{ format: 1, id: '00000001', systemIdentifier: '1', segmentSize: 1, createdAt: '2100-01-01T00:00:00Z' },
    folder: join(home, 'repository'),
  };
  await copyMedia(repository, storage, () => new Date());
  entries = await mediaEntries(repository);
});
afterEach(() => rmSync(home, { recursive: true }));

const put = (settings = server.settings()) =>
  putIntoBucket(repository, entries, { name: 'pictures', storage: openStorage(settings) }, (line) => lines.push(line));
const puts = () => server.requests.filter((request) => request.startsWith('PUT'));
const contents = () => [...server.objects].map(([key, { body }]) => [key, String(body)]).sort();
const ALL = Array.from({ length: FILES }, (_, n) => [`ticket-${n}.pdf`, `ticket ${n}`]).sort();

it('puts every file into the bucket, and reads it back', async () => {
  expect(await put()).toEqual({ files: FILES, bytes: entries.reduce((sum, { size }) => sum + size, 0) });
  expect(contents()).toEqual(ALL);
  expect(server.requests.filter((request) => request === 'GET ticket-3.pdf')).toHaveLength(2);
});

it('goes on after a failure, and puts no file twice', async () => {
  const isFull = () => puts().length > 5;
  server.intercept = ({ method }, response) => {
    if (method !== 'PUT' || !isFull()) return false;
    fail(response, 403, 'QuotaExceeded');
    return true;
  };
  await expect(put()).rejects.toThrow("The bucket pictures can't be used: QuotaExceeded");
  const stored = server.objects.size;
  expect(stored).toBe(5);
  server.intercept = () => false;
  server.requests.length = 0;
  await put();
  expect(puts()).toHaveLength(FILES - stored);
  expect(contents()).toEqual(ALL);
  server.requests.length = 0;
  await put();
  expect(puts()).toEqual([]);
});

it('never changes a file with another content, and names it', async () => {
  // Of the same size, of another one, and one that never ends as far as the backup is concerned.
  const others = { 'ticket-1.pdf': 'TICKET 1', 'ticket-2.pdf': '', 'ticket-3.pdf': 'x'.repeat(1_000_000) };
  for (const [key, text] of Object.entries(others))
    server.objects.set(key, { body: Buffer.from(text), type: 'text/plain', signed: true });
  await expect(put()).rejects.toThrow(
    /^The bucket pictures has other contents than the backup under (ticket-[123]\.pdf(, )?){3}, which were not changed; all other media files are there/,
  );
  for (const [key, text] of Object.entries(others)) expect(String(server.objects.get(key)?.body)).toBe(text);
  expect(server.objects.size).toBe(FILES);
});

it('does not overwrite a file that another program stores at the same moment', async () => {
  server.intercept = ({ method }, _, key) => {
    // After the bucket was looked at, and before the content is stored.
    if (method === 'PUT' && key === 'ticket-4.pdf' && !server.objects.has(key))
      server.objects.set(key, { body: Buffer.from('newer'), type: 'text/plain', signed: true });
    return false;
  };
  await expect(put()).rejects.toThrow('other contents than the backup under ticket-4.pdf,');
  expect(String(server.objects.get('ticket-4.pdf')?.body)).toBe('newer');
});

it('finds a bucket that does not keep what it was sent', async () => {
  server.intercept = ({ method }, response, key) => {
    if (method !== 'PUT' || key !== 'ticket-5.pdf') return false;
    server.objects.set(key, { body: Buffer.from('ticket X'), type: 'text/plain', signed: true });
    response.writeHead(200).end();
    return true;
  };
  await expect(put()).rejects.toThrow('The bucket pictures does not return the media file ticket-5.pdf as it was sent');
});

it('puts nothing that is damaged in the backup', async () => {
  const [first] = entries;
  if (!first) throw new Error('There is no entry');
  truncateSync(join(mediaFolder(repository), copyOf(first)), 3);
  await expect(put()).rejects.toThrow(/The media file .* is damaged/);
  expect(server.objects.has(first.key)).toBe(false);
  rmSync(join(mediaFolder(repository), copyOf(first)));
  await expect(put()).rejects.toThrow(/The media file .* is missing/);
});

it('says in one line that the bucket is missing, or can not be reached', async () => {
  await expect(
    putIntoBucket(
      repository,
      entries,
      { name: 'none', storage: openStorage(server.settings({ S3_BUCKET: 'none' })) },
      () => {},
    ),
  ).rejects.toThrow(/^The bucket none can't be used: NoSuchBucket[^\n]*$/);
  await expect(put(server.settings({ S3_ENDPOINT: 'http://127.0.0.1:1' }))).rejects.toThrow(
    /^The bucket pictures can't be used: [^\n]*ECONNREFUSED[^\n]*$/,
  );
});

it('has no more bytes in memory at once than the bound, and a larger file alone', async () => {
  let [inMemory, most] = [0, 0];
  const storage = openStorage(server.settings());
  const watched = {
    get: storage.get,
    async putNew(key: string, bytes: Uint8Array, type: string) {
      inMemory += bytes.length;
      most = Math.max(most, inMemory);
      // Others begin meanwhile, if they may.
      await sleep(20);
      const isNew = await storage.putNew(key, bytes, type);
      inMemory -= bytes.length;
      return isNew;
    },
  };
  const putAll = (maxBytes: number) => {
    [most, inMemory] = [0, 0];
    server.objects.clear();
    return putIntoBucket(repository, entries, { name: 'pictures', storage: watched }, () => {}, maxBytes);
  };
  // Files of 8 or 9 bytes, four at once.
  await putAll(1_000);
  expect(most).toBeGreaterThan(20);
  await putAll(20);
  expect(most).toBeLessThanOrEqual(20);
  expect(most).toBeGreaterThanOrEqual(16);
  await putAll(5);
  expect(most).toBeLessThanOrEqual(9);
  expect(contents()).toEqual(ALL);
});

it('says how far it is', async () => {
  entries = Array.from({ length: 300 }, () => entries)
    .flat()
    .slice(0, 2_500);
  await put();
  expect(lines).toEqual([
    '1000 of 2500 media files are in the bucket pictures',
    '2000 of 2500 media files are in the bucket pictures',
  ]);
});
