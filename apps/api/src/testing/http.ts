import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:http';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';

/** An answer as received. */
export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body, decoded. */
  text: string;
  /** The body as it was sent. */
  bytes: Buffer;
  /** The parsed body if it is JSON, else undefined. */
  json: unknown;
  /** The member `data` of the body, in the type that the test expects. */
  data<Data = Record<string, unknown>>(): Data;
};

export type Sent = {
  /** A header that is undefined is not sent. */
  headers?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent instead of `body`, byte for byte. */
  raw?: string | Uint8Array;
};

// Fresh connections: a server that closes can't leave a half-open one for the next request.
const agent = new Agent({ keepAlive: false });

const DECODE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { gzip: gunzipSync, zstd: zstdDecompressSync };

/** Sends a request over a socket; unlike `fetch`, it sends a body with any method. */
export function exchange(url: URL, method: string, { headers = {}, body, raw }: Sent): Promise<Answer> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
  const given = Object.entries({ ...length, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: Object.fromEntries(given) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = String(DECODE[response.headers['content-encoding'] ?? '']?.(bytes) ?? bytes);
        const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
        const json = isJson && text !== '' ? JSON.parse(text) : undefined;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          bytes,
          json,
          data() {
            if (typeof json !== 'object' || json === null || !('data' in json))
              throw new Error(
                `${method} ${url.pathname} → ${response.statusCode}, without data: ${text.slice(0, 600)}`,
              );
            return json.data;
          },
        });
      });
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}
