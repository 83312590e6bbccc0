import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { boundConnections, endUnreadable } from '../connections.ts';

/* A server with bounded connections, and clients that write bytes to it. */

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server that closes after the test. @returns it, and the errors of `clientError` that it answered */
export async function start(
  listener: RequestListener,
  options: ServerOptions = {},
): Promise<{ server: Server; refused: Error[] }> {
  const refused: Error[] = [];
  // A connection that the server does not end stays open for longer than a test.
  const server = createServer({ keepAliveTimeout: 60_000, ...options }, listener);
  running.push(server);
  server.on('clientError', (error, socket: Socket) => {
    if (!endUnreadable(error, socket)) return;
    refused.push(error);
    socket.end(`HTTP/1.1 400 ${STATUS_CODES[400]}\r\nConnection: close\r\n\r\n`);
  });
  boundConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, refused };
}

/** A client of the server, which has sent these bytes. With `allowHalfOpen` it can send after the server has ended. */
export function open(server: Server, bytes = '', allowHalfOpen = false): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  socket.write(bytes);
  return socket;
}

/** Everything that the server sends until it ends the connection. */
export async function received(socket: Socket): Promise<string> {
  let all = '';
  socket.on('data', (chunk) => {
    all += chunk;
  });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.on('close', resolve));
  return all;
}

export const get = (path: string | number, headers = '') => `GET /${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
export const many = (count: number) => Array.from({ length: count }, (_, index) => get(index));
export const answersOf = (all: string) => all.match(/<\w+>/g) ?? [];
