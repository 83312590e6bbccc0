import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface Received {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined when there is none. */
  json: unknown;
}

export interface Sent {
  body?: unknown;
  /** Sent instead of `body`, byte for byte. */
  raw?: string | Buffer;
  headers?: http.OutgoingHttpHeaders;
}

/**
 * A client that sends bodies with every method (fetch refuses them on GET); authenticated unless `authorization` is
 * given.
 */
export function clientOf(app: FastifyInstance) {
  return async function send(method: string, path: string, { body, raw, headers = {} }: Sent = {}): Promise<Received> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const all: http.OutgoingHttpHeaders = {
      authorization: 'Bearer reader',
      'content-type': 'application/json',
      ...headers,
    };
    if (payload !== undefined && all['transfer-encoding'] === undefined)
      all['content-length'] = Buffer.byteLength(payload);
    const defined = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new Promise((resolve, reject) => {
      const request = http.request(
        { port: portOf(app), host: '127.0.0.1', method, path, headers: defined, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const isJson = /^application\/(problem\+)?json\b/.test(response.headers['content-type'] ?? '');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              json: isJson && text !== '' ? JSON.parse(text) : undefined,
            });
          });
        },
      );
      request.on('error', reject);
      request.end(payload);
    });
  };
}

/**
 * Writes bytes on a new connection, then those of `later`, and returns everything received until the server closes it.
 */
export async function sendRaw(app: FastifyInstance, bytes: string, later?: Promise<string>): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect({ port: portOf(app), host: '127.0.0.1' }, () => socket.write(bytes));
    later?.then((more) => socket.write(more));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
  });
}

function portOf(app: FastifyInstance): number {
  const address: AddressInfo | string | null = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  return address.port;
}
