import type { GraphQLError } from 'graphql';
import { snakeName } from './casing.ts';

/** One refused member of a request: where it is (GraphQL or wire names) and what was expected there. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * A refusal that the client is meant to read: its message goes out as it is, with `{ errors: null, meta }`.
 * Whatever is not a PlannedError is answered 500 with a fixed text and logged under its tracking id.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
  }

  /** The JSON body of the answer. */
  get body(): unknown {
    return { errors: null, meta: { message: this.message, tracking_id: null } };
  }
}

/** No valid credentials on a row that needs them: 401 with the bare `{ message }`. */
export class Unauthenticated extends HttpError {
  constructor() {
    super(401, 'Unauthenticated.', { 'www-authenticate': 'Bearer' });
    this.name = 'Unauthenticated';
  }

  override get body(): unknown {
    return { message: this.message };
  }
}

/**
 * 422 with one entry per refused member. A message that begins with a lower-case letter is a predicate
 * ("must be an integer") and gets the dotted wire path in front; a sentence stays as it is.
 */
export class InvalidInput extends HttpError {
  readonly fieldErrors: readonly FieldError[];

  constructor(fieldErrors: readonly FieldError[]) {
    super(422, 'The given data was invalid.');
    this.name = 'InvalidInput';
    this.fieldErrors = fieldErrors;
  }

  override get body(): unknown {
    const errors: Record<string, string[]> = Object.create(null);
    for (const { path, message } of this.fieldErrors) {
      const field = path.length === 0 ? 'body' : path.map((step) => snakeName(String(step))).join('.');
      const text = /^[a-z]/.test(message) ? `${field} ${message}` : message;
      errors[field] ??= [];
      if (!errors[field].includes(text)) errors[field].push(text);
    }
    return { errors, meta: { message: this.message, tracking_id: null } };
  }
}

/** The body of every unexpected failure. */
export function unexpectedBody(trackingId: string): unknown {
  return { errors: null, meta: { message: 'Unexpected server error.', tracking_id: trackingId } };
}

/** How the host names its own failures: undefined leaves an error to the library. */
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
 * The one error that a failed execution answers with. All validation: one InvalidInput with every fault.
 * Otherwise the first by precedence. Errors that nobody planned come back as they were thrown.
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

/** The error with its faults under wire paths: what GraphQL reports below the variable `rest` stands at the top of a body. */
export function withoutPrefix(error: unknown, rest: string): unknown {
  if (!(error instanceof InvalidInput)) return error;
  return new InvalidInput(
    error.fieldErrors.map(({ path, message }) => ({ path: path[0] === rest ? path.slice(1) : path, message })),
  );
}

/** A thrown value as the refusal that it stands for, or as it is. */
export function settleThrown(error: unknown, translate: Translate | undefined): unknown {
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
  // The bare form is for missing credentials; on a public row (a login) it is a refusal like others.
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
