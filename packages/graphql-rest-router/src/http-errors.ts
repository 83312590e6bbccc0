import { validateHeaderName, validateHeaderValue } from 'node:http';
import { GraphQLError } from 'graphql';
import { snakeName } from './casing.ts';

/** One violation in a request: the path of the member (GraphQL or wire names) and what was expected there. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * An expected error: the client receives its status and message unchanged.
 * Any other error is answered 500 with a fixed text and logged under its tracking id.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  /** @throws {RangeError | TypeError} if the status is not one of 400 to 599, or a header cannot be sent */
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    if (!Number.isInteger(status) || status < 400 || status > 599)
      throw new RangeError(`An HttpError has a status from 400 to 599, not ${status}.`);
    validateHeaders(headers);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
  }
}

/** @throws {TypeError} if Node cannot send one of the headers */
export function validateHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}

/** No valid credentials on a route that needs them: 401. */
export class Unauthenticated extends HttpError {
  constructor() {
    super(401, 'Unauthenticated.', { 'www-authenticate': 'Bearer' });
    this.name = 'Unauthenticated';
  }
}

/**
 * 422 with one entry per invalid member. A message that begins with a lower-case letter is a predicate
 * ("must be an integer") and gets the dotted wire path in front; a full sentence is kept unchanged.
 */
export class InvalidInput extends HttpError {
  readonly fieldErrors: readonly FieldError[];

  constructor(fieldErrors: readonly FieldError[]) {
    super(422, 'The given data was invalid.');
    this.name = 'InvalidInput';
    this.fieldErrors = fieldErrors;
  }

  /** The messages by the dotted wire path of their member; `body` for the input as a whole. */
  get fields(): Readonly<Record<string, readonly string[]>> {
    const fields: Record<string, string[]> = Object.create(null);
    for (const { path, message } of this.fieldErrors) {
      const field = path.length === 0 ? 'body' : path.map((step) => snakeName(String(step))).join('.');
      const text = /^[a-z]/.test(message) ? `${field} ${message}` : message;
      fields[field] ??= [];
      if (!fields[field].includes(text)) fields[field].push(text);
    }
    return fields;
  }
}

/** Maps the host's own errors; undefined leaves an error to this library. */
export type Translate = (error: unknown) => HttpError | undefined;

const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  VALIDATION: 422,
  BAD_USER_INPUT: 422,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
};

// A missing credential explains every other failure of the request; a bug must not hide behind a refusal.
const PRECEDENCE = [401, 500, 503, 429, 403, 404, 412, 409, 400, 422];

/**
 * The one error that a failed execution answers with. If all are validation errors: one InvalidInput with every field
 * error. Otherwise the first by precedence. Unexpected errors are returned as they were thrown.
 */
export function settleExecution(
  errors: readonly GraphQLError[],
  isPublic: boolean,
  translate: Translate | undefined,
): unknown {
  const settled = errors.map((error) => httpError(error, isPublic, translate) ?? error.originalError ?? error);
  const invalid = settled.filter((error) => error instanceof InvalidInput);
  if (invalid.length === settled.length) return new InvalidInput(invalid.flatMap((error) => error.fieldErrors));
  return settled.reduce((first, next) => (rank(next) < rank(first) ? next : first));
}

/**
 * The error with its field errors under wire paths: members of the variable `rest` are top-level members of the body.
 */
export function withoutPrefix(error: unknown, rest: string): unknown {
  if (!(error instanceof InvalidInput)) return error;
  return new InvalidInput(
    error.fieldErrors.map(({ path, message }) => ({ path: path[0] === rest ? path.slice(1) : path, message })),
  );
}

/** Maps a thrown value to its HttpError, also a GraphQL error with a code, or returns it unchanged. */
export function settleThrown(error: unknown, translate: Translate | undefined): unknown {
  if (error instanceof GraphQLError) return httpError(error, false, translate) ?? error;
  return error instanceof HttpError ? error : (translate?.(error) ?? error);
}

function rank(error: unknown): number {
  const place = PRECEDENCE.indexOf(error instanceof HttpError ? error.status : 500);
  return place === -1 ? PRECEDENCE.length : place;
}

function httpError(error: GraphQLError, isPublic: boolean, translate: Translate | undefined): HttpError | undefined {
  const original = error.originalError ?? error;
  if (original instanceof HttpError) return original;
  const named = translate?.(original);
  if (named !== undefined) return named;
  const { code, fields, retryAfter } = error.extensions;
  const status = typeof code === 'string' ? STATUS_OF_CODE[code] : undefined;
  if (status === undefined) return undefined;
  // On a public route (a login), the credentials are in the request, and 401 is an ordinary expected error.
  if (status === 401 && !isPublic) return new Unauthenticated();
  if (status === 422) return new InvalidInput(areFieldErrors(fields) ? fields : [{ path: [], message: error.message }]);
  return new HttpError(
    status,
    error.message,
    typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {},
  );
}

function areFieldErrors(fields: unknown): fields is FieldError[] {
  return (
    Array.isArray(fields) &&
    fields.length > 0 &&
    fields.every((field) => Array.isArray(field?.path) && typeof field.message === 'string')
  );
}
