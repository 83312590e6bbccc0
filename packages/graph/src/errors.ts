import { GraphQLError } from 'graphql';

/** The code of an expected error; entry points translate it to a status. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'VALIDATION'
  | 'PRECONDITION_FAILED'
  | 'TOO_MANY_REQUESTS';

/** A refused member of the input: its path from the operation's input, and the expected value. */
export type FieldError = { path: (string | number)[]; message: string };

/**
 * An expected error, which the caller may read. Any other error is an internal error, of which the caller gets a
 * tracking id.
 */
export class DomainError extends GraphQLError {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, more: Record<string, unknown> = {}) {
    super(message, { extensions: { code, ...more } });
    this.code = code;
  }
}

export const unauthenticated = (message = 'Unauthenticated.') => new DomainError('UNAUTHENTICATED', message);
export const forbidden = (message: string) => new DomainError('FORBIDDEN', message);
/** For a missing resource and for an invisible one, without revealing which of the two it is. */
export const notFound = (what: string) => new DomainError('NOT_FOUND', `${what} not found.`);
export const conflict = (message: string) => new DomainError('CONFLICT', message);
export const throttled = (retryAfterSeconds: number) =>
  new DomainError('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', { retryAfter: retryAfterSeconds });
export const invalid = (fields: FieldError[]) =>
  new DomainError('VALIDATION', 'The given data was invalid.', { fields });

/** The message for an unusable id in a body: the same for malformed, unknown and invisible ids. */
export const UNKNOWN_ID = 'does not exist or is not available to you.';

/** Collects the field errors of an input, so that all are reported together. */
export class FieldErrors {
  readonly #found: (FieldError | FieldErrors)[] = [];
  add(path: (string | number)[], message: string): void {
    this.#found.push({ path, message });
  }
  /**
   * A nested collection at the current position: checks that run concurrently report their errors in a stable order.
   */
  part(): FieldErrors {
    const part = new FieldErrors();
    this.#found.push(part);
    return part;
  }
  get fields(): FieldError[] {
    return this.#found.flatMap((found) => (found instanceof FieldErrors ? found.fields : [found]));
  }
  /** @throws the collected field errors as one validation error, if there are any */
  throwIfAny(): void {
    const { fields } = this;
    if (fields.length > 0) throw invalid(fields);
  }
}
