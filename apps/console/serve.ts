import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, Server, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { VISITOR_HEADER, visitorAddresses } from '@channel/auth/visitor-address';
import { boundConnections } from '@channel/lane';
import { answerEarly } from './src/lib/server/answer-early.ts';
import { atPlace } from './src/lib/server/page-places.ts';
import { securityHeaders } from './src/lib/server/security-headers.ts';

/*
 * Runs the command of Next, with headers on every answer of the port. Next itself adds headers to what it routes; it never hears of requests that
 * Node refuses by itself. Each request gets the address of its visitor, signed for the API.
 */

// What a page is made of is soon gone: old objects are collected once they have grown by half, where it would be by twice as much as there is.
setFlagsFromString('--heap-growing-percent=50');
setFlagsFromString('--semi-space-growth-factor=1');

const headers = securityHeaders(process.env.CONSOLE_URL);

/** Milliseconds for headers, and for a whole request, to arrive. Node looks every 30 s. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

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

const secretKey = process.env.SECRET_KEY?.trim();
const visitors = secretKey ? visitorAddresses(secretKey) : undefined;

/** Where a visitor comes from, as far as this server can know it: behind a proxy, that is the proxy. */
const addressOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';

subscribe('http.server.request.start', (message) => {
  const request: unknown = Reflect.get(Object(message), 'request');
  if (!(request instanceof IncomingMessage)) return;
  // Nobody says it of themselves.
  delete request.headers[VISITOR_HEADER];
  if (visitors) request.headers[VISITOR_HEADER] = visitors.sign(addressOf(request), new Date());
});

/** Lets Next hear of requests alone that it can answer. */
function guard(server: Server): void {
  const answers = server.rawListeners('request');
  server.removeAllListeners('request').on('request', (request, response) => {
    // A client that sends one request after the other would hold up the end of the program for good.
    if (!server.listening) response.setHeader('Connection', 'close');
    if (answerEarly(request, response)) return;
    atPlace(request, response, () => {
      for (const answer of answers) answer.call(server, request, response);
    });
  });
  // Next would leave the connection open without an answer. Where nobody listens, a request to upgrade is a request like others.
  server.removeAllListeners('upgrade');
  server.on('connect', (_request, socket) => {
    if (!(socket instanceof Socket)) return;
    refuseRaw(new Error('A tunnel was requested'), socket);
    // Node looks after it no more.
    socket.destroySoon();
  });
  server.on('clientError', refuseRaw);
  boundConnections(server);
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
}

subscribe('http.server.response.created', (message) => {
  const response: unknown = Reflect.get(Object(message), 'response');
  if (response instanceof ServerResponse) response.setHeaders(new Map(Object.entries(headers)));
});
subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const server: unknown = Reflect.get(Object(message), 'server');
  if (server instanceof Server) guard(server);
});

await import('next/dist/bin/next');
