import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from './open-storage.ts';
import type { Storage } from './storage.ts';

/* Tests the driver against a server that implements the S3 REST protocol: PUT, GET and DELETE of /bucket/key, and the list of a bucket. */

const objects = new Map<string, { body: Buffer; type: string | undefined; signed: boolean }>();
let server: Server;
let storage: Storage;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://store');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'PUT') {
        const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=the-key/') ?? false;
        objects.set(pathname, { body: Buffer.concat(chunks), type: request.headers['content-type'], signed });
        response.writeHead(200, { etag: '"1"' }).end();
        return;
      }
      if (request.method === 'DELETE') {
        objects.delete(pathname);
        response.writeHead(204).end();
        return;
      }
      const prefix = new URL(request.url ?? '/', 'http://store').searchParams.get('prefix');
      if (prefix !== null) {
        const keys = [...objects.keys()]
          .map((path) => path.replace('/pictures/', ''))
          .filter((key) => key.startsWith(prefix));
        const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
        const xml = `<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`;
        response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
        return;
      }
      const object = objects.get(pathname);
      if (object)
        response
          .writeHead(200, { 'content-type': object.type, 'content-length': object.body.byteLength })
          .end(object.body);
      else response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  storage = openStorage(
    loadSettings({
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'the-key',
      S3_SECRET_ACCESS_KEY: 'the-secret',
    }),
  );
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('a storage in a bucket', () => {
  it('stores a content under its key, signed and with its type, and returns it', async () => {
    await storage.put('abc.svg', Buffer.from('<svg/>'), 'image/svg+xml');
    const kept = objects.get('/pictures/abc.svg');
    expect(kept).toMatchObject({ type: 'image/svg+xml', signed: true });
    const content = await storage.get('abc.svg');
    if (!content) throw new Error('The storage returned nothing.');
    expect(await text(content)).toContain('<svg/>');
  });

  it('deletes the contents whose keys begin with a text', async () => {
    for (const key of ['ticket-12-1.pdf', 'ticket-12-2.pdf', 'ticket-123-1.pdf'])
      await storage.put(key, Buffer.from(key), 'application/pdf');
    expect(await storage.removeAll('ticket-12-')).toBe(2);
    expect([...objects.keys()].filter((path) => path.includes('ticket'))).toEqual(['/pictures/ticket-123-1.pdf']);
  });

  it('has nothing under a key that was never used', async () => {
    expect(await storage.get('unknown.svg')).toBeNull();
  });
});
