import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { loadSettings, type Settings } from '@channel/settings';

type Stored = { body: Buffer; type: string | undefined; signed: boolean };

/** A server of one bucket, `pictures`, that implements the S3 REST protocol as far as the storage uses it. */
export type S3Server = {
  /** The bucket, by key. */
  objects: Map<string, Stored>;
  /** The requests so far, such as `PUT abc.svg`. */
  requests: string[];
  /** Answers a request instead of the server, where it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse, key: string) => boolean;
  /** Those of an installation with this bucket, or another one. */
  settings(changes?: Record<string, string>): Settings;
  close(): Promise<void>;
};

const BUCKET = '/pictures';

export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const server = createServer((request, response) => void answer(request, response));
  const s3: S3Server = {
    objects,
    requests: [],
    intercept: () => false,
    settings: (changes) =>
      loadSettings({
        S3_BUCKET: 'pictures',
        S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        S3_ACCESS_KEY_ID: 'the-key',
        S3_SECRET_ACCESS_KEY: 'the-secret',
        ...changes,
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
    const body = contentOf(request, await buffer(request));
    const key = decodeURIComponent(pathname.slice(BUCKET.length + 1));
    s3.requests.push(`${request.method} ${key}`);
    if (s3.intercept(request, response, key)) return;
    if (!`${pathname}/`.startsWith(`${BUCKET}/`)) return fail(response, 404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      if (request.headers['if-none-match'] === '*' && objects.has(key))
        return fail(response, 412, 'PreconditionFailed');
      const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=the-key/') ?? false;
      objects.set(key, { body, type: request.headers['content-type'], signed });
      response.writeHead(200, { etag: '"1"' }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (key === '') list(searchParams, response);
    else {
      const object = objects.get(key);
      if (!object) return fail(response, 404, 'NoSuchKey');
      const headers = { 'content-type': object.type, 'content-length': object.body.byteLength };
      response.writeHead(200, headers).end(object.body);
    }
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const after = query.get('continuation-token') ?? '';
    const size = Math.min(Number(query.get('max-keys') ?? 1_000), 1_000);
    const prefix = query.get('prefix') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, size);
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.body.length}</Size>
        <LastModified>2026-11-28T09:30:00.000Z</LastModified></Contents>`,
    );
    const isTruncated = keys.length > size;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const xml = `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return s3;
}

/** An answer of S3 that refuses a request. */
export function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

/** A body that is sent in chunks with a checksum after it has each chunk between its length and a line end. */
function contentOf({ headers }: IncomingMessage, body: Buffer): Buffer {
  if (!headers['x-amz-content-sha256']?.toString().startsWith('STREAMING-')) return body;
  const chunks: Buffer[] = [];
  for (let rest = body; ; ) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.toString('latin1', 0, end), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(rest.subarray(end + 2, end + 2 + size));
    rest = rest.subarray(end + 4 + size);
  }
}
