import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { VISITOR_HEADER, visitorAddresses } from '@channel/auth/visitor-address';
import { boundConnections, endUnreadable } from '@channel/lane';
import { answerEarly } from './src/lib/server/answer-early.ts';
import { addressOf, proxyViolation } from './src/lib/server/client-address.ts';
import { atSlot } from './src/lib/server/page-slots.ts';
import { securityHeaders } from './src/lib/server/security-headers.ts';

/*
 * Runs the Next command and adds the security headers to every response of the port. Next adds headers only to requests
 * that it routes, and does not see requests that Node rejects. Each request gets the visitor's address, signed for the
 * API.
 */

if (proxyViolation !== null) {
  console.error(proxyViolation);
  process.exit(1);
}

// Objects of a page render are short-lived: collect the old generation after it has grown by 50 % instead of the
// default 200 %.
setFlagsFromString('--heap-growing-percent=50');
setFlagsFromString('--semi-space-growth-factor=1');

const headers = securityHeaders(process.env.CONSOLE_URL);

/** Milliseconds for the headers and for a whole request to arrive. Node checks every 30 s. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

const STATUS_OF_RAW: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Rejects a request that the HTTP parser can't parse. Without a response object, the response is written to the socket.
 */
function refuseRaw(error: Error & { code?: string }, socket: Socket): void {
  if (!endUnreadable(error, socket)) return;
  const status = STATUS_OF_RAW[error.code ?? ''] ?? 400;
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
}

const secretKey = process.env.SECRET_KEY?.trim();
const visitors = secretKey ? visitorAddresses(secretKey) : undefined;

subscribe('http.server.request.start', (message) => {
  const request: unknown = Reflect.get(Object(message), 'request');
  if (!(request instanceof IncomingMessage)) return;
  // A client must not set this header itself.
  delete request.headers[VISITOR_HEADER];
  if (visitors) request.headers[VISITOR_HEADER] = visitors.sign(addressOf(request), new Date());
});

/** Passes only requests to Next that it can handle. */
function guard(server: Server): void {
  const answers = server.rawListeners('request');
  server.removeAllListeners('request').on('request', (request, response) => {
    // During shutdown: a client that keeps sending requests would otherwise keep the process alive.
    if (!server.listening) response.setHeader('Connection', 'close');
    if (answerEarly(request, response)) return;
    atSlot(request, response, () => {
      for (const answer of answers) answer.call(server, request, response);
    });
  });
  // Next would leave the connection open without a response. Without a listener, Node treats an upgrade as a normal
  // request.
  server.removeAllListeners('upgrade');
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
