/** What kept an operation from its answer, in the one word that decides what a screen offers. */
export type ProblemKind =
  /** Nobody is signed in, or not any more. */
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  /** The input was refused; `fields` says which members, and why. */
  | 'invalid'
  /** It does not go together with how things are by now; the message says with what. */
  | 'conflict'
  /** Too many attempts; `retryAfter` says when the next one is looked at. */
  | 'throttled'
  /** No answer of the API arrived. */
  | 'unreachable'
  /** It may have been done or not; the message says so. */
  | 'uncertain'
  /** A fault of the API; `trackingId` is also in its log. */
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

/** A member of the input that was refused: where it stands, and what was expected. */
export type FieldError = { path: (string | number)[]; message: string };

type Details = {
  fields?: FieldError[] | undefined;
  retryAfter?: number | undefined;
  trackingId?: string | undefined;
};

/** The only error that reading from the API throws. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  /** What was wrong with which member of the input; empty where that is not said. */
  readonly fields: readonly FieldError[];
  /** Seconds until another attempt is worth it. */
  readonly retryAfter: number | undefined;
  /** What staff tell the operator, so that the line in the log is found. */
  readonly trackingId: string | undefined;

  constructor(kind: ProblemKind, message: string, details: Details = {}) {
    super(message);
    this.name = 'Problem';
    this.kind = kind;
    this.fields = details.fields ?? [];
    this.retryAfter = details.retryAfter;
    this.trackingId = details.trackingId;
  }
}

/** The word for a code in `extensions.code`; every code that is not known is a fault. */
export function problemOf(message: string, extensions: Record<string, unknown> = {}): Problem {
  const { code, outcome, fields, retryAfter, tracking_id: snake, trackingId = snake } = extensions;
  const kind = outcome === 'unknown' ? 'uncertain' : typeof code === 'string' && KINDS[code];
  return new Problem(kind || 'failed', message, {
    fields: Array.isArray(fields) ? fields.filter(isFieldError) : undefined,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
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
 * What is to be said at each field of a form: the message by the path of the member, `leader.email`. The name of the
 * argument that carries the form, usually `input`, is left out.
 */
export function fieldErrorsOf(error: unknown, argument = 'input'): Record<string, string> {
  if (!isProblem(error, 'invalid')) return {};
  const named = error.fields.map(({ path, message }) => {
    const [first, ...rest] = path;
    return [(first === argument && rest.length > 0 ? rest : path).join('.'), message] as const;
  });
  return Object.fromEntries(named.reverse());
}
