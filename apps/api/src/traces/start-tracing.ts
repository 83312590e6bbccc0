import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@channel/settings';
import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { isSampled } from './traceparent.ts';
import type { About, Span, Tracing } from './tracing.ts';

/** Spans that wait to be sent; further ones are lost. */
const MAX_WAITING = 4_096;
/** A larger batch would block the event loop for longer. */
const AT_ONCE = 256;
/**
 * Requests of a trace of a client that are sent, by each process: a client that has learned that a trace is sent must not
 * use its id for everything.
 */
const MAX_OF_TRACE = 100;
/** Traces of clients that are remembered. */
const REMEMBERED = 10_000;
/** Milliseconds. */
const SOON = 1_000;
const EXPORT_TIMEOUT = 5_000;
const LAST_WAIT = 2_000;
const BETWEEN_LINES = 60_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Starts to send the traces of a program. Imported dynamically: only programs that send traces load OpenTelemetry. */
export function startTracing(
  name: string,
  { tracesEndpoint, tracesHeaders, tracesRatio, tracesService, secretKey }: Settings,
  log: Logger,
): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${tracesEndpoint}/v1/traces`,
    headers: tracesHeaders ?? {},
    timeoutMillis: EXPORT_TIMEOUT,
  });
  const ids = new RandomIdGenerator();
  /** The id of the trace that begins. */
  let begun: string | undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': tracesService ?? name }),
    idGenerator: { generateSpanId: ids.generateSpanId, generateTraceId: () => begun ?? ids.generateTraceId() },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reported(exporter, log),
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: AT_ONCE,
        scheduledDelayMillis: SOON,
        exportTimeoutMillis: EXPORT_TIMEOUT,
      }),
    ],
  });
  const counts = new LRUCache<string, number>({ max: REMEMBERED });
  const tracer = provider.getTracer('channel-booking');

  function start({ name, kind, attributes = {} }: About, parent: typeof ROOT_CONTEXT): Span {
    const options = { attributes, kind: kind ? KINDS[kind] : SpanKind.INTERNAL };
    return spanOf(tracer.startSpan(name, options, parent), start);
  }

  const below = (traceId: string, spanId: string) =>
    trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });

  return {
    begin({ traceId, parentId }, about) {
      if (!isSampled(traceId, tracesRatio, secretKey ?? '')) return undefined;
      if (parentId !== null) {
        const count = (counts.get(traceId) ?? 0) + 1;
        counts.set(traceId, count);
        return count > MAX_OF_TRACE ? undefined : start(about, below(traceId, parentId));
      }
      begun = traceId;
      const span = start(about, ROOT_CONTEXT);
      begun = undefined;
      return span;
    },
    continue: ({ traceId, spanId, isSampled }, about) => (isSampled ? start(about, below(traceId, spanId)) : undefined),
    async close() {
      await Promise.race([provider.shutdown().catch(() => {}), sleep(LAST_WAIT, undefined, { ref: false })]);
    },
  };
}

function spanOf(span: OtelSpan, start: (about: About, parent: typeof ROOT_CONTEXT) => Span): Span {
  const { traceId, spanId } = span.spanContext();
  return {
    place: { traceId, spanId, isSampled: true },
    isRunning: () => span.isRecording(),
    begin: (about) => start(about, trace.setSpan(ROOT_CONTEXT, span)),
    add({ name, attributes = {} }) {
      if (name !== undefined) span.updateName(name);
      span.setAttributes(attributes);
    },
    end(errorType) {
      if (errorType !== undefined) {
        span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** Logs that spans were lost, at most once a minute. */
function reported(exporter: SpanExporter, log: Logger): SpanExporter {
  let lost = 0;
  let logged = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        done(result);
        if (!result.error && result.code === 0) return;
        lost += spans.length;
        const now = performance.now();
        if (now - logged < BETWEEN_LINES) return;
        log.warn({ err: result.error, lost }, 'traces could not be sent: the collector does not take them');
        logged = now;
        lost = 0;
      }),
    shutdown: () => exporter.shutdown(),
  };
}
