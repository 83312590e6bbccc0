import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { boundConnections, endUnreadable } from '@channel/lane';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { closeGracefully } from './close-gracefully.ts';
import { compressAnswers } from './compression.ts';
import { problemDetails } from './envelopes/problem-details.ts';
import { type ErrorEnvelope, type Failure, failureOf, unexpectedFailure } from './error-envelope.ts';
import { HttpError, type Translate, validateHeaders } from './http-errors.ts';
import { readJsonBodies } from './json-body.ts';
import { answerKnownMethods } from './known-methods.ts';
import { MAX_PARAMETERS, parseParameters } from './query-string.ts';
import { REFUSALS } from './refusals.ts';
import { hasLeft, RequestLog } from './request-log.ts';
import { isDecodable } from './utf8.ts';

/** Marks a Fastify instance made by `createServer`, on which the routes rely. */
export const RESTFUL = 'restful';

export interface ServerOptions {
  /** Largest body in bytes; default 1 MiB. More is 413. */
  readonly bodyLimit?: number;
  /** Milliseconds for a whole request to arrive; default 30,000. Slower ones are 408. */
  readonly requestTimeout?: number;
  /** Headers of every answer, including errors for malformed HTTP; a route may override them. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for the headers to arrive; default 10,000. */
  readonly headersTimeout?: number;
  /** Milliseconds for which a closing server keeps idle connections open and answers their requests; default 0. */
  readonly linger?: number;
  /**
   * Aborted some time before the server closes: every answer from then on announces that it is the last one on its
   * connection, so that clients move to another server. Default: only while it closes.
   */
  readonly ending?: AbortSignal;
  /** Proxies whose X-Forwarded-* headers are trusted; default none. */
  readonly trustProxy?: FastifyServerOptions['trustProxy'];
  /** Fastify's `logger` option; default no log. Unexpected errors are logged with their tracking id. */
  readonly logger?: FastifyServerOptions['logger'];
  /** Maps failures of the host (a lost database) on any route; default none. */
  readonly errors?: Translate;
  /** The form of every error body, also for requests that never reach a route; default `problemDetails`. */
  readonly envelope?: ErrorEnvelope;
  /** Disables the log line for each request; default false. */
  readonly disableRequestLogging?: boolean;
  /** Makes the logger of each request from that of the server, such as one with further members; default Fastify's own. */
  readonly childLoggerFactory?: FastifyServerOptions['childLoggerFactory'];
  /** A custom logger; takes precedence over `logger`. */
  readonly loggerInstance?: FastifyServerOptions['loggerInstance'];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Further members of the request's line in the log. */
    logged?: Record<string, unknown>;
  }
  interface FastifyContextConfig {
    /** The name of the operation that the route runs, for the log. */
    operation?: string;
    /** Monitoring calls the route repeatedly: its successful requests are logged at `debug` level. */
    isProbe?: boolean;
  }
}

type Headers = NonNullable<ServerOptions['headers']>;

const unreadable = Symbol('why a query string cannot be read');

/**
 * A Fastify server for JSON over HTTP. It reads GET and DELETE bodies, nests `filter[a][b]=` and `tags[]=`, and
 * generates a UUID for each request, which it returns as X-Request-Id. Every error, also for requests that never reach
 * a route, has a body in the form of the envelope. Answers are compressed for clients that accept zstd or gzip. HEAD is answered like GET, OPTIONS with `Allow`,
 * and a trailing slash is ignored.
 *
 * @throws {TypeError} if one of `headers` cannot be sent
 */
export function createServer(options: ServerOptions = {}): FastifyInstance {
  const { requestTimeout = 30_000, bodyLimit = 1_048_576, trustProxy = false } = options;
  const headersTimeout = Math.min(options.headersTimeout ?? 10_000, requestTimeout);
  const { headers = {}, envelope = problemDetails } = options;
  validateHeaders({ ...headers, 'content-type': envelope.contentType });
  const requestLog = new RequestLog(
    { disableRequestLogging: options.disableRequestLogging ?? false },
    (error, request, reply) => answerOnSocket(envelope, error, request, reply, headers),
  );
  const app: FastifyInstance = Fastify({
    ...(options.loggerInstance === undefined
      ? { logger: options.logger ?? false }
      : { loggerInstance: options.loggerInstance }),
    ...(options.childLoggerFactory ? { childLoggerFactory: options.childLoggerFactory } : {}),
    logController: requestLog,
    bodyLimit,
    trustProxy,
    requestTimeout,
    // Node answers a missing Host with an empty 400 of its own; refuseEarly() gives it a body.
    http: {
      headersTimeout,
      requestTimeout,
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(headersTimeout, 5_000),
    },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      answerError(envelope, error, request, reply);
      // Without a route, `onResponse` logging does not run.
      if (options.disableRequestLogging !== true) request.log.info({ req: request, res: reply }, 'request refused');
    },
    clientErrorHandler: (error, socket) => answerRawError(envelope, error, socket, headers, app.log),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 16_384, ignoreTrailingSlash: true },
  });
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.addHttpMethod('QUERY', { hasBody: true, overrideExisting: true });
  answerKnownMethods(app);
  app.decorate(RESTFUL, true);
  app.decorateRequest('logged', undefined);
  readJsonBodies(app);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(envelope, options.errors?.(error) ?? error, request, reply),
  );
  app.setNotFoundHandler(() => {
    throw new HttpError(404, 'Not found.');
  });
  closeGracefully(app, options);
  // Hooks of every request call back: a promise for each of them would cost more than what they do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done(refusedEarly(request));
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    requestLog.answering(request, reply);
    done();
  });
  compressAnswers(app);
  app.addHook('preValidation', ({ query }, _reply, done) =>
    done(isUnreadable(query) ? new HttpError(400, String(query[unreadable])) : undefined),
  );
  app.server.on('checkExpectation', (_request, response) => answerExpectation(envelope, response, headers, app.log));
  boundConnections(app.server);
  return app;
}

function refusedEarly({ raw, method }: FastifyRequest): HttpError | undefined {
  if (raw.headers.host === undefined && raw.httpVersion === '1.1')
    return new HttpError(400, 'The Host header is missing.');
  const bodiless = raw.headers['transfer-encoding'] === undefined && Number(raw.headers['content-length'] ?? 0) === 0;
  // The content type of an absent body is ignored, except for QUERY (RFC 10008, section 2).
  if (bodiless && method !== 'QUERY') delete raw.headers['content-type'];
  // Without decoding, a compressed body would be reported as malformed JSON.
  const coding = raw.headers['content-encoding'] ?? 'identity';
  if (!bodiless && coding.toLowerCase() !== 'identity')
    return new HttpError(415, 'The body must be sent without a Content-Encoding.');
  return undefined;
}

/** Whether a query string could not be parsed, which is answered 400. */
export const isUnreadable = (query: unknown): query is { [unreadable]: unknown } =>
  typeof query === 'object' && query !== null && unreadable in query;

// An error thrown here would bypass every error handler.
function parseQuery(text: string): Record<string | symbol, unknown> {
  if (text === '') return {};
  if (!isDecodable(Buffer.from(text, 'latin1'))) return { [unreadable]: 'The query string is not valid UTF-8.' };
  return parseParameters(text) ?? { [unreadable]: `The query string has more than ${MAX_PARAMETERS} parameters.` };
}

function refusal(status: number): HttpError {
  return new HttpError(status, REFUSALS[status]?.message ?? `${STATUS_CODES[status] ?? 'Refused'}.`);
}

function answerError(envelope: ErrorEnvelope, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = errorResponse(envelope, error, request, reply);
  for (const name of ['content-disposition', 'content-encoding']) reply.removeHeader(name);
  reply.code(status).headers(headers).send(body);
}

/**
 * Answers without Fastify where the error response itself could not be sent, because a hook threw again or the reply
 * has a header that Node refuses.
 */
function answerOnSocket(
  envelope: ErrorEnvelope,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  defaults: Headers,
): void {
  const { raw } = reply.hijack();
  const { status, headers, body } = errorResponse(envelope, error, request, reply);
  if (raw.headersSent) return void raw.destroy();
  for (const name of raw.getHeaderNames()) raw.removeHeader(name);
  raw.writeHead(status, STATUS_CODES[status], { ...defaults, ...headers, 'content-length': body.length });
  raw.end(body);
}

/** The response of an error, which is logged unless it is expected. */
function errorResponse(envelope: ErrorEnvelope, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const httpError = error instanceof HttpError ? error : refusalOfFastify(error);
  if (httpError === undefined && !hasLeft(error, reply)) logUnexpected(error, request);
  const failure = httpError === undefined ? unexpectedFailure(request.id) : failureOf(httpError);
  const { contentType, text } = bodyOf(envelope, failure, request.log);
  return {
    status: failure.status,
    headers: {
      'content-type': contentType,
      'x-request-id': request.id,
      'cache-control': 'no-store',
      ...httpError?.headers,
    },
    // Fastify would add a charset to the content type of a text.
    body: Buffer.from(text),
  };
}

/** The body of a failure. One that the envelope cannot make is logged, and made by `problemDetails`. */
function bodyOf(envelope: ErrorEnvelope, failure: Failure, log: FastifyBaseLogger) {
  try {
    const text: string | undefined = JSON.stringify(envelope.body(failure));
    if (text !== undefined) return { contentType: envelope.contentType, text };
    log.error({ failure }, 'the error envelope has no body for a failure');
  } catch (error) {
    log.error({ err: error }, 'the error envelope failed');
  }
  return { contentType: problemDetails.contentType, text: JSON.stringify(problemDetails.body(failure)) };
}

/**
 * Logs an unexpected error with its tracking id, which the client also receives, and with the name of the operation.
 */
export function logUnexpected(error: unknown, { log, id, routeOptions }: FastifyRequest): void {
  log.error({ err: error, tracking_id: id, operation: routeOptions.config?.operation }, 'unexpected error');
}

// Only Fastify's own errors and an aborted upload: an error of the host is not trusted by its status alone.
function refusalOfFastify(error: unknown): HttpError | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || !('code' in error)) return undefined;
  const { statusCode, code } = error;
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499 || typeof code !== 'string')
    return undefined;
  return code.startsWith('FST_') || code === 'ECONNRESET' ? refusal(statusCode) : undefined;
}

const STATUS_OF_RAW: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

// Malformed HTTP has no request and no reply: the answer is written to the socket, which is then closed.
function answerRawError(
  envelope: ErrorEnvelope,
  error: Error & { code?: string },
  socket: Socket,
  defaults: Headers,
  log: FastifyBaseLogger,
): void {
  if (!endUnreadable(error, socket)) return;
  const httpError = refusal(STATUS_OF_RAW[error.code ?? ''] ?? 400);
  const { headers, text } = rawResponse(envelope, httpError, log);
  const lines = Object.entries({ ...defaults, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${httpError.status} ${STATUS_CODES[httpError.status]}\r\n${lines.join('')}\r\n${text}`);
}

function answerExpectation(
  envelope: ErrorEnvelope,
  response: ServerResponse,
  defaults: Headers,
  log: FastifyBaseLogger,
): void {
  const { headers, text } = rawResponse(envelope, refusal(417), log);
  response.writeHead(417, { ...defaults, ...headers });
  response.end(text);
}

/** An error response to a request that Fastify never sees. */
function rawResponse(envelope: ErrorEnvelope, error: HttpError, log: FastifyBaseLogger) {
  const { contentType, text } = bodyOf(envelope, failureOf(error), log);
  const headers = {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'x-request-id': randomUUID(),
    'cache-control': 'no-store',
    connection: 'close',
  };
  return { headers, text };
}
