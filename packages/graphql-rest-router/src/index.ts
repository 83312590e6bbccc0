export {
  type Answer,
  bare,
  type CsvColumn,
  type CsvOptions,
  csv,
  data,
  type Executed,
  empty,
  type JsonText,
  page,
  type Variables,
} from './answers.ts';
export { candidates, knownEtag, sendPlain } from './compression.ts';
export { errorsAndMeta } from './envelopes/errors-and-meta.ts';
export { problemDetails } from './envelopes/problem-details.ts';
export type { ErrorEnvelope, Failure, FailureKind, PublishedBody } from './error-envelope.ts';
export { type FieldError, HttpError, InvalidInput, type Translate, Unauthenticated } from './http-errors.ts';
export { jsonReader } from './json-body.ts';
export { allowOf, refusalOfOthers } from './known-methods.ts';
export type { SelectedField, ShapeOptions } from './openapi/answer-schema.ts';
export { type OpenApiOptions, openapi, openapiInPieces } from './openapi/document.ts';
export type { JsonSchema } from './openapi/json-schema.ts';
export type { Shared } from './openapi/shared.ts';
export type { RootShape, Webhook } from './openapi/webhook.ts';
export { loadOperation, type Operations, type PersistedOperation, readOperations } from './operation.ts';
export { type ExportPage, type ExportProgress, pagedStream } from './paged-stream.ts';
export { hasLeft } from './request-log.ts';
export { type Method, type Route, type RouteOptions, route } from './route.ts';
export {
  type Arrival,
  type Call,
  type ExecuteResult,
  type RestRouter,
  type RestRouterOptions,
  type Run,
  restRouter,
  type WireAnswer,
} from './router.ts';
export { sendJson } from './send-json.ts';
export { createServer, type ServerOptions } from './server.ts';
export { wire } from './wire.ts';
