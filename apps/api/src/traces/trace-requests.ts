import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerOptions } from 'graphql-rest-router';
import { shownRequest } from '../shown-in-log.ts';
import { readTraceparent, traceparentOf } from './traceparent.ts';
import { type Span, type Tracing, within } from './tracing.ts';

/** The place of a request in its trace. */
type RequestTrace = { traceId: string; parentId: string | null; span: Span | undefined };

const traces = new WeakMap<IncomingMessage, RequestTrace>();

/**
 * The header for requests that follow from a request; undefined without traces. In a trace that is not sent, the request
 * has no span of its own, so its caller or the beginning of the trace takes its place.
 */
export function traceparentFrom({ raw }: FastifyRequest, tracing: Tracing | undefined): string | undefined {
  const trace = tracing && traces.get(raw);
  if (!trace) return undefined;
  const { traceId, parentId, span } = trace;
  return traceparentOf(span?.place ?? { traceId, spanId: parentId ?? traceId.slice(0, 16), isSampled: false });
}

/**
 * Makes the log of each request, which has the id of its trace: that of a valid `traceparent`, or with traces a new one,
 * which has the digits of the request's id.
 */
export const tracedLog =
  (tracing: Tracing | undefined): NonNullable<ServerOptions['childLoggerFactory']> =>
  (logger, bindings, options, raw) => {
    const place = readTraceparent(raw.headers.traceparent);
    if (!place && !tracing) return logger.child(bindings, options);
    const traceId = place?.traceId ?? String(bindings.reqId).replaceAll('-', '');
    const parentId = place?.spanId ?? null;
    const method = raw.method ?? '';
    const about = { name: method, kind: 'server', attributes: { 'http.request.method': method } } as const;
    const span = tracing?.begin({ traceId, parentId }, about);
    traces.set(raw, { traceId, parentId, span });
    return logger.child({ ...bindings, traceId, ...(span ? { spanId: span.place.spanId } : {}) }, options);
  };

/** Runs the requests whose trace is sent within their spans. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const span = traces.get(request.raw)?.span;
    // Monitoring calls them all the time.
    if (!span || request.routeOptions.config?.isProbe) return done();
    reply.raw.once('close', () => endSpan(span, request, reply));
    within(span, done);
  });
  // Events of the socket, with which a body arrives, have another context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = traces.get(request.raw)?.span;
    if (span) within(span, done);
    else done();
  });
}

function endSpan(span: Span, request: FastifyRequest, { raw }: FastifyReply): void {
  const { method, routeOptions } = request;
  const route = routeOptions.url;
  const isAborted = !raw.writableFinished;
  span.add({
    name: route === undefined ? method : `${method} ${route}`,
    attributes: {
      ...(route === undefined ? {} : { 'http.route': route }),
      'url.path': shownRequest(request).url,
      'http.response.status_code': raw.statusCode,
      'channel.request_id': request.id,
    },
  });
  if (isAborted) span.end('aborted');
  else span.end(raw.statusCode >= 500 ? String(raw.statusCode) : undefined);
}
