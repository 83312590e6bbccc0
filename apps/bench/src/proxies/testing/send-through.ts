import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import { CERTIFICATE } from '@channel/e2e/stack/certificate.ts';

export const API_HOST = 'api.example.com';
export const CONSOLE_HOST = 'console.example.com';

/** The certificate is one for 127.0.0.1; the names of the hosts exist only in the configuration. */
const TLS = { ca: CERTIFICATE.cert, checkServerIdentity: () => undefined };

export type Sent = {
  host?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The address of the client; default 127.0.0.1. */
  localAddress?: string;
  agent?: Agent;
};

/** Connections of a client that are used again. */
export const keptConnections = () => new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request over HTTPS to a proxy on 127.0.0.1, and returns its answer before the body. */
export function begin(port: number, method: string, path: string, sent: Sent = {}): Promise<IncomingMessage> {
  const { host = API_HOST, headers = {}, body, localAddress, agent } = sent;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = request({
      ...{ host: '127.0.0.1', port, method, path, agent: agent ?? false, ...TLS },
      ...(localAddress === undefined ? {} : { localAddress }),
      headers: { 'content-type': 'application/json', ...length, ...headers, host },
    });
    outgoing.on('response', resolve).on('error', reject).end(body);
  });
}

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** The same with the whole body. */
export async function send(port: number, method: string, path: string, sent?: Sent): Promise<Answer> {
  const answer = await begin(port, method, path, sent);
  const bytes = Buffer.concat(await answer.toArray());
  const decoded = answer.headers['content-encoding'] === 'zstd' ? zstdDecompressSync(bytes) : bytes;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: String(decoded) };
}

/** A GET request with a body over HTTP/2. @returns the text of the answer */
export async function getByHttp2(port: number, path: string, headers: Record<string, string>, body: string) {
  const session = connect(`https://127.0.0.1:${port}`, TLS);
  const stream = session.request(
    { ':method': 'GET', ':path': path, ':authority': API_HOST, 'content-type': 'application/json', ...headers },
    { endStream: false },
  );
  stream.end(body);
  try {
    return await text(stream);
  } finally {
    session.close();
  }
}
