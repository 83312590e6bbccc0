import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from './open-storage.ts';
import type { Storage, StoredFile } from './storage.ts';
import { fail, type S3Server, startS3Server } from './testing/s3-server.ts';

/* Tests the driver against a server that implements the S3 REST protocol. */

let server: S3Server;
let storage: Storage;

beforeAll(async () => {
  server = await startS3Server();
  storage = openStorage(server.settings());
});
afterAll(() => server.close());
beforeEach(() => {
  server.objects.clear();
  server.intercept = () => false;
});

async function listed(): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const file of storage.list()) files.push(file);
  return files;
}

function fill(keys: readonly string[]): void {
  for (const key of keys) server.objects.set(key, { body: Buffer.from(key), type: 'text/plain', signed: true });
}

describe('a storage in a bucket', () => {
  it('stores a content under its key, signed and with its type, and returns it', async () => {
    await storage.put('abc.svg', Buffer.from('<svg/>'), 'image/svg+xml');
    expect(server.objects.get('abc.svg')).toMatchObject({ type: 'image/svg+xml', signed: true });
    const content = await storage.get('abc.svg');
    if (!content) throw new Error('The storage returned nothing.');
    expect(await text(content)).toBe('<svg/>');
  });

  it('deletes the contents whose keys begin with a text', async () => {
    for (const key of ['ticket-12-1.pdf', 'ticket-12-2.pdf', 'ticket-123-1.pdf'])
      await storage.put(key, Buffer.from(key), 'application/pdf');
    expect(await storage.removeAll('ticket-12-')).toBe(2);
    expect([...server.objects.keys()]).toEqual(['ticket-123-1.pdf']);
  });

  it('has nothing under a key that was never used', async () => {
    expect(await storage.get('unknown.svg')).toBeNull();
  });

  it('stores a new content only under a key that has none', async () => {
    expect(await storage.putNew('abc.svg', Buffer.from('first'), 'image/svg+xml')).toBe(true);
    expect(await storage.putNew('abc.svg', Buffer.from('second'), 'image/svg+xml')).toBe(false);
    expect(String(server.objects.get('abc.svg')?.body)).toBe('first');
  });

  it('tries again while another write of the same key is under way, and takes none of it for a content', async () => {
    let conflicts = 2;
    server.intercept = ({ method }, response) => {
      if (method !== 'PUT' || conflicts-- <= 0) return false;
      fail(response, 409, 'ConditionalRequestConflict');
      return true;
    };
    expect(await storage.putNew('abc.svg', Buffer.from('first'), 'image/svg+xml')).toBe(true);
    expect(String(server.objects.get('abc.svg')?.body)).toBe('first');
    conflicts = Number.POSITIVE_INFINITY;
    await expect(storage.putNew('def.svg', Buffer.from('first'), 'image/svg+xml')).rejects.toMatchObject({
      name: 'ConditionalRequestConflict',
    });
  });

  it('stores a new content in a store without conditional writes', async () => {
    server.intercept = ({ headers }, response) => {
      const isConditional = headers['if-none-match'] !== undefined;
      if (isConditional) fail(response, 501, 'NotImplemented');
      return isConditional;
    };
    expect(await storage.putNew('abc.svg', Buffer.from('first'), 'image/svg+xml')).toBe(true);
    expect(String(server.objects.get('abc.svg')?.body)).toBe('first');
  });
});

describe('the list of a bucket', () => {
  it('has every key once, over several pages', { timeout: 60_000 }, async () => {
    const keys = Array.from({ length: 2_345 }, (_, n) => `picture-${String(n).padStart(5, '0')}`);
    fill(keys);
    server.requests.length = 0;
    const files = await listed();
    expect(files.map(({ key }) => key)).toEqual(keys);
    expect(files[0]).toEqual({ key: keys[0], size: 13, modifiedAt: new Date('2026-11-28T09:30:00Z') });
    expect(server.requests).toHaveLength(3);
  });

  it('has exactly one page of 1,000 keys, and none of an empty bucket', async () => {
    expect(await listed()).toEqual([]);
    fill(Array.from({ length: 1_000 }, (_, n) => `picture-${n}`));
    server.requests.length = 0;
    expect(await listed()).toHaveLength(1_000);
    expect(server.requests).toHaveLength(1);
  });

  it('leaves out what this system can not have stored', async () => {
    fill(['folder/other', '../../escape', 'x', '.hidden', 'doctor-probe', 'k'.repeat(201), 'picture-1']);
    expect((await listed()).map(({ key }) => key)).toEqual(['picture-1']);
  });

  it.for([
    ['repeats a page', '<NextContinuationToken>again</NextContinuationToken>'],
    ['names no next page', ''],
  ])('fails, and does not end early or never, where the store %s', async ([, next]) => {
    server.intercept = (_, response) => {
      const xml = `<ListBucketResult><IsTruncated>true</IsTruncated>${next}</ListBucketResult>`;
      response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
      return true;
    };
    await expect(listed()).rejects.toThrow('The list of the bucket pictures does not advance');
  });
});
