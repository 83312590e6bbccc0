import { type HttpError, InvalidInput, Unauthenticated } from './http-errors.ts';
import type { JsonSchema } from './openapi/json-schema.ts';

/**
 * `unauthenticated`: no valid credentials on a route that needs them (401). `invalid`: members of the input are invalid
 * (422). `expected`: any other refusal. `unexpected`: an internal error (500).
 */
export type FailureKind = 'unauthenticated' | 'invalid' | 'expected' | 'unexpected';

/** A failure that is answered with an error body. */
export interface Failure {
  readonly kind: FailureKind;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** A message for people. That of an unexpected error is a fixed text. */
  readonly message: string;
  /** Messages by the dotted wire path of the member; null unless the kind is `invalid`. */
  readonly fields: Readonly<Record<string, readonly string[]>> | null;
  /** The id under which an unexpected error is logged, equal to the header `X-Request-Id`; null for other kinds. */
  readonly trackingId: string | null;
}

/** How the body of a kind of failure is published in the OpenAPI document. */
export interface PublishedBody {
  /** Its name among the schemas of the document; kinds with the same schema share a name. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** The description of the response; default: the meaning of its status. */
  readonly meaning?: string;
}

/** The form of error bodies: of every error that a server answers, and of the OpenAPI document. */
export interface ErrorEnvelope {
  /** The header `Content-Type` of error responses. */
  readonly contentType: string;
  /** The body of a failure, which is sent as JSON. */
  readonly body: (failure: Failure) => unknown;
  readonly published: Readonly<Record<FailureKind, PublishedBody>>;
}

/** The failure of an expected error. */
export function failureOf(error: HttpError): Failure {
  const { status, message } = error;
  if (error instanceof InvalidInput)
    return { kind: 'invalid', status, message, fields: error.fields, trackingId: null };
  const kind = error instanceof Unauthenticated ? 'unauthenticated' : 'expected';
  return { kind, status, message, fields: null, trackingId: null };
}

/** The failure of an unexpected error, which does not show the error. */
export function unexpectedFailure(trackingId: string): Failure {
  return { kind: 'unexpected', status: 500, message: 'Unexpected server error.', fields: null, trackingId };
}
