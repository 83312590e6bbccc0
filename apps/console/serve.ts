import { subscribe } from 'node:diagnostics_channel';
import { Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { securityHeaders } from './src/lib/server/security-headers.ts';

/*
 * Runs the command of Next, with headers on every answer of the port. Next itself adds headers to what it routes; it never hears of requests that
 * Node refuses by itself.
 */

const headers = securityHeaders(process.env.CONSOLE_URL);

const STATUS_OF_RAW: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Refuses what no HTTP parser could read: there is no request and no response, so that the answer is written on the socket. */
function refuseRaw({ code = '' }: Error & { code?: string }, socket: Socket): void {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  if (code === 'ECONNRESET' || !socket.writable || (response instanceof ServerResponse && response.headersSent)) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF_RAW[code] ?? 400;
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
}

subscribe('http.server.response.created', (message) => {
  const response: unknown = Reflect.get(Object(message), 'response');
  if (response instanceof ServerResponse) response.setHeaders(new Map(Object.entries(headers)));
});
subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const server: unknown = Reflect.get(Object(message), 'server');
  if (server instanceof Server) server.on('clientError', refuseRaw);
});

await import('next/dist/bin/next');
