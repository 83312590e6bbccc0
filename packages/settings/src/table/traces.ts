import { optional, text } from '../kinds.ts';
import type { Read } from '../setting.ts';
import { collector, headers, ratio } from '../trace-kinds.ts';

/** Traces; the names are those of OpenTelemetry. */
export const traceSettings = (read: Read) => ({
  tracesEndpoint: read({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: optional(collector),
    default: '',
    about:
      'Base address of an OpenTelemetry collector, which gets the traces of the API and the worker as OTLP over HTTP (JSON) at `/v1/traces` below it. Not set: no traces, at no cost (docs/operations.md).',
  }),
  tracesHeaders: read({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    kind: optional(headers),
    default: '',
    about: 'Headers of the requests to the collector, such as its API key.',
  }),
  tracesRatio: read({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    kind: ratio,
    default: '0.1',
    about:
      'Share of the traces that are sent, from 0 to 1. It also holds for requests with a `traceparent`: a client chooses the id of its trace, but not whether it is sent.',
  }),
  tracesService: read({
    name: 'OTEL_SERVICE_NAME',
    kind: optional(text('a name')),
    default: '',
    about: 'The `service.name` of all programs. Not set: `channel-api` and `channel-worker`.',
  }),
});
