/** The kind of failure of an operation; screens decide by it what to offer. */
export type ProblemKind =
  /** The user is not signed in, or the session has ended. */
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  /** The input is invalid; `fields` contains the field errors. */
  | 'invalid'
  /** The change conflicts with the current state; the message says how. */
  | 'conflict'
  /** Too many attempts; `retryAfter` is the waiting time. */
  | 'throttled'
  /** The API did not respond. */
  | 'unreachable'
  /** The outcome is unknown: the change may or may not have been made; the message says so. */
  | 'uncertain'
  /** An internal error of the API; `trackingId` is also in its log. */
  | 'failed';

const KINDS: Record<string, ProblemKind> = {
  UNAUTHENTICATED: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'not-found',
  VALIDATION: 'invalid',
  CONFLICT: 'conflict',
  PRECONDITION_FAILED: 'conflict',
  TOO_MANY_REQUESTS: 'throttled',
  API_UNREACHABLE: 'unreachable',
  UNAVAILABLE: 'unreachable',
};

/** An invalid member of the input: its path, and what was expected. */
export type FieldError = { path: (string | number)[]; message: string };

type Details = {
  fields?: FieldError[] | undefined;
  retryAfter?: number | undefined;
  trackingId?: string | undefined;
  code?: string | undefined;
};

/** The only error type that requests to the API throw. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  /** The field errors of the input; empty if the API sent none. */
  readonly fields: readonly FieldError[];
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined;
  /** The reference by which the operator finds the error in the log. */
  readonly trackingId: string | undefined;
  /** The code of the API's error; undefined if the API sent none. */
  readonly code: string | undefined;

  constructor(kind: ProblemKind, message: string, details: Details = {}) {
    super(message);
    this.name = 'Problem';
    this.kind = kind;
    this.fields = details.fields ?? [];
    this.retryAfter = details.retryAfter;
    this.trackingId = details.trackingId;
    this.code = details.code;
  }
}

/** Converts a GraphQL error to a problem by `extensions.code`; an unknown code becomes `failed`. */
export function problemOf(message: string, extensions: Record<string, unknown> = {}): Problem {
  const { code, outcome, fields, retryAfter, tracking_id: snake, trackingId = snake } = extensions;
  const kind = outcome === 'unknown' ? 'uncertain' : typeof code === 'string' && KINDS[code];
  return new Problem(kind || 'failed', message, {
    fields: Array.isArray(fields) ? fields.filter(isFieldError) : undefined,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
    code: typeof code === 'string' ? code : undefined,
    trackingId: typeof trackingId === 'string' ? trackingId : undefined,
  });
}

/** Whether a thrown value is a problem of this kind. */
export function isProblem(error: unknown, kind: ProblemKind): error is Problem {
  return error instanceof Problem && error.kind === kind;
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== 'object' || value === null || !('path' in value && 'message' in value)) return false;
  return Array.isArray(value.path) && typeof value.message === 'string';
}

/**
 * The error messages of a form by the path of the field, such as `leader.email`. The name of the argument that contains
 * the form, usually `input`, is omitted.
 */
export function fieldErrorsOf(error: unknown, argument = 'input'): Record<string, string> {
  if (!isProblem(error, 'invalid')) return {};
  const named = error.fields.map(({ path, message }) => {
    const [first, ...rest] = path;
    return [(first === argument && rest.length > 0 ? rest : path).join('.'), message] as const;
  });
  return Object.fromEntries(named.reverse());
}
