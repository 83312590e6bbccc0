/** What kept an operation from its answer, in the one word that decides what a screen offers. */
export type ProblemKind =
  /** Nobody is signed in, or not any more. */
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  /** The input was refused. */
  | 'invalid'
  /** Too many attempts; `retryAfter` says when the next one is looked at. */
  | 'throttled'
  /** No answer of the API arrived. */
  | 'unreachable'
  /** A fault of the API; `trackingId` is also in its log. */
  | 'failed';

const KINDS: Record<string, ProblemKind> = {
  UNAUTHENTICATED: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'not-found',
  VALIDATION: 'invalid',
  TOO_MANY_REQUESTS: 'throttled',
  API_UNREACHABLE: 'unreachable',
};

type Details = { retryAfter?: number | undefined; trackingId?: string | undefined };

/** The only error that reading from the API throws. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  /** Seconds until another attempt is worth it. */
  readonly retryAfter: number | undefined;
  /** What staff tell the operator, so that the line in the log is found. */
  readonly trackingId: string | undefined;

  constructor(kind: ProblemKind, message: string, details: Details = {}) {
    super(message);
    this.name = 'Problem';
    this.kind = kind;
    this.retryAfter = details.retryAfter;
    this.trackingId = details.trackingId;
  }
}

/** The word for a code in `extensions.code`; every code that is not known is a fault. */
export function problemOf(message: string, extensions: Record<string, unknown> = {}): Problem {
  const { code, retryAfter, tracking_id: snake, trackingId = snake } = extensions;
  return new Problem((typeof code === 'string' && KINDS[code]) || 'failed', message, {
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
    trackingId: typeof trackingId === 'string' ? trackingId : undefined,
  });
}

/** Whether a thrown value is a problem of this kind. */
export function isProblem(error: unknown, kind: ProblemKind): error is Problem {
  return error instanceof Problem && error.kind === kind;
}
