import { GraphQLError } from 'graphql';

/** What went wrong, in one word; the doors turn it into a status. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'VALIDATION'
  | 'PRECONDITION_FAILED'
  | 'TOO_MANY_REQUESTS';

/** A member of the input that was refused: its path from the operation's input, and what was expected. */
export type FieldError = { path: (string | number)[]; message: string };

/** An error that the caller may read. Anything else that is thrown is a fault of ours and shows as a tracking id. */
export class DomainError extends GraphQLError {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, more: Record<string, unknown> = {}) {
    super(message, { extensions: { code, ...more } });
    this.code = code;
  }
}

export const unauthenticated = (message = 'Unauthenticated.') => new DomainError('UNAUTHENTICATED', message);
export const forbidden = (message: string) => new DomainError('FORBIDDEN', message);
/** For what does not exist and for what the caller may not see, without a hint which of them it is. */
export const notFound = (what: string) => new DomainError('NOT_FOUND', `${what} not found.`);
export const conflict = (message: string) => new DomainError('CONFLICT', message);
export const throttled = (retryAfterSeconds: number) =>
  new DomainError('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', { retryAfter: retryAfterSeconds });
export const invalid = (fields: FieldError[]) =>
  new DomainError('VALIDATION', 'The given data was invalid.', { fields });

/** Says of an id inside a body that it cannot be used: malformed, unknown and foreign ids read alike. */
export const UNKNOWN_ID = 'does not exist or is not available to you.';

/** Collects what is wrong with an input, so that all of it is reported together. */
export class FieldErrors {
  readonly #found: (FieldError | FieldErrors)[] = [];
  add(path: (string | number)[], message: string): void {
    this.#found.push({ path, message });
  }
  /** A place, after what was found until now, for what is found meanwhile: checks that run together report in order. */
  part(): FieldErrors {
    const part = new FieldErrors();
    this.#found.push(part);
    return part;
  }
  get fields(): FieldError[] {
    return this.#found.flatMap((found) => (found instanceof FieldErrors ? found.fields : [found]));
  }
  /** @throws the collected faults as one validation error, if there are any */
  throwIfAny(): void {
    const { fields } = this;
    if (fields.length > 0) throw invalid(fields);
  }
}
